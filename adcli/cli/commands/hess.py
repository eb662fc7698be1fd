"""`adcli hess`: the value, the gradient and the Hessian of a scalar output."""

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
@click.option("--sparse", is_flag=True, help="Only the entries that can be different from 0, one a row.")
@click.option("--pattern", is_flag=True, help="Draw where those entries are, without computing them.")
@click.option("--eig", is_flag=True, help="Eigenvalues and definiteness as well.")
@options.csv
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
    diagonal: bool,
    sparse: bool,
    pattern: bool,
    eig: bool,
    csv: bool,
    accuracy: Accuracy,
) -> None:
    """The value of SOURCE at a point, its gradient, and its second derivatives by every two inputs.

    SOURCE is an expression, a path that ends in .ad, or - for standard input.
    """
    if diagonal and eig:
        raise AdError("usage", "--eig needs the whole matrix", hint="leave out --diagonal")
    if sum((diagonal or eig, sparse, pattern)) > 1:
        raise AdError("usage", "--sparse and --pattern stand alone, without each other, --diagonal or --eig")
    if csv and (sparse or pattern or eig):
        raise AdError("usage", "--csv goes with the whole matrix or --diagonal, without eigenvalues")
    spreadsheet.alone(reporter, csv)
    accuracy.alone(sparse=sparse, pattern=pattern, diagonal=diagonal, csv=csv)
    program, bindings = question(reporter, source, at)
    if sparse or pattern:
        _show_sparse(reporter, program, bindings, wrt, output, pattern)
        return
    from adcli.derivatives.questions.hessian import hessian

    answer = hessian(program, bindings, wrt=wrt, output=output, diagonal=diagonal, eigenvalues=eig)
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
    pattern: bool,
) -> None:
    if pattern:
        from adcli.derivatives.questions.plan import hessian_pattern

        reporter.answer(hessian_pattern(program, bindings, wrt=wrt, output=output))
    else:
        from adcli.derivatives.questions.hessian import sparse_hessian

        reporter.answer(sparse_hessian(program, bindings, wrt=wrt, output=output))
