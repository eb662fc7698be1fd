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
@options.whole
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
) -> None:
    """The sweeps step by step: every node with its value, its adjoint and what was added to it.

    SOURCE is an expression, a path that ends in .ad, or - for standard input.
    """
    from adcli.derivatives.tracing.trace import trace

    program, bindings = question(reporter, source, at)
    answer = trace(program, bindings, wrt=wrt, output=output, mode=mode, seed=seed)
    if reporter.json or not explain:
        reporter.answer(answer)
        return
    from adcli.show.teaching.explain import explanation

    reporter.accept(answer)
    reporter.draw(explanation(answer, reporter.page()))
    reporter.warnings(answer.warnings)
