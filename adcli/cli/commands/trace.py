"""`adcli trace`: the sweeps step by step."""

from __future__ import annotations

import click

from adcli.cli.parts import options
from adcli.cli.parts.command import SourceCommand
from adcli.cli.parts.reporting import Reporter, reporting
from adcli.cli.parts.sources import question

BAYDIN = 'adcli trace "log(x1) + x1*x2 - sin(x2)" --at x1=2,x2=5'
EXAMPLES = [
    ("Both sweeps of reverse mode in one table", BAYDIN),
    ("In sentences", f"{BAYDIN} --explain"),
    ("Forward mode along x1", f"{BAYDIN} --seed x1"),
    ("Every turn of a loop", "adcli samples newton | adcli trace - --all"),
]


@click.command("trace", cls=SourceCommand, examples=EXAMPLES)
@options.source
@options.at
@options.wrt
@options.output
@options.mode
@click.option("--seed", metavar="NAME", help="Forward mode, along this input only.")
@click.option("--explain", is_flag=True, help="The same as numbered sentences.")
@click.option("--all", "everything", is_flag=True, help="Every turn of long loops, and arrays in full.")
@options.kinks
@reporting
def command(
    reporter: Reporter,
    source: str,
    at: tuple[str, ...],
    wrt: str | None,
    output: str | None,
    mode: str,
    seed: str | None,
    explain: bool,
    everything: bool,
) -> None:
    """The sweeps step by step: every node with its value, its adjoint and what was added to it.

    SOURCE is an expression, a path that ends in .ad, or - for standard input.
    """
    from adcli.derivatives.tracing.trace import trace

    program, bindings = question(reporter, source, at)
    answer = trace(program, bindings, wrt=wrt, output=output, mode=mode, seed=seed)
    reporter.accept(answer)
    if reporter.json:
        reporter.answer(answer)
        return
    from adcli.show.teaching.explain import explanation
    from adcli.show.teaching.table import steps_drawing
    from adcli.text.numerals import TERMINAL_DIGITS

    page = reporter.page()._replace(digits=reporter.digits or TERMINAL_DIGITS)
    draw = explanation if explain else steps_drawing
    reporter.draw(draw(answer, page, everything))
    reporter.warnings(answer.warnings)
