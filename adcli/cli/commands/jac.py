"""`adcli jac`: the Jacobian, every output by every input."""

from __future__ import annotations

import click

from adcli.cli import options
from adcli.cli.command import SourceCommand
from adcli.cli.reporting import Reporter, reporting
from adcli.cli.sources import question
from adcli.errors import AdError

EXAMPLES = [
    ("Two outputs by two inputs", 'adcli jac "x*y, x + y" --at x=2,y=3'),
    ("By elements of an array", 'adcli jac "[v[0]*v[1], v[1]^2]" --at "v=[2, 3]" --wrt v[1]'),
    ("By columns, whatever is cheaper", 'adcli jac "r*cos(t), r*sin(t)" --at r=2,t=pi/6 --mode forward'),
    ("For a spreadsheet", 'adcli jac "r*cos(t), r*sin(t)" --at r=2,t=pi/6 --csv'),
]


@click.command("jac", cls=SourceCommand, examples=EXAMPLES)
@options.source
@options.at
@options.wrt
@options.output
@options.mode
@click.option("--csv", is_flag=True, help="Print CSV: output, value, and a column for each input.")
@reporting
def command(
    reporter: Reporter,
    source: str,
    at: tuple[str, ...],
    wrt: str | None,
    output: str | None,
    mode: str,
    csv: bool,
) -> None:
    """The derivative of every output of SOURCE by every input: rows are outputs, columns are inputs.

    SOURCE is an expression, a path that ends in .ad, or - for standard input.
    """
    from adcli.derivatives.jacobian import jacobian

    if csv and reporter.json:
        raise AdError("usage", "--csv and --json exclude each other")
    program, bindings = question(source, at, reporter.environment)
    reporter.notes(program.notes)
    answer = jacobian(program, bindings, wrt=wrt, output=output, mode=mode)
    if csv:
        from adcli.emit.matrices import comma_separated

        reporter.write(comma_separated(answer, reporter.digits))
        reporter.warnings(answer.warnings)
        return
    from adcli.render.jacobian import drawing

    reporter.show(answer, drawing)
