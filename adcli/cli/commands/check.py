"""`adcli check`: the derivatives against finite differences, or against the user's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from adcli.cli.parts import options, spreadsheet
from adcli.cli.parts.arguments import split
from adcli.cli.parts.command import SourceCommand
from adcli.cli.parts.reporting import Reporter, reporting
from adcli.cli.parts.sources import question
from adcli.cli.process.exits import Exit
from adcli.text.errors import AdError

if TYPE_CHECKING:
    from adcli.answers.comparison import Comparison

VARY = "--vary-h"
OWN = 'echo "2*x*y, x^2" > own.ad; adcli check "x^2*y" --at x=3,y=2 --expect @own.ad'
MATRIX = 'echo "[[2, 3], [1, 1]]" > own.json; adcli check "x*y, x + y" --at x=3,y=2 --expect @own.json'
EXAMPLES = [
    ("Against finite differences", 'adcli check "log(x1) + x1*x2 - sin(x2)" --at x1=2,x2=5'),
    ("A gradient worked out by hand", 'adcli check "x^2*y" --at x=3,y=2 --expect "x=2*x*y, y=x^2"'),
    ("A gradient in a file: a program (.ad), or numbers in .json, .npy, .csv", OWN),
    ("How the error of a difference depends on its step", 'adcli check "exp(x)" --at x=1 --vary-h'),
    ("All of a Jacobian, by a matrix in a file", MATRIX),
    ("In a script: status 1 where something disagrees", 'adcli check "tan(x)" --at x=1 --quiet > report.txt'),
]


class CheckCommand(SourceCommand):
    """A command one of whose options may stand without its value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, self._with_value(args))

    def _with_value(self, args: Sequence[str]) -> list[str]:
        """`--vary-h` as `--vary-h=`, and `--vary-h x` as `--vary-h=x` where there is a source besides."""
        if VARY not in args:
            return list(args)
        at = list(args).index(VARY)
        others, rest = list(args[:at]), list(args[at + 1 :])
        try:
            _, words = split([*others, *rest], self.declared())
        except AdError:
            return [*others, f"{VARY}=", *rest]
        takes = len(words) > 1 and bool(rest) and rest[0] in words
        return [*others, f"{VARY}={rest[0]}", *rest[1:]] if takes else [*others, f"{VARY}=", *rest]


@click.command("check", cls=CheckCommand, examples=EXAMPLES)
@options.source
@options.at
@options.wrt
@options.output
@click.option(
    "--method",
    type=click.Choice(["central", "forward", "richardson"]),
    default="central",
    show_default=True,
    help="The finite difference.",
)
@click.option(
    "--expect",
    multiple=True,
    metavar="NAME=FORMULA,...",
    help="Compare your own derivatives with those of AD: numbers or formulas in the inputs, by name "
    "(x=2*x*y, dx=12, v[0]=1) or in order (12, 9), or a file (@g.json, @g.npy, @g.csv, @g.ad). "
    "0.25 is known to half a unit of its last digit; whole numbers and formulas are exact.",
)
@click.option(
    "--rtol",
    type=float,
    callback=options.from_zero,
    metavar="R",
    help="The tolerance, in parts of each derivative, instead of the derived one.",
)
@click.option(
    "--atol",
    type=float,
    callback=options.from_zero,
    metavar="A",
    help="The same in absolute terms; with both, their sum.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="Exit status 1 also where something is inconclusive, at a kink, or not given to --expect.",
)
@click.option(
    VARY,
    "vary",
    metavar="[NAME,...]",
    help="Show the error for h from 1e-1 to 1e-15 of the point, of all inputs or these.",
)
@options.csv
@options.whole
@reporting
def command(
    reporter: Reporter,
    source: str,
    at: tuple[str, ...],
    wrt: str | None,
    output: str | None,
    method: str,
    expect: tuple[str, ...],
    rtol: float | None,
    atol: float | None,
    strict: bool,
    vary: str | None,
    csv: bool,
) -> Exit:
    """The derivatives of SOURCE at a point, held against finite differences, or against yours.

    SOURCE is an expression, a path that ends in .ad, or - for standard input. The step and the
    tolerance come from the function itself. Exit status 1 where something disagrees.
    """
    from adcli.answers.comparison import Allowance
    from adcli.compare.comparison import comparison
    from adcli.compare.yours.own import own_gradient

    if expect and (vary is not None or method != "central"):
        raise AdError(
            "usage", f"--expect compares with AD, not with differences: leave out {VARY} and --method"
        )
    if csv and vary is not None:
        raise AdError("usage", f"--csv and {VARY} exclude each other")
    spreadsheet.alone(reporter, csv)
    program, bindings = question(reporter, source, at)
    allowance = Allowance.asked(rtol, atol)
    if expect:
        answer = own_gradient(
            program, bindings, expect, wrt=wrt, output=output, allowance=allowance, dialect=options.dialect()
        )
    else:
        answer = comparison(
            program,
            bindings,
            wrt=wrt,
            output=output,
            method=method,  # type: ignore[arg-type]
            vary=vary,
            allowance=allowance,
        )
    _show(answer, reporter, csv)
    return Exit.DONE if (answer.complete if strict else answer.ok) else Exit.NO


def _show(answer: Comparison, reporter: Reporter, csv: bool) -> None:
    if csv:
        spreadsheet.show(reporter, answer)
    else:
        reporter.answer(answer)
