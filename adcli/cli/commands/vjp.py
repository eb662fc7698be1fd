"""`adcli vjp`: the derivative of a weighted sum of the outputs."""

from __future__ import annotations

import click

from adcli.cli.parts import options
from adcli.cli.parts.command import SourceCommand
from adcli.cli.parts.reporting import Reporter, reporting
from adcli.cli.parts.sources import question, seeds

EXAMPLES = [
    ("Weights 1 and 10", 'adcli vjp "u = x*y; v = x^2; output u, v" --at x=2,y=3 --adjoint u=1,v=10'),
    (
        "By x only; what is left out is 0",
        'adcli vjp "u = x*y; v = x^2; output u, v" --at x=2,y=3 --adjoint v=1 --wrt x',
    ),
]


@click.command("vjp", cls=SourceCommand, examples=EXAMPLES)
@options.source
@options.at
@options.adjoint
@options.wrt
@options.output
@options.kinks
@options.whole
@reporting
def command(
    reporter: Reporter,
    source: str,
    at: tuple[str, ...],
    adjoint: tuple[str, ...],
    wrt: str | None,
    output: str | None,
) -> None:
    """The derivative of a weighted sum of the outputs of SOURCE by every input, in one sweep.

    SOURCE is an expression, a path that ends in .ad, or - for standard input.
    """
    from adcli.derivatives.questions.products import vjp

    program, bindings = question(reporter, source, at)
    answer = vjp(program, bindings, seeds("--adjoint", adjoint), wrt=wrt, output=output)
    reporter.answer(answer)
