"""What a Jacobian would take, without computing any derivative: its pattern, and its plan."""

from __future__ import annotations

from adcli.answers.plans import Drawn, Plan, Way
from adcli.answers.sparse import Coordinates
from adcli.derivatives.axes.entries import Laid, laid, laid_second
from adcli.derivatives.axes.outputs import scalar_output
from adcli.derivatives.axes.slices import inputs_of, labels_of, outputs_of
from adcli.engine.sparsity.colouring import groups
from adcli.engine.sparsity.compressed import Entry, Structure
from adcli.engine.sweeps.costs import Account, Counting
from adcli.language.points.bindings import Bindings, point_of
from adcli.language.program import Program, Trace


def plan(
    program: Program,
    bindings: Bindings,
    *,
    wrt: str | None = None,
    output: str | None = None,
    mode: str = "auto",
) -> Plan:
    """The plan of a Jacobian: what each way to it would cost. Raises AdError where there is no value."""
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output)
    rows, columns, found = _laid(trace, wrt)
    known = found.known
    choice = known.choice(mode)
    account, ways = _ways(known)
    return Plan(
        source=program.title,
        inputs=trace.point(),
        rows=rows,
        columns=columns,
        account=account,
        entries=known.entries,
        pattern_known=known.pattern is not None,
        colours=known.colours or (len(known.columns), len(known.rows)),
        ways=ways,
        mode=choice.mode,
        reason=choice.reason,
        sweeps=choice.sweeps,
        warnings=(*notices, *trace.notices),
    )


def _ways(known: Structure) -> tuple[Account, tuple[Way, ...]]:
    """The account of sweeps that nothing shares, and all ways: those and, where they save any, colours."""
    columns, rows = [x.node for x in known.columns], [y.node for y in known.rows]
    counting = Counting(known.graph, known.primal, columns, rows)
    account = counting.account([[x] for x in columns], [[y] for y in rows])
    ways = [Way("forward", False, account.forward, 0), Way("reverse", False, account.reverse, account.tape)]
    of_columns, of_rows = known.colours or (len(columns), len(rows))
    if known.column_colours is not None and of_columns < len(columns):
        seeds = [[columns[j] for j in group] for group in groups(known.column_colours)]
        ways.insert(1, Way("forward", True, counting.forward(seeds), 0))
    if known.row_colours is not None and of_rows < len(rows):
        adjoints = [[rows[i] for i in group] for group in groups(known.row_colours)]
        ways.append(Way("reverse", True, counting.reverse(adjoints), account.tape))
    return account, tuple(ways)


def jacobian_pattern(
    program: Program, bindings: Bindings, *, wrt: str | None = None, output: str | None = None
) -> Drawn:
    """Where the entries of the Jacobian can be different from 0."""
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output)
    rows, columns, found = _laid(trace, wrt)
    known = found.known
    full = range(len(known.columns))
    places = [
        (found.rows[i], found.columns[j], None)
        for i in range(len(known.rows))
        for j in (full if known.pattern is None else known.pattern[i])
    ]
    return Drawn(
        source=program.title,
        inputs=trace.point(),
        what="Jacobian",
        rows=rows,
        columns=columns,
        places=Coordinates.of((len(rows), len(columns)), places),
        warnings=(*notices, *trace.notices),
    )


def hessian_pattern(
    program: Program, bindings: Bindings, *, wrt: str | None = None, output: str | None = None
) -> Drawn:
    """Where the entries of the Hessian can be different from 0."""
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output)
    _, node = scalar_output(trace)
    inputs = inputs_of(trace, wrt)
    columns = tuple(labels_of(inputs))
    places: list[Entry] = []
    if type(node) is int:
        there, known = laid_second(trace, node, inputs, whole=True)
        full = range(len(there))
        pattern = [full] * len(there) if known.pattern is None else known.pattern
        places = [(there[i], there[j], None) for i in full for j in pattern[i]]
    return Drawn(
        source=program.title,
        inputs=trace.point(),
        what="Hessian",
        rows=columns,
        columns=columns,
        places=Coordinates.of((len(columns), len(columns)), places),
        warnings=(*notices, *trace.notices),
    )


def _laid(trace: Trace, wrt: str | None) -> tuple[tuple[str, ...], tuple[str, ...], Laid]:
    """The labels of rows and columns, and the structure of the Jacobian."""
    outputs, inputs = outputs_of(trace), inputs_of(trace, wrt)
    rows = [element for part in outputs for element in part.elements]
    columns = [element for part in inputs for element in part.elements]
    return tuple(labels_of(outputs)), tuple(labels_of(inputs)), laid(trace, rows, columns, whole=True)
