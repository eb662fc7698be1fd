"""Files with the user's own derivatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adcli.compare.yours.asked import Asked, Expected, Given, flat, known_to, written
from adcli.compare.yours.formula import run_beside
from adcli.language.files.arrays import TABLES, blamed_on, read_array, read_json, text_of
from adcli.language.files.cells import plain
from adcli.language.files.dialects import decimal_of, rows_of
from adcli.language.files.programs import contents_of, read_source
from adcli.language.grammar.decimals import to_number
from adcli.language.program import load
from adcli.lazy import np
from adcli.text.errors import AdError
from adcli.text.source import Span

INPUT, OUTPUT, DERIVATIVE, VALUE = "input", "output", "derivative", "value"  # columns of a table


def given_file(path: Path, span: Span, asked: Asked) -> Given:
    """The derivatives in a file, by the labels of output and input.

    By its ending: an object by input, an answer of `adcli grad` or `adcli jac`, or a list (.json);
    an array in the order of the derivatives, row by row of the Jacobian (.npy, .csv, .tsv, .json); a table
    with the columns input, derivative and, where there are several, output, or an answer of `adcli
    grad --csv` or `adcli jac --csv` (.csv); or a program whose outputs are the derivatives by label
    (`x`, `dx`, `df_dx`) or in order (.ad).
    """
    ending = path.suffix.lower()
    if ending == ".ad":
        return _program(path, span, asked)
    if ending == ".json":
        read = read_json(path, span)
        if isinstance(read, dict):
            return _object(read, path, span, asked)
    if ending in TABLES:
        return _comma_separated(path, span, asked)
    read = flat(read_array(path, span), 0.0)
    known = _precision(path) if ending == ".npy" else 0.0
    numbers = [Expected(n.value, 0.0, known * abs(n.value)) for n in read]
    return asked.in_order(numbers, f"{path} holds", span)


def _precision(path: Path) -> float:
    """The relative error of the numbers in a .npy file: that of their type, where it is no double."""
    kind = np.load(path, mmap_mode="r", allow_pickle=False).dtype
    return float(np.finfo(kind).eps) / 2 if kind.kind == "f" and kind.itemsize < 8 else 0.0


def _object(read: Mapping[str, Any], path: Path, span: Span, asked: Asked) -> Given:
    if isinstance(read.get("jacobian"), list):
        return _jacobian(read, path, span, asked)
    read = read["gradient"] if isinstance(read.get("gradient"), dict) else read
    found: Given = {}
    for name, value in read.items():
        found |= asked.spread(str(name), _numbers(value, path, span), 0.0, span)
    return found


def _jacobian(read: Mapping[str, Any], path: Path, span: Span, asked: Asked) -> Given:
    """An answer of `adcli jac`, by its labels."""
    matrix, rows, columns = _numbers(read["jacobian"], path, span), read.get("outputs"), read.get("columns")
    if not isinstance(rows, list) or not isinstance(columns, list):
        return asked.in_order(flat(matrix, 0.0), f"{path} holds", span)
    if getattr(matrix, "shape", ()) != (len(rows), len(columns)):
        raise AdError("shape", f"{path} has no {len(rows)} by {len(columns)} Jacobian", span)
    labels = [(str(output), str(name)) for output in rows for name in columns]
    return _known(dict(zip(labels, flat(matrix, 0.0), strict=True)), path, span, asked)


def _numbers(value: Any, path: Path, span: Span) -> Any:
    try:
        return to_number(value)
    except (TypeError, ValueError, OverflowError):
        raise AdError("file", f"{path} holds something that is not a number", span) from None


def _known(given: Given, path: Path, span: Span, asked: Asked) -> Given:
    """Those of the derivatives that are compared; AdError where there is not one."""
    found = {pair: given[pair] for pair in asked.pairs if pair in given}
    if not found:
        names = ", ".join(dict.fromkeys(f"{output} by {name}" for output, name in list(given)[:4]))
        hint = f"it has {names}" if names else ""
        raise AdError("name", f"{path} has none of the derivatives that are compared", span, hint=hint)
    return found


def _comma_separated(path: Path, span: Span, asked: Asked) -> Given:
    """A table by its headings, or numbers in order; each is known as far as its text tells it."""
    name = str(path)
    with blamed_on(span):
        read, _delimiter = rows_of(text_of(contents_of(name), name), name, asked.dialect)
        decimal = decimal_of(read, name, asked.dialect)
    rows = [[plain(cell, decimal) or cell for cell in row.cells] for row in read]
    heads = [cell.lower() for cell in rows[0]] if rows else []
    if INPUT in heads and DERIVATIVE in heads:
        table = [dict(zip(heads, row, strict=False)) for row in rows[1:]]
        return _labelled(table, path, span, asked)
    if heads[:2] == [OUTPUT, VALUE]:
        return _answer(rows, path, span, asked)
    texts = ",".join(cell for row in rows for cell in row)
    return asked.in_order(
        written(flat(read_array(path, span, dialect=asked.dialect), 0.0), texts), f"{path} holds", span
    )


def _labelled(table: Sequence[Mapping[str, str]], path: Path, span: Span, asked: Asked) -> Given:
    """The columns input, derivative and perhaps output."""
    found: Given = {}
    for row in table:
        text, name = row.get(DERIVATIVE, ""), row.get(INPUT, "")
        number = _cell(text, path, span)
        if row.get(OUTPUT):
            found[row[OUTPUT], name] = number
        else:
            found |= asked.spread(name, number.value, 0.0, span, text)
    return _known(found, path, span, asked)


def _answer(rows: Sequence[Sequence[str]], path: Path, span: Span, asked: Asked) -> Given:
    """An answer of `adcli grad --csv` or `adcli jac --csv`: an output, its value, its derivatives."""
    names = rows[0][2:]
    found = {
        (row[0], name): _cell(text, path, span)
        for row in rows[1:]
        for name, text in zip(names, row[2:], strict=False)
    }
    return _known(found, path, span, asked)


def _cell(text: str, path: Path, span: Span) -> Expected:
    try:
        return Expected(float(text), 0.0, known_to(text))
    except ValueError:
        raise AdError("file", f"{path} holds something that is not a number: `{text}`", span) from None


def _program(path: Path, span: Span, asked: Asked) -> Given:
    try:
        source = read_source(str(path))
    except AdError as error:
        raise AdError("file", error.message, span, hint=error.hint) from None
    outputs = run_beside(load(source), asked.trace)
    labelled = len(asked.outputs) == 1 and all(_is_input(label, asked, span) for label in outputs)
    if labelled:
        found: Given = {}
        for label, (whole, bound) in outputs.items():
            found |= asked.spread(label, whole, bound, span)
        return found
    numbers = [number for whole, bound in outputs.values() for number in flat(whole, bound)]
    if len(numbers) != len(asked.pairs):
        names = ", ".join(dict.fromkeys("d" + e.name for e in asked.inputs))
        raise AdError(
            "shape", f"{path} has the outputs {', '.join(outputs)}: not {len(asked.pairs)} derivatives", span,
            hint=f"name its outputs {names}",
        )  # fmt: skip
    return asked.in_order(numbers, f"{path} has", span)


def _is_input(label: str, asked: Asked, span: Span) -> bool:
    try:
        return bool(asked.input(label, span))
    except AdError:
        return False
