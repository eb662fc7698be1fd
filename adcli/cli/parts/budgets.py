"""--max-steps, --max-depth, --max-bytes and --timeout: budgets, on every command that runs a program."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from adcli.language.program import Program
    from adcli.language.state.budget import Limits

META = "adcli.budgets"
SIZE = "adcli.size"
TIME = "adcli.timeout"


def _keep(context: click.Context, parameter: click.Parameter, value: int | None) -> None:
    if value is None:
        return
    if value < 1:
        raise click.BadParameter(f"{value} is less than 1", param=parameter)
    context.meta.setdefault(META, {})[parameter.name] = value


def _keep_size(context: click.Context, parameter: click.Parameter, value: int | None) -> None:
    if value is None:
        return
    if value < 1:
        raise click.BadParameter(f"{value} is less than 1", param=parameter)
    context.meta[SIZE] = value


def _keep_time(context: click.Context, parameter: click.Parameter, value: float | None) -> None:
    if value is None:
        return
    if not value > 0:
        raise click.BadParameter(f"{value:g} is not more than 0", param=parameter)
    context.meta[TIME] = value


def size_allowed() -> AbstractContextManager[None]:
    """Within it files may be as long as the command line says."""
    size = click.get_current_context().meta.get(SIZE)
    if size is None:
        return nullcontext()
    from adcli.language.files.contents import allowing

    return allowing(size)


def seconds() -> float | None:
    """The time that the command line gives, in seconds."""
    time: float | None = click.get_current_context().meta.get(TIME)
    return time


def budget_options(help_on_time: str = "Stop after so many seconds.") -> list[click.Option]:
    """The options; their values wait in the context for `limits` and `seconds`."""
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
        click.Option(
            ["--max-bytes"],
            type=int,
            metavar="N",
            expose_value=False,
            callback=_keep_size,
            help="How long a file may be. [default: 10000000 bytes of a program, 200000000 of numbers]",
        ),
        click.Option(
            ["--timeout"],
            type=float,
            metavar="SECONDS",
            expose_value=False,
            callback=_keep_time,
            help=f"{help_on_time} [default: never]",
        ),
    ]


def allow(program: Program) -> Program:
    """The program, with the budgets that the command line gives it."""
    program.limits = limits() or program.limits
    return program


def limits() -> Limits | None:
    """The budgets that the command line gives, if any."""
    asked = click.get_current_context().meta.get(META)
    if not asked:
        return None
    from adcli.language.state.budget import Limits

    return Limits(**asked)
