"""`adcli jvp`: the derivative of the outputs along a tangent."""

from __future__ import annotations

import click

from adcli.cli.parts import options
from adcli.cli.parts.command import SourceCommand
from adcli.cli.parts.reporting import Reporter, reporting
from adcli.cli.parts.sources import question, seeds

EXAMPLES = [
    ("Along x = 1, y = -1", 'adcli jvp "x*y, x^2" --at x=2,y=3 --tangent x=1,y=-1'),
    (
        "Of an array; what is left out is 0",
        'adcli jvp "a*v[0]*v[1]" --at "a=2, v=[3, 4]" --tangent "v=[1, 0]"',
    ),
]


@click.command("jvp", cls=SourceCommand, examples=EXAMPLES)
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
    """The derivative of every output of SOURCE along a tangent of the inputs, in one sweep.

    SOURCE is an expression, a path that ends in .ad, or - for standard input.
    """
    from adcli.derivatives.questions.products import jvp

    program, bindings = question(reporter, source, at)
    answer = jvp(program, bindings, seeds("--tangent", tangent), wrt=wrt, output=output)
    reporter.answer(answer)
