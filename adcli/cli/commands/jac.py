"""`adcli jac`: the Jacobian, every output by every input."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adcli.cli.parts import options, spreadsheet
from adcli.cli.parts.accuracy import Accuracy, accuracy
from adcli.cli.parts.command import SourceCommand
from adcli.cli.parts.reporting import Reporter, reporting
from adcli.cli.parts.sources import question
from adcli.text.errors import AdError

if TYPE_CHECKING:
    from adcli.language.points.bindings import Bindings
    from adcli.language.program import Program

EXAMPLES = [
    ("Two outputs by two inputs", 'adcli jac "x*y, x + y" --at x=2,y=3'),
    ("By elements of an array", 'adcli jac "[v[0]*v[1], v[1]^2]" --at "v=[2, 3]" --wrt v[1]'),
    ("By columns, whatever is cheaper", 'adcli jac "r*cos(t), r*sin(t)" --at r=2,t=pi/6 --mode forward'),
    ("Only what can be different from 0", 'adcli jac "x*y, y*z, z*u" --at x=1,y=2,z=3,u=4 --sparse'),
    ("What it would take", 'adcli jac "x*y, y*z, z*u" --at x=1,y=2,z=3,u=4 --plan'),
    ("For a spreadsheet", 'adcli jac "r*cos(t), r*sin(t)" --at r=2,t=pi/6 --csv'),
]
EXCLUDING = {"csv": ("json", "pattern", "plan"), "plan": ("pattern", "sparse"), "pattern": ("sparse",)}


@click.command("jac", cls=SourceCommand, examples=EXAMPLES)
@options.source
@options.at
@options.wrt
@options.output
@options.mode
@click.option("--csv", is_flag=True, help="Print CSV: output, value, and a column for each input.")
@click.option("--sparse", is_flag=True, help="Only the entries that can be different from 0, one a row.")
@click.option("--pattern", is_flag=True, help="Draw where those entries are, without computing them.")
@click.option("--plan", is_flag=True, help="What each way to the Jacobian would cost, without computing it.")
@accuracy
@options.kinks
@options.whole
@reporting
def command(
    reporter: Reporter,
    source: str,
    at: tuple[str, ...],
    wrt: str | None,
    output: str | None,
    mode: str,
    csv: bool,
    sparse: bool,
    pattern: bool,
    plan: bool,
    accuracy: Accuracy,
) -> None:
    """The derivative of every output of SOURCE by every input: rows are outputs, columns are inputs.

    SOURCE is an expression, a path that ends in .ad, or - for standard input.
    """
    _check(csv=csv, json=reporter.json, plan=plan, pattern=pattern, sparse=sparse)
    accuracy.alone(csv=csv, plan=plan, pattern=pattern, sparse=sparse)
    program, bindings = question(reporter, source, at)
    if pattern:
        _show_pattern(reporter, program, bindings, wrt, output)
    elif plan:
        _show_plan(reporter, program, bindings, wrt, output, mode)
    elif sparse:
        _show_sparse(reporter, program, bindings, wrt, output, mode, csv)
    else:
        _show_full(reporter, program, bindings, wrt, output, mode, csv, accuracy)


def _check(**asked: bool) -> None:
    """Options that want different answers."""
    for one, others in EXCLUDING.items():
        for other in others:
            if asked[one] and asked[other]:
                raise AdError("usage", f"--{one} and --{other} exclude each other")


def _show_full(
    reporter: Reporter,
    program: Program,
    bindings: Bindings,
    wrt: str | None,
    output: str | None,
    mode: str,
    csv: bool,
    accuracy: Accuracy,
) -> None:
    from adcli.derivatives.questions.jacobian import jacobian

    answer = jacobian(program, bindings, wrt=wrt, output=output, mode=mode)
    if csv:
        spreadsheet.show(reporter, answer)
        return
    reporter.answer(accuracy.of(answer, program, bindings, wrt, output))


def _show_sparse(
    reporter: Reporter,
    program: Program,
    bindings: Bindings,
    wrt: str | None,
    output: str | None,
    mode: str,
    csv: bool,
) -> None:
    from adcli.derivatives.questions.jacobian import sparse_jacobian

    answer = sparse_jacobian(program, bindings, wrt=wrt, output=output, mode=mode)
    if csv:
        spreadsheet.show(reporter, answer)
        return
    reporter.answer(answer)


def _show_pattern(
    reporter: Reporter, program: Program, bindings: Bindings, wrt: str | None, output: str | None
) -> None:
    from adcli.derivatives.questions.plan import jacobian_pattern

    reporter.answer(jacobian_pattern(program, bindings, wrt=wrt, output=output))


def _show_plan(
    reporter: Reporter, program: Program, bindings: Bindings, wrt: str | None, output: str | None, mode: str
) -> None:
    from adcli.derivatives.questions.plan import plan

    reporter.answer(plan(program, bindings, wrt=wrt, output=output, mode=mode))
