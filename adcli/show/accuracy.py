"""How many digits of an answer are right, and which are proven."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adcli.answers.answer import Answer
from adcli.answers.certified import ALL_RIGHT, Certified, Proven
from adcli.answers.digits import Digits
from adcli.answers.matrices import Jacobian
from adcli.answers.values import Evaluation
from adcli.derivatives.questions.digits import told
from adcli.show.layout.blocks import across, blocks, left_out, named, picked
from adcli.show.layout.page import Line, Page, Piece, sentence
from adcli.show.layout.table import Column, table
from adcli.text.numerals import number
from adcli.text.width import printable

Parts = Sequence[tuple[str, tuple[int, ...]]]


def accuracy_fields(answer: Answer) -> dict[str, Any]:
    """`condition`, `digits`, `value_digits`, `value_error`, and `certified`, where they were asked for."""
    fields: dict[str, Any] = {}
    if answer.digits is not None:
        fields |= _digits_fields(answer, answer.digits)
    if answer.certified is not None:
        fields["certified"] = _certified_fields(answer, answer.certified)
    return fields


def _digits_fields(answer: Answer, report: Digits) -> dict[str, Any]:
    rows = report.rows
    if isinstance(answer, Jacobian):
        return {
            "condition": [row.condition for row in rows],
            "digits": [row.slopes for row in rows],
            "value_digits": [row.digits for row in rows],
            "value_error": [row.bound for row in rows],
        }
    (row,) = rows
    fields: dict[str, Any] = {
        "condition": by_name(report.parts, row.condition),
        "digits": by_name(report.parts, row.slopes),
        "value_digits": row.digits,
        "value_error": row.bound,
    }
    if report.seconds is not None:
        fields["hessian_digits"] = report.seconds
    return fields


def _certified_fields(answer: Answer, proven: Certified) -> dict[str, Any]:
    """Decimal strings of which every digit is proven; null for what is not, with the reason."""
    values = [number.text for number in proven.values]
    fields: dict[str, Any] = {}
    if isinstance(answer, Evaluation):
        fields["value"] = values[0] if len(values) == 1 else dict(zip(proven.rows, values, strict=True))
    elif isinstance(answer, Jacobian):
        fields["value"] = values
        fields["jacobian"] = _texts(proven.slopes)
    else:
        fields["value"] = values[0]
        fields["gradient"] = by_name(proven.parts, [number.text for number in proven.slopes[0]])
        if proven.seconds is not None:
            fields["hessian"] = _texts(proven.seconds)
    fields["bits"] = proven.bits
    reasons = sorted({number.reason for number in proven.numbers if number.reason})
    return fields | ({"reasons": reasons} if reasons else {})


def _texts(matrix: Sequence[Sequence[Proven]]) -> list[list[str | None]]:
    return [[number.text for number in row] for row in matrix]


def by_name(parts: Parts, items: Sequence[Any]) -> dict[str, Any]:
    """Items by the inputs' names: one for a scalar, a nested list for an array."""
    rest = iter(items)
    return {name: _nested(shape, rest) for name, shape in parts}


def _nested(shape: tuple[int, ...], rest: Iterator[Any]) -> Any:
    return [_nested(shape[1:], rest) for _ in range(shape[0])] if shape else next(rest)


FEW = 3  # digits; a value with fewer is warned of


CONDITION_DIGITS = 3  # a condition number says how many digits are lost; its own do not matter


def gradient_columns(report: Digits | None, labels: Sequence[str | None]) -> list[Column]:
    """The columns that the report adds to a gradient's table; None stands for what is left out."""
    if report is None:
        return []
    row = report.rows[0]
    places = {label: k for k, label in enumerate(report.columns)}
    conditions = ["" if name is None else _condition(row.condition[places[name]]) for name in labels]
    digits = ["" if name is None else count_text(row.slopes[places[name]]) for name in labels]
    return [Column("condition", conditions), Column("digits", digits)]


