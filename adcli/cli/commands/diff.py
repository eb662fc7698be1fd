"""`adcli diff`: derivatives of higher order, and the Taylor polynomial."""

from __future__ import annotations

import click

from adcli.cli.parts import options, spreadsheet
from adcli.cli.parts.command import SourceCommand
from adcli.cli.parts.reporting import Reporter, reporting
from adcli.cli.parts.sources import question

EXAMPLES = [
    ("The first six derivatives, and the Taylor polynomial", 'adcli diff "exp(sin(x))" --at x=0.6 --order 6'),
    ("By one of several inputs", 'adcli diff "sin(x*y)" --at x=1,y=2 --wrt x'),
    ("One mixed partial, twice by x and once by y", 'adcli diff "sin(x*y)" --at x=1,y=2 --wrt x,x,y'),
]


@click.command("diff", cls=SourceCommand, examples=EXAMPLES)
@options.source
@options.at
@click.option(
    "--order",
    type=int,
    callback=options.from_zero,
    metavar="N",
    help="The highest derivative. [default: 4]",
)
@click.option(
    "--wrt",
    multiple=True,
    callback=options.one_list,
    metavar="NAME,...",
    help="The variable, where there are several inputs; the others are constants. "
    "Several, or one several times (x,x,y): that one mixed partial.",
)
@options.output
@options.csv
@options.kinks
@reporting
def command(
    reporter: Reporter,
    source: str,
    at: tuple[str, ...],
    order: int | None,
    wrt: str | None,
    output: str | None,
    csv: bool,
) -> None:
    """The derivatives of SOURCE by one variable, up to an order, and the Taylor polynomial around the point.

    SOURCE is an expression, a path that ends in .ad, or - for standard input.
    """
    from adcli.derivatives.questions.taylor import diff

    spreadsheet.alone(reporter, csv)
    program, bindings = question(reporter, source, at)
    answer = diff(program, bindings, order=order, wrt=wrt, output=output)
    if csv:
        spreadsheet.show(reporter, answer)
        return
    reporter.answer(answer)
