"""Directions as they are given: by name, by element, by position, or as one list of all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from adcli.derivatives.axes.slices import Part, labels_of
from adcli.derivatives.axes.wrt import size_of
from adcli.language.points.bindings import Bindings
from adcli.language.points.seeds import ALL
from adcli.lazy import np
from adcli.text.errors import AdError
from adcli.text.numerals import counted
from adcli.text.source import Span

POSITION = re.compile(r"f\[(\d+)\]")
ELEMENT = re.compile(r"(.+)\[([\d,]+)\]")


def settled(given: Bindings, parts: Sequence[Part], what: str) -> Bindings:
    """The same, by the labels of the parts alone; `what` is tangent or adjoint.

    Elements (`x[0]`) become arrays that are 0 elsewhere, `f[0]` the first of several outputs, and a
    list has a number for each element, in their order. Raises AdError for a list or an element that
    does not fit, and for a name whose right spelling could not be typed.
    """
    labels = [part.label for part in parts]
    values: dict[str, Any] = {}
    spans: dict[str, Span] = dict(given.spans)
    for name, value in given.values.items():
        if name == ALL:
            found = _of_list(value, parts, what, given.spans.get(name))
        elif name in labels:
            found = {name: value}
        else:
            found = _of_element(name, value, parts, values, what, given.spans.get(name))
        values |= found
        if name in given.spans:
            spans |= dict.fromkeys(found, given.spans[name])
    return Bindings(values, spans, given.loose, given.notices)


def _of_list(value: Any, parts: Sequence[Part], what: str, span: Span | None) -> dict[str, Any]:
    """One list, dealt out to the parts."""
    shape: tuple[int, ...] = getattr(value, "shape", ())
    if len(parts) == 1 and shape == parts[0].shape:
        return {parts[0].label: value}
    sizes = [size_of(part.shape) for part in parts]
    if shape != (sum(sizes),):
        told = (
            counted(shape[0], "number") if len(shape) == 1 else f"an array of {' by '.join(map(str, shape))}"
        )
        of = ", ".join(labels_of(parts)[:8]) + (", …" if sum(sizes) > 8 else "")
        message = f"the {what} has {told}, for {counted(sum(sizes), _kind(what))}"
        raise AdError("shape", message, span, hint=f"a list has a number for each, in this order: {of}")
    found, start = {}, 0
    for part, size in zip(parts, sizes, strict=True):
        piece = value[start : start + size]
        found[part.label] = piece.reshape(part.shape) if part.shape else float(piece[0])
        start += size
    return found


def _of_element(
    name: str, value: Any, parts: Sequence[Part], before: dict[str, Any], what: str, span: Span | None
) -> dict[str, Any]:
    """One element of a part, beside what is known of it `before`; or an output by its position."""
    by_label = {part.label: part for part in parts}
    element = ELEMENT.fullmatch(name)
    part = by_label.get(element[1]) if element else None
    if element and part is not None and part.shape:
        key = tuple(map(int, filter(None, element[2].split(","))))
        if len(key) != len(part.shape) or any(k >= n for k, n in zip(key, part.shape, strict=True)):
            message = f"there is no element `{name}`: `{part.label}` has the shape {list(part.shape)}"
            raise AdError("shape", message, span)
        if getattr(value, "shape", ()):
            raise AdError("shape", f"the {what} of `{name}` is an array", span, hint="an element is a number")
        whole = np.array(before.get(part.label, np.zeros(part.shape)), dtype=float)
        whole[key] = value
        return {part.label: whole}
    position = POSITION.fullmatch(name)
    if what == "adjoint" and position and part is None and int(position[1]) < len(parts):
        return {parts[int(position[1])].label: value}
    if what == "adjoint" and not all(label.isidentifier() for label in by_label):
        ones = ", ".join(["1"] * sum(size_of(part.shape) for part in parts))
        message = f"there is no output `{name}`"
        hint = f'they are, in this order: {", ".join(by_label)}; write --adjoint f[0]=1, or "[{ones}]"'
        raise AdError("name", message, span, hint=hint)
    return {name: value}  # an unknown name, which is told with the others


def _kind(what: str) -> str:
    return "input" if what == "tangent" else "output"
