"""`adcli functions`: what the table of operations says."""

from __future__ import annotations

from dataclasses import asdict

import click

from adcli.cli.parts import options
from adcli.cli.parts.command import Command
from adcli.cli.parts.completion import functions
from adcli.cli.parts.reporting import Reporter
from adcli.text.errors import AdError

EXAMPLES = [
    ("Every function", "adcli functions"),
    ("One in full", "adcli functions tanh"),
    ("Operators have names too", "adcli functions pow"),
]


@click.command("functions", cls=Command, examples=EXAMPLES)
@click.argument("name", metavar="[NAME]", required=False, shell_complete=functions)
@options.no_color
@options.json
def command(name: str | None, json: bool, no_color: bool) -> None:
    """Every function: its definition, derivative, domain and kinks; or one, NAME, in full."""
    from adcli.export.notation.cards import groups, named

    reporter = Reporter.here(json=json, no_color=no_color)
    if name is None:
        found = groups()
        cards = [card for _, group in found for card in group]
    else:
        cards = named(name)
        if not cards:
            raise _unknown(name)
    if json:
        reporter.document({"functions": [asdict(card) for card in cards]})
        return
    from adcli.show.functions import in_full, overview

    reporter.write(overview(found, reporter.page()) if name is None else in_full(cards, reporter.page()))


def _unknown(name: str) -> AdError:
    from adcli.export.notation.cards import names
    from adcli.language.mistakes.spelling import advice

    hint = advice(name, names()) or "adcli functions lists them all"
    return AdError("name", f"there is no function `{name}`", hint=hint)
