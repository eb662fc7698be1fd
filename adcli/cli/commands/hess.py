"""`adcli hess`: the value, the gradient and the Hessian of a scalar output."""

from __future__ import annotations

import click

from adcli.cli import options
from adcli.cli.command import SourceCommand
from adcli.cli.reporting import Reporter, reporting
from adcli.cli.sources import question
from adcli.errors import AdError

EXAMPLES = [
    ("All second derivatives", 'adcli hess "x^2*y + y^3" --at x=2,y=3'),
    ("Is it a minimum?", 'adcli hess "x^2 + x*y + y^2" --at x=0,y=0 --eig'),
    ("Twice by each input only", 'adcli hess "exp(x*y)" --at x=1,y=2 --diagonal'),
]


@click.command("hess", cls=SourceCommand, examples=EXAMPLES)
@options.source
@options.at
@options.wrt
@options.output
@click.option(
    "--diagonal", is_flag=True, help="Only the second derivatives by one input twice; no matrix is formed."
)
@click.option("--eig", is_flag=True, help="Eigenvalues and definiteness as well.")
@reporting
def command(
    reporter: Reporter,
    source: str,
    at: tuple[str, ...],
    wrt: str | None,
    output: str | None,
    diagonal: bool,
    eig: bool,
) -> None:
    """The value of SOURCE at a point, its gradient, and its second derivatives by every two inputs.

    SOURCE is an expression, a path that ends in .ad, or - for standard input.
    """
    from adcli.derivatives.hessian import hessian
    from adcli.render.hessian import drawing

    if diagonal and eig:
        raise AdError("usage", "--eig needs the whole matrix", hint="leave out --diagonal")
    program, bindings = question(source, at, reporter.environment)
    reporter.notes(program.notes)
    answer = hessian(program, bindings, wrt=wrt, output=output, diagonal=diagonal, eigenvalues=eig)
    reporter.show(answer, drawing)
