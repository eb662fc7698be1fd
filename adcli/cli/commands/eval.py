"""`adcli eval`: the value alone."""

from __future__ import annotations

import click

from adcli.cli.parts import options
from adcli.cli.parts.accuracy import Accuracy, certifying
from adcli.cli.parts.command import SourceCommand
from adcli.cli.parts.reporting import Reporter, reporting
from adcli.cli.parts.sources import question

EXAMPLES = [
    ("The value at a point", 'adcli eval "P*V/(R*T)" --at P=101325,V=0.0224,R=8.314,T=273.15'),
    ("Without inputs", 'adcli eval "2^0.5"'),
    ("From standard input", 'echo "y = 2*x; y^2" | adcli eval - --at x=3'),
]


@click.command("eval", cls=SourceCommand, examples=EXAMPLES)
@options.source
@options.at
@options.output
@certifying
@options.whole
@reporting
def command(
    reporter: Reporter, source: str, at: tuple[str, ...], output: str | None, accuracy: Accuracy
) -> None:
    """The value of SOURCE at a point.

    SOURCE is an expression, a path that ends in .ad, or - for standard input.
    """
    from adcli.derivatives.questions.value import evaluate

    program, bindings = question(reporter, source, at)
    answer = evaluate(program, bindings, output=output)
    reporter.answer(accuracy.of(answer, program, bindings, None, output))
