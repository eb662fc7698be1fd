"""`adcli hvp`: the Hessian times a tangent."""

from __future__ import annotations

import click

from adcli.cli.parts import options
from adcli.cli.parts.command import SourceCommand
from adcli.cli.parts.reporting import Reporter, reporting
from adcli.cli.parts.sources import question, seeds

EXAMPLES = [
    ("Along x = 1, y = 1", 'adcli hvp "x^2*y + y^3" --at x=2,y=3 --tangent x=1,y=1'),
    ("A row of the Hessian", 'adcli hvp "exp(x*y)" --at x=1,y=2 --tangent x=1'),
]


@click.command("hvp", cls=SourceCommand, examples=EXAMPLES)
@options.source
@options.at
@options.tangent
@options.wrt
@options.output
@options.kinks
@options.whole
@reporting
def command(
    reporter: Reporter,
    source: str,
    at: tuple[str, ...],
    tangent: tuple[str, ...],
    wrt: str | None,
    output: str | None,
) -> None:
    """How the gradient of SOURCE changes along a tangent of the inputs: H times it, without forming H.

    SOURCE is an expression, a path that ends in .ad, or - for standard input.
    """
    from adcli.derivatives.questions.products import hvp

    program, bindings = question(reporter, source, at)
    answer = hvp(program, bindings, seeds("--tangent", tangent), wrt=wrt, output=output)
    reporter.answer(answer)
