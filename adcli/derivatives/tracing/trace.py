"""The sweeps step by step: what every node computed, and what was passed between them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from adcli.answers.steps import Decision, Steps
from adcli.derivatives.axes.element import Element
from adcli.derivatives.axes.outputs import laid_out, scalar_output
from adcli.derivatives.axes.wrt import Chosen, choose_inputs
from adcli.derivatives.diagnosis.firstorder import notices_of, settled_gradient, with_sides
from adcli.derivatives.questions.gradient import sweep
from adcli.derivatives.tracing.turns import loops
from adcli.derivatives.tracing.worksheet import Worksheet
from adcli.engine.sweeps.choose import Choice, choose
from adcli.language.mistakes.spelling import nearest
from adcli.language.points.bindings import Bindings, point_of
from adcli.language.program import Program, Trace
from adcli.language.state.guards import Guard
from adcli.text.errors import AdError
from adcli.text.notices import Notice
from adcli.text.numerals import short
from adcli.text.source import on_one_line

if TYPE_CHECKING:
    from adcli.derivatives.kinks.settled import Settled

MENTIONED = 12  # names that an error lists


def trace(
    program: Program,
    bindings: Bindings,
    *,
    wrt: str | None = None,
    output: str | None = None,
    mode: str = "auto",
    seed: str | None = None,
) -> Steps:
    """The steps of both sweeps at a point.

    `seed` names the one input along which the forward sweep goes. The other arguments, and the
    errors, are those of `gradient`.
    """
    point, notices = point_of(program, bindings)
    run = program.trace(point, output, keep=True)
    label, node = scalar_output(run)
    chosen = choose_inputs(run, wrt)
    sheet = Worksheet(run, chosen, node if type(node) is int else None)
    seeds, elements, choice = _choose(sheet, mode, seed)
    derivatives, found = settled_gradient(run, seeds, sweep(run, node, seeds, choice))
    sided = (
        None if found is None or not found.numbers else _sided(run, node, seeds, choice, found, derivatives)
    )
    if sided is not None:
        sheet = Worksheet(sided, chosen, node)
    if choice.mode == "forward":
        sheet.sweep_forward(elements)
    else:
        sheet.sweep_backward()
    told = notices_of(run, node, seeds, derivatives, found)
    if found is not None and found.numbers and sided is None:
        told += _by_convention(run, found, seeds)
    return Steps(
        source=program.title,
        inputs=run.point(),
        output=label,
        value=run.value(node),
        steps=sheet,
        given=sheet.given,
        result=sheet.result,
        gradient=dict(zip(seeds.names, laid_out(run, seeds, derivatives), strict=True)),
        seeds=tuple(element.label for element in elements) if choice.mode == "forward" else (),
        decisions=tuple(_decisions(run, sheet.rows, len(sheet.given))),
        loops=tuple(loops(program.syntax, sheet.places())),
        mode=choice.mode,
        reason=choice.reason,
        sweeps=choice.sweeps,
        account=sheet.account(),
        multiline="\n" in program.source.text.strip(),
        warnings=(*notices, *with_sides(run, told, seeds.nodes, found.ties if found else ())),
    )


def _sided(
    run: Trace, node: Any, seeds: Chosen, choice: Choice, found: Settled, derivatives: Sequence[Any]
) -> Trace | None:
    """The run on one side of the kinks at the point, whose sweeps give these derivatives, if any."""
    from adcli.derivatives.kinks.generic import along_pattern
    from adcli.derivatives.kinks.surroundings import MOST_LOOKED
    from adcli.derivatives.tracing.sided import on_one_side

    elements = list(islice(seeds.elements(run.graph.shapes), MOST_LOOKED))
    both = along_pattern(found.around, elements)
    sided = None if both is None else on_one_side(run, both, [k for k, _ in found.around.kinks])
    if sided is None or not all(map(_same, sweep(sided, node, seeds, choice), derivatives)):
        return None
    return sided


def _same(swept: Any, derivative: Any) -> bool:
    from adcli.derivatives.kinks.sides import close

    found = close(*(0.0 if d is None else d for d in (swept, derivative)))
    return bool(found.all() if hasattr(found, "all") else found)


def _by_convention(run: Trace, found: Settled, seeds: Chosen) -> Iterator[Notice]:
    """What to know of steps that do not lead to the derivative: they are those at the point itself."""
    elements = list(islice(seeds.elements(run.graph.shapes), MENTIONED))
    for (_, column), derivative in found.numbers.items():
        if column < len(elements):
            name = elements[column].label
            cause = "the steps are those at the point itself, by convention"
            told = f"from both sides the derivative by `{name}` is {short(derivative)}"
            span = run.span(elements[column].node)
            yield Notice(
                "boundary", f"{cause}: {told}", span, name, derivative, derivative, cause=cause, told=told
            )


def _choose(sheet: Worksheet, mode: str, seed: str | None) -> tuple[Chosen, list[Element], Choice]:
    """The inputs to differentiate by, their elements to take sweeps along, and the mode.

    Elements that the output does not depend on take no sweep. Raises AdError for a seed that is
    none of the inputs.
    """
    if seed is None:
        return sheet.chosen, sheet.elements, choose(len(sheet.elements), 1, mode)
    if mode == "reverse":
        raise AdError("usage", "--seed is for forward mode", hint="leave out --mode reverse, or --seed")
    elements = {element.label: element for element in sheet.chosen.elements(sheet.run.graph.shapes)}
    if seed not in elements:
        near = nearest(seed, list(elements))
        hint = f"did you mean `{near}`?" if near else f"there are: {', '.join(list(elements)[:MENTIONED])}"
        raise AdError("name", f"there is no input `{seed}` to take the tangent along", hint=hint)
    element = elements[seed]
    choice = Choice("forward", 1, f"forward: 1 sweep along {seed}, as asked")
    return Chosen((seed,), (element.node,), (element.key,)), [element], choice


def _decisions(run: Trace, rows: Sequence[int], inputs: int) -> list[Decision]:
    """The guards, each with its place among the steps."""
    operations = rows[inputs:]
    return [
        Decision(
            before=inputs + bisect_left(operations, guard.after),
            text=on_one_line(run.program.syntax.text(guard.place)),
            outcome=guard.outcome,
            margin=guard.margin,
            value=_bound(guard, run),
            span=run.program.syntax.span(guard.place),
        )
        for guard in run.guards
    ]


def _bound(guard: Guard, run: Trace) -> float | None:
    return float(run.value(guard.b)) if guard.operation == "is" else None
