"""The shape of a command: how click takes its arguments apart, and how its help looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from adcli.cli.parts.arguments import one_source, reject_near_option, split
from adcli.cli.parts.budgets import budget_options, seconds, size_allowed
from adcli.cli.process.environment import Environment
from adcli.text.errors import AdError

GROUPS = {  # of the options in help, in this order
    "Point": "at tangent adjoint seed delimiter decimal",
    "What": "wrt output order diagonal eig sparse pattern plan expect rtol atol strict vary-h "
    "digits-report certify",
    "How": "mode method format kinks",
    "Output": "json csv o explain all digits max-errors quiet no-color help",
    "Limits": "max-steps max-depth max-bytes timeout",
}
WIDEST_NAME = 26  # of an option with its value; what is said of longer ones begins on the next line


def group_of(option: click.Option) -> str:
    """The group in which help shows an option."""
    name = option.opts[0].lstrip("-")
    return next((group for group, names in GROUPS.items() if name in names.split()), "What")


def _show_help(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        context.find_object(Environment).stdout.write(context.get_help() + "\n")  # type: ignore[union-attr]
        context.exit()


def help_option() -> click.Option:
    """`--help`, also `-h`, written to the environment's stdout."""
    return click.Option(
        ["--help", "-h"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_help,
        help="This text.",
    )


class Command(click.Command):
    """A command with examples in its help; options are recognised by their exact names only."""

    def __init__(self, *args: Any, examples: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        kwargs["add_help_option"] = False
        super().__init__(*args, **kwargs)
        self.params.append(help_option())
        self.examples = tuple(examples)

    def declared(self) -> dict[str, bool]:
        """The names of the options, and whether each takes a value."""
        return {
            name: not option.is_flag
            for option in self.params
            if isinstance(option, click.Option)
            for name in option.opts
            if name != "-h"  # beside other arguments this is an expression
        }

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if ctx.resilient_parsing:
            args = _complete_ones(args, self.declared())
        options, words = split(args, self.declared())
        if not ctx.resilient_parsing and "--help" not in options:
            self.check_words(words, args)
        return super().parse_args(ctx, [*options, "--", *words])

    def check_words(self, words: Sequence[str], args: Sequence[str]) -> None:
        """Raise a usage error for words among the arguments that the command has no use for."""
        for word in words:
            reject_near_option(word, list(self.declared()))
        most = sum(isinstance(parameter, click.Argument) for parameter in self.params)
        if len(words) > most:
            message = f"`{words[most]}` is one argument too many"
            raise AdError("usage", message, hint=f"adcli {self.name} --help says more")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        told: dict[str, list[tuple[str, str]]] = {group: [] for group in GROUPS}
        options = [option for option in self.params if isinstance(option, click.Option)]
        for option in options:
            if record := option.get_help_record(ctx):
                told[group_of(option)].append(record)
        names = [len(name) for records in told.values() for name, _ in records]
        widest = max(length for length in names if length <= WIDEST_NAME)
        for group, records in told.items():
            if records:
                with formatter.section(group):
                    formatter.write_dl([(name.ljust(widest), says) for name, says in records])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.examples:
            with formatter.section("Examples"):
                for says, line in self.examples:
                    formatter.write(f"  {says}:\n    {line}\n")


def _complete_ones(args: Sequence[str], takes_value: Mapping[str, bool]) -> list[str]:
    """The arguments of a line that is being typed, without an option whose value is still to come."""
    try:
        split(args, takes_value)
    except AdError:
        return list(args[:-1])
    return list(args)


class SourceCommand(Command):
    """A command on one SOURCE: an expression, a file or standard input."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params[-1:-1] = budget_options()

    def invoke(self, ctx: click.Context) -> Any:
        with size_allowed():
            time = seconds()
            if time is None:
                return super().invoke(ctx)
            from adcli.cli.process.deadline import deadline

            with deadline(time):
                return super().invoke(ctx)

    def check_words(self, words: Sequence[str], args: Sequence[str]) -> None:
        one_source(words, self.name or "", self.declared(), args)
