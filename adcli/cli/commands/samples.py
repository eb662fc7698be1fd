"""`adcli samples`: the programs and files of expressions that come with adcli."""

from __future__ import annotations

import click

from adcli.cli.parts import options
from adcli.cli.parts.command import Command
from adcli.cli.parts.completion import samples
from adcli.cli.parts.reporting import Reporter
from adcli.text.errors import AdError

EXAMPLES = [
    ("Every sample", "adcli samples"),
    ("The text of one", "adcli samples newton"),
    ("Differentiate one", "adcli samples newton | adcli grad -"),
    ("A copy, to change it", "adcli samples newton > newton.ad"),
]


@click.command("samples", cls=Command, examples=EXAMPLES)
@click.argument("name", metavar="[NAME]", required=False, shell_complete=samples)
@options.no_color
@options.json
def command(name: str | None, json: bool, no_color: bool) -> None:
    """The samples that come with adcli: what each one shows; or the text of one, NAME, as its file has it."""
    from adcli.language.files.samples import names, sample_named, short_name
    from adcli.language.mistakes.spelling import nearest

    reporter = Reporter.here(json=json, no_color=no_color)
    chosen = names() if name is None else [name]
    found = [sample for sample in map(sample_named, chosen) if sample is not None]
    if name is not None and not found:
        raise _unknown(name, nearest(short_name(name), names()))
    if json:
        reporter.document({"samples": [sample._asdict() for sample in found]})
    elif name is not None:
        reporter.write([found[0].text])
    else:
        from adcli.show.layout.grid import pairs

        reporter.write([pairs([(sample.name, sample.title) for sample in found], reporter.page())])


def _unknown(name: str, near: str | None) -> AdError:
    hint = f"did you mean {near}?" if near else "adcli samples lists them all"
    return AdError("name", f"there is no sample `{name}`", hint=hint)
