"""A trace as numbered sentences: what was computed, by which rule, and with the numbers put in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from adcli.answers.steps import Decision, Step, Steps
from adcli.show.layout.heading import headline
from adcli.show.layout.page import Line, Page, Piece, Role
from adcli.show.teaching.backward import MANY
from adcli.show.teaching.folding import Gap, Item, items
from adcli.show.teaching.notation import Notation, added
from adcli.show.teaching.steps import note
from adcli.show.teaching.table import footer
from adcli.text.width import wrapped

HANGING, BELOW = 6, 8


def explanation(answer: Steps, page: Page) -> Iterator[Line]:
    """The sentences, with what was asked above them and what it cost below."""
    notation = Notation(answer, page)
    yield from headline(answer.source, answer.output, answer.value, page)
    yield []
    numbers = count(1)
    shown = list(items(answer, page.whole))
    if answer.mode == "reverse":
        yield from _section("Forward: the values, in the order in which they were computed.", page)
        yield from _values(answer, shown, notation, page, numbers)
        if answer.result is not None:
            yield []
            yield from _adjoints(answer, shown, notation, page, numbers)
    else:
        yield from _section("Forward: every value, and beside it its tangent.", page)
        yield from _tangents(answer, shown, notation, page, numbers)
    yield []
    yield from _conclusion(answer, notation, page)
    yield []
    yield from footer(answer, page, notation.shortened)


def _section(text: str, page: Page) -> Iterator[Line]:
    for line in wrapped(text, page.width, 0):
        yield [Piece(line, "heading")]


def _numbered(text: str, page: Page, numbers: Iterator[int]) -> Iterator[Line]:
    prefix = f"{next(numbers):>{HANGING - 2}}. "
    for k, line in enumerate(wrapped(text, page.width, len(prefix))):
        yield [Piece(prefix + line.lstrip() if k == 0 else line)]


def _below(text: str, page: Page, role: Role = "") -> Iterator[Line]:
    for line in wrapped(text, page.width, BELOW, BELOW + 2):
        yield [Piece(line, role)]


def chain(texts: Iterable[str]) -> str:
    """a = b = c, without repeating what stands there already."""
    return " = ".join(dict.fromkeys(texts))


def _computed(answer: Steps, step: Step, notation: Notation) -> str:
    """`v1 = x1·x2 = 2·5 = 10`, and where."""
    place = f" (line {step.span.line})" if answer.multiline and step.span else ""
    value = notation.number(step.value)
    if step.applied is None:
        return f"{step.name} = {value} is given{place}."
    return f"{step.name} = {chain([notation.expression(step), notation.with_numbers(step), value])}{place}."


def _aside(item: Item, answer: Steps, notation: Notation, page: Page) -> Iterator[Line]:
    text = note(item, notation).text
    if isinstance(item, Decision):
        text = text[:1].upper() + text[1:] + "."
    for line in wrapped(text, page.width, HANGING):
        yield [Piece(line, "quiet")]


def _values(
    answer: Steps, shown: list[Item], notation: Notation, page: Page, numbers: Iterator[int]
) -> Iterator[Line]:
    for item in shown:
        if isinstance(item, int):
            yield from _numbered(_computed(answer, answer.steps[item], notation), page, numbers)
        else:
            yield from _aside(item, answer, notation, page)


# reverse mode


def _adjoints(
    answer: Steps, shown: list[Item], notation: Notation, page: Page, numbers: Iterator[int]
) -> Iterator[Line]:
    """What each step passes on, from the output back."""
    assert answer.result is not None
    result = answer.steps[answer.result].name
    bar = notation.adjoint(result)
    meaning = f"{bar} is {notation.derivative(answer.output, result)}"
    yield from _section(
        f"Backward: the adjoints. The adjoint {meaning}, and so on; what arrives is added up.", page
    )
    subject = f"{answer.output} is {result}" if answer.output != result else f"The output is {result}"
    yield from _numbered(f"{subject}, so {bar} = 1: the seed.", page, numbers)
    sent = _sent(answer)
    totals = [_totals(step) for step in answer.steps]
    for item in reversed(shown):
        if isinstance(item, Gap):
            yield from _aside(item, answer, notation, page)
        elif isinstance(item, int) and sent.get(item):
            step = answer.steps[item]
            text = f"{step.name} = {notation.expression(step)}, with {notation.adjoint(step.name)} = "
            yield from _numbered(f"{text}{notation.number(step.adjoint)}, passes on", page, numbers)
            for target, position in sent[item]:
                line = _passed(answer.steps[target], position, totals[target], notation)
                yield from _below(line, page)


def _sent(answer: Steps) -> dict[int, list[tuple[int, int]]]:
    """Per step what it passes on: to which step, and as its how manieth contribution."""
    sent: dict[int, list[tuple[int, int, int]]] = {}
    for target, step in enumerate(answer.steps):
        for number, part in enumerate(step.contributions):
            sent.setdefault(part.source, []).append((part.position, target, number))
    return {
        source: [(target, number) for _, target, number in sorted(parts)] for source, parts in sent.items()
    }


def _passed(target: Step, number: int, totals: Sequence[Any], notation: Notation) -> str:
    """One contribution: the partial, the product, and what the adjoint is now."""
    part = target.contributions[number]
    source = notation.answer.steps[part.source]
    if part.product is None:
        return f"to {target.name} nothing: {notation.expression(source)} does not pass it on here."
    adjoint, product = notation.adjoint(target.name), notation.number(part.product)
    received, now = notation.contribution(part), _now(target, number, totals, notation)
    if part.partial is None:
        return f"to {target.name}: {adjoint} gets {chain([received, product])}{now}"
    rule = notation.partial(source, part.position, part.partial)
    numbers = notation.partial_with_numbers(source, part.position, part.partial)
    partial = chain(
        [notation.derivative(source.name, target.name), rule, numbers, notation.number(part.partial)]
    )
    put_in = notation.times(notation.number(source.adjoint), notation.number(part.partial))
    return f"to {target.name}: {partial}, so {adjoint} gets {chain([received, put_in, product])}{now}"


def _now(target: Step, number: int, totals: Sequence[Any], notation: Notation) -> str:
    """The end of the sentence: what the adjoint has come to, by what was there before."""
    before = totals[number - 1] if number else None
    if before is None:
        return "."
    texts = [notation.number(before), notation.number(target.contributions[number].product)]
    return f" and is now {added(texts)} = {notation.number(totals[number])}."


def _totals(step: Step) -> list[Any]:
    """The adjoint after every contribution; None while nothing has arrived."""
    totals: list[Any] = []
    total = None
    for part in step.contributions:
        if part.product is not None:
            total = part.product if total is None else total + part.product
        totals.append(total)
    return totals


# forward mode


def _tangents(
    answer: Steps, shown: list[Item], notation: Notation, page: Page, numbers: Iterator[int]
) -> Iterator[Line]:
    """Every step with its value, and its tangent along every seed."""
    for item in shown:
        if not isinstance(item, int):
            yield from _aside(item, answer, notation, page)
            continue
        step = answer.steps[item]
        yield from _numbered(_computed(answer, step, notation), page, numbers)
        for k, seed in enumerate(answer.seeds):
            along = f"along {seed}: " if len(answer.seeds) > 1 else ""
            yield from _below(f"{along}{_tangent(step, k, notation)}", page)


def _tangent(step: Step, k: int, notation: Notation) -> str:
    """`v̇1 = ẋ1·(1/x1) = 1·0.5 = 0.5`."""
    dotted, tangent = notation.tangent(step.name), step.tangents[k]
    if step.applied is None:
        return f"{dotted} = 0." if tangent is None else f"{dotted} = {notation.number(tangent)}, the seed."
    if tangent is None:
        return f"{dotted} = 0: it does not depend on the seed, or passes no derivative on."
    terms = [(by, notation.answer.named(step.operands[by.position]).tangents[k]) for by in step.partials]
    present = [(by, moved) for by, moved in terms if moved is not None]
    symbols = added(notation.terms(step, [by for by, _ in present]))
    put_in = [
        notation.times(notation.number(moved), notation.partial_with_numbers(step, by.position, by.value))
        for by, moved in present
        if by.value is not None
    ]
    return (
        f"{dotted} = {chain([symbols, *([' + '.join(put_in)] if put_in else []), notation.number(tangent)])}."
    )


def _conclusion(answer: Steps, notation: Notation, page: Page) -> Iterator[Line]:
    """The derivatives."""
    found = [
        f"{notation.derivative(answer.output, name)} = {notation.number(value)}"
        for name, value in list(answer.gradient.items())
    ]
    if len(found) > MANY and not notation.whole:
        found = [*found[:MANY], notation.left_out()]
    for line in wrapped(
        f"So {', '.join(found)}." if found else "There is nothing to differentiate by.", page.width, 0, 2
    ):
        yield [Piece(line, "output")]
