"""The options that several commands share, declared once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from adcli.cli.parts.completion import programs

if TYPE_CHECKING:
    from adcli.language.files.dialects import Dialect

F = TypeVar("F", bound=Callable[..., Any])

source = click.argument("source", metavar="SOURCE", shell_complete=programs)
VALUES = (
    "numbers and constant expressions (pi/4), files with arrays (v=@data.csv), or a file with all of "
    "it (@point.json). May be given several times; the later value wins."
)
DELIMITERS = ("comma", "semicolon", "tab", "space", "bar")
DIALECT = "adcli.dialect"  # in the context's meta: delimiter and decimal mark, as far as they are given


def _delimiter(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is None:
        return
    from adcli.language.files import dialects

    sign = dialects.DELIMITERS.get(value, value.replace("\\t", "\t"))
    if len(sign) != 1 or sign.isalnum() or sign in '"\r\n.+-':
        told = f"{value!r} is neither a sign nor one of {', '.join(DELIMITERS)}"
        raise click.BadParameter(told, param=parameter)
    context.meta[f"{DIALECT}.delimiter"] = sign


def _decimal(context: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        context.meta[f"{DIALECT}.decimal"] = {"point": ".", "comma": ","}.get(value, value)


def dialect() -> Dialect | None:
    """What --delimiter and --decimal say of tables in files, if they say anything."""
    meta = click.get_current_context().meta
    delimiter, decimal = meta.get(f"{DIALECT}.delimiter"), meta.get(f"{DIALECT}.decimal")
    if delimiter is None and decimal is None:
        return None
    from adcli.language.files.dialects import Dialect

    return Dialect(delimiter, decimal)


delimiter = click.option(
    "--delimiter",
    metavar="SIGN",
    expose_value=False,
    callback=_delimiter,
    help=f"What stands between the cells of .csv and .tsv files: {', '.join(DELIMITERS)} or the sign "
    "itself. Without it, that is told from the file.",
)
decimal = click.option(
    "--decimal",
    type=click.Choice(["point", "comma", ".", ","]),
    metavar="point|comma",
    expose_value=False,
    callback=_decimal,
    help="The decimal mark in such files. Without it, that is told from the file.",
)


def _point(what: str) -> Callable[[F], F]:
    """The option --at with what may be said of its files."""
    option = click.option("--at", multiple=True, metavar="NAME=VALUE,...", help=f"{what}: {VALUES}")
    return lambda command: option(delimiter(decimal(command)))


at = _point("The point")
at_of_records = _point("What the records leave open")


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
WHOLE = "adcli.whole"  # in the context's meta


def _whole(context: click.Context, _: click.Parameter, value: bool) -> None:
    context.meta[WHOLE] = value


def shows_all() -> bool:
    """Whether the command that runs has `--all`."""
    return bool(click.get_current_context().meta.get(WHOLE))


whole = click.option(
    "--all",
    is_flag=True,
    expose_value=False,
    callback=_whole,
    help="Long tables, loops and arrays whole, in a terminal too.",
)
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
