"""The error of finite differences against h, on logarithmic scales: a table whose last column is a plot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, isfinite, log10

from adcli.answers.comparison import Step, Variation
from adcli.show.layout.aligned import aligned
from adcli.show.layout.page import Line, Page, Piece
from adcli.show.layout.table import GAP, MARGIN
from adcli.text.numerals import number
from adcli.text.width import cells

FEW = 2  # significant digits of steps and errors
DIGITS = 8  # of differences: enough to see where they go wrong
WIDEST, NARROWEST = 48, 12  # columns of the plot
CHOSEN = " ← chosen"
Scale = tuple[int, int]


def varied(variation: Variation, page: Page) -> Iterator[Line]:
    """The heading, and a line for each step: h, the difference, its error, and the error as a bar."""
    steps = variation.steps
    digits = page.digits or DIGITS
    columns = [
        ("h", [f"{step.h:.1e}".replace(".0e", "e") for step in steps]),
        ("difference", aligned([_text(step.fd, digits) for step in steps])),
        ("error", aligned([_text(step.error, FEW) for step in steps])),
    ]
    widths = [max(cells(name), *map(cells, texts)) for name, texts in columns]
    used = len(MARGIN) + sum(widths) + len(GAP) * len(widths)
    chosen = CHOSEN if page.symbols else CHOSEN.replace("←", "<-")
    room = WIDEST if page.width is None else min(WIDEST, page.width - used - len(chosen))
    room = max(room, NARROWEST)
    scale = _scale(steps)
    yield [Piece(f"error against h, {variation.output} by {variation.input}", "heading")]
    heads = [name.ljust(size) for (name, _), size in zip(columns, widths, strict=True)]
    yield [Piece(MARGIN + GAP.join(heads) + GAP + _ends(scale, room), "quiet")]
    for k, step in enumerate(steps):
        here = step.h == variation.chosen
        texts = [texts[k].ljust(size) for (_, texts), size in zip(columns, widths, strict=True)]
        bar = _bar(step, scale, room, page.symbols)
        yield [
            Piece(MARGIN + GAP.join(texts) + GAP),
            Piece(bar, "output" if here else "input"),
            *([Piece(chosen, "output")] if here else []),
        ]


def _text(value: float | None, digits: int) -> str:
    return "" if value is None else number(value, digits)


def _scale(steps: Sequence[Step]) -> Scale | None:
    """The decades from the smallest error to the largest; None where there is none but 0."""
    logs = [log10(step.error) for step in steps if step.error and isfinite(step.error)]
    if not logs:
        return None
    low, high = floor(min(logs)), ceil(max(logs))
    return low - 1, max(high, low + 1)


def _ends(scale: Scale | None, room: int) -> str:
    """The ends of the plot's axis."""
    if scale is None:
        return ""
    low, high = (f"1e{decade:+03d}" for decade in scale)
    return low + high.rjust(room - len(low))


def _bar(step: Step, scale: Scale | None, room: int, symbols: bool) -> str:
    """A bar as long as the error's logarithm; an error of 0 has none."""
    if step.error is None or not isfinite(step.error) or scale is None:
        return ""
    if step.error == 0.0:
        return "0"
    low, high = scale
    length = max(1, round((log10(step.error) - low) / (high - low) * room))
    return ("━" if symbols else "=") * (length - 1) + ("●" if symbols else "o")
