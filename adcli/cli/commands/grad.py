"""`adcli grad`: the value and the gradient of a scalar output."""

from __future__ import annotations

import click

from adcli.cli.parts import options, spreadsheet
from adcli.cli.parts.accuracy import Accuracy, accuracy
from adcli.cli.parts.command import SourceCommand
from adcli.cli.parts.reporting import Reporter, reporting
from adcli.cli.parts.sources import question

GAS = 'adcli grad "P*V/(R*T)" --at P=101325,V=0.0224,R=8.314,T=273.15'
EXAMPLES = [
    ("The gradient by both inputs", 'adcli grad "log(x1) + x1*x2 - sin(x2)" --at x1=2,x2=5'),
    ("By T only; the others are constants", f"{GAS} --wrt T"),
    ("An expression may begin with a minus sign", "adcli grad -x^2 --at x=3"),
    ("For a script", 'adcli grad "sin(x)" --at x=pi/3 --json'),
    ("How good the numbers are", 'adcli grad "x^3 - y/x" --at x=1.01,y=1.03 --digits-report'),
    ("Proven digits", 'adcli grad "x^3 - y/x" --at x=1.01,y=1.03 --certify'),
    ("From standard input", 'echo "exp(a*b)" | adcli grad - --at a=0.7,b=1.3'),
]


@click.command("grad", cls=SourceCommand, examples=EXAMPLES)
@options.source
@options.at
@options.wrt
@options.output
@options.mode
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
    mode: str,
    csv: bool,
    accuracy: Accuracy,
) -> None:
    """The value of SOURCE at a point, and its derivative by each input.

    SOURCE is an expression, a path that ends in .ad, or - for standard input.
    """
    from adcli.derivatives.questions.gradient import gradient

    spreadsheet.alone(reporter, csv)
    accuracy.alone(csv=csv)
    program, bindings = question(reporter, source, at)
    answer = gradient(program, bindings, wrt=wrt, output=output, mode=mode)
    if csv:
        spreadsheet.show(reporter, answer)
        return
    reporter.answer(accuracy.of(answer, program, bindings, wrt, output))
