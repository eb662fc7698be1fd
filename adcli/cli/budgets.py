"""--max-steps and --max-depth: the budgets of a run, on every command that runs a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from adcli.language.program import Program

META = "adcli.budgets"


def _keep(context: click.Context, parameter: click.Parameter, value: int | None) -> None:
    if value is None:
        return
    if value < 1:
        raise click.BadParameter("at least 1", param=parameter)
    context.meta.setdefault(META, {})[parameter.name] = value


def budget_options() -> list[click.Option]:
    """The options; their values wait in the context for `allow`."""
    return [
        click.Option(
            ["--max-steps", "steps"],
            type=int,
            metavar="N",
            expose_value=False,
            callback=_keep,
            help="How many steps a program may take; arrays count by their size. [default: 12000000]",
        ),
        click.Option(
            ["--max-depth", "depth"],
            type=int,
            metavar="N",
            expose_value=False,
            callback=_keep,
            help="How deep calls may nest (recursion ends). [default: 10000]",
        ),
    ]


def allow(program: Program) -> Program:
    """The program, with the budgets that the command line gives it."""
    asked = click.get_current_context().meta.get(META)
    if asked:
        from adcli.language.tracer import Limits

        program.limits = Limits(**asked)
    return program