def with_digits(columns: Sequence[Column], digits: Sequence[Column]) -> list[Column]:
    """Columns of numbers, each with that of its digits beside it; one of what is left out has none."""
    laid = []
    for column, beside in zip(columns, digits, strict=True):
        laid += (
            [column] if not any(beside.texts) else [column, Column(f"digits {column.heading}", beside.texts)]
        )
    return laid


def accuracy_lines(answer: Answer, page: Page) -> Iterator[Line]:
    """What stands below an answer: the report, and the proven digits; each ends with an empty line."""
    if answer.digits is not None:
        if isinstance(answer, Jacobian):
            yield from _report(answer.digits, page)
        rows = picked(len(answer.digits.rows), page)
        for k in rows:
            if k is None:
                yield [Piece(left_out(rows, len(answer.digits.rows)))]
            else:
                row = answer.digits.rows[k]
                yield from sentence(told(row), page, "warning" if row.digits < FEW else "")
        yield []
    if answer.certified is not None:
        yield from _certified(answer.certified, page)
        yield []


def certified_lines(answer: Evaluation, page: Page) -> Iterator[Line]:
    """What stands below values: their proven digits."""
    if answer.certified is not None:
        yield []
        yield from _certified(answer.certified, page)


def _condition(condition: float | None) -> str:
    return "-" if condition is None else number(condition, CONDITION_DIGITS)


def count_text(digits: int | None) -> str:
    """A number of digits; `-` where it is not known."""
    return "-" if digits is None else str(digits)


def _report(report: Digits, page: Page) -> Iterator[Line]:
    """A table of conditions and one of digits, laid out as the answer's."""
    labels, columns = [row.label for row in report.rows], report.columns
    conditions = [[_condition(x) for x in row.condition] for row in report.rows]
    digits = [[count_text(n) for n in row.slopes] for row in report.rows]
    yield from _matrix("condition", labels, columns, conditions, page)
    yield []
    yield from _matrix("digits", labels, columns, digits, page)
    yield []


def _matrix(
    heading: str, names: Sequence[str], columns: Sequence[str], texts: Sequence[Sequence[str]], page: Page
) -> Iterator[Line]:
    rows = picked(len(names), page)
    first = Column(heading, named(names, rows), "input", numeric=False)
    return blocks(first, across(columns, rows, page, lambda i, j: texts[i][j]), page.width)


def _certified(proven: Certified, page: Page) -> Iterator[Line]:
    """A row a number: its proven digits, how tight the enclosure is, and what the double has right."""
    numbered = list(_numbers(proven))
    shown = picked(len(numbered), page)
    rows = [None if k is None else numbered[k][1] for k in shown]
    names = named([name for name, _ in numbered], shown)
    yield from table(
        [
            Column("certified", names, "input", numeric=False),
            Column("proven digits", ["" if row is None else _digits(row) for row in rows], "output"),
            Column("radius", ["" if row is None else row.radius or "-" for row in rows], numeric=False),
            Column("the double has", ["" if row is None else _right(row) for row in rows], numeric=False),
        ],
        page.width,
    )
    yield []
    reasons = dict.fromkeys(number.reason for _, number in numbered if number.reason)
    for reason in reasons:
        yield from sentence(f"not proven: {printable(reason)}", page, "warning")
    if not reasons:
        yield from sentence(f"every digit is proven, by ball arithmetic in {proven.bits} bits", page)


def _numbers(proven: Certified) -> Iterator[tuple[str, Proven]]:
    """The numbers with what they are called."""
    yield from zip(proven.rows, proven.values, strict=True)
    for label, row in zip(proven.rows, proven.slopes, strict=False):
        of = f"{label} " if len(proven.rows) > 1 else ""
        for column, slope in zip(proven.columns, row, strict=True):
            yield f"{of}by {column}", slope
    for i, row in enumerate(proven.seconds or []):
        for j, second in enumerate(row[: i + 1]):
            yield f"by {proven.columns[i]}, {proven.columns[j]}", second


def _digits(number: Proven) -> str:
    return "not proven" if number.text is None else number.text


def _right(number: Proven) -> str:
    if number.text is None:
        return "-"
    if number.right == ALL_RIGHT:
        return "all"
    return "1 digit" if number.right == 1 else f"{number.right} digits" if number.right else "none"
