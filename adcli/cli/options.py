"""The options that several commands share, declared once."""

from __future__ import annotations

import click

from adcli.cli.completion import programs

source = click.argument("source", metavar="SOURCE", shell_complete=programs)
VALUES = (
    "numbers and constant expressions (pi/4), files with arrays (v=@data.csv), or a file with all of "
    "it (@point.json). May be given several times; the later value wins."
)
at = click.option("--at", multiple=True, metavar="NAME=VALUE,...", help=f"The point: {VALUES}")
at_of_records = click.option(
    "--at", multiple=True, metavar="NAME=VALUE,...", help=f"What the records leave open: {VALUES}"
)


def one_list(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> str | None:
    """An option that was given several times, as one that names it all."""
    return ",".join(values) if values else None


wrt = click.option(
    "--wrt",
    multiple=True,
    callback=one_list,
    metavar="NAME,...",
    help="Differentiate by these inputs only, in this order; the others are constants.",
)
output = click.option(
    "--output",
    metavar="NAME,...",
    help="The outputs that are meant, where there are several; any variable of the program will do.",
)
mode = click.option(
    "--mode",
    type=click.Choice(["auto", "forward", "reverse"]),
    default="auto",
    show_default=True,
    help="The mode of differentiation; auto takes the cheaper one.",
)
tangent = click.option(
    "--tangent",
    multiple=True,
    metavar="NAME=VALUE,...",
    help="The direction: a number or an array for each input or element (x[0]=1) that moves; "
    "what is left out is 0. Or a list of all, in their order.",
)
adjoint = click.option(
    "--adjoint",
    multiple=True,
    metavar="NAME=VALUE,...",
    help="The weights: a number or an array for each output or element (y[0]=1) that counts; "
    "what is left out is 0. Or a list of all, in their order.",
)
json = click.option(
    "--json", is_flag=True, help="Print JSON, a document a line; an error's is the last line of stderr."
)
csv = click.option("--csv", is_flag=True, help="Print CSV, for a spreadsheet.")
REFUSES = "adcli.refuses_kinks"  # in the context's meta


def _kinks(context: click.Context, _: click.Parameter, value: str) -> None:
    context.meta[REFUSES] = value == "error"


def refuses_kinks() -> bool:
    """Whether the command that runs has `--kinks error`."""
    return bool(click.get_current_context().meta.get(REFUSES))


kinks = click.option(
    "--kinks",
    type=click.Choice(["warn", "error"]),
    default="warn",
    show_default=True,
    expose_value=False,
    callback=_kinks,
    help="What to do where the function bends or jumps at the point.",
)
MOST_DIGITS = 17  # the most that a double has


def _digits(_: click.Context, parameter: click.Parameter, value: int | None) -> int | None:
    if value is not None and not 1 <= value <= MOST_DIGITS:
        raise click.BadParameter(f"{value} is not between 1 and {MOST_DIGITS}", param=parameter)
    return value


def from_zero(_: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    """A number that is not negative."""
    if value is not None and not value >= 0:
        raise click.BadParameter(f"{value:g} is not 0 or more", param=parameter)
    return value


digits = click.option(
    "--digits",
    type=int,
    callback=_digits,
    metavar="N",
    help="Significant digits. [default: 8 in a terminal, otherwise as many as the number has]",
)
quiet = click.option("--quiet", is_flag=True, help="No warnings and notes on stderr.")
no_color = click.option(
    "--no-color", is_flag=True, help="No colours; NO_COLOR does the same, FORCE_COLOR the opposite."
)
