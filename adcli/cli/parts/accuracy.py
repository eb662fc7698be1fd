"""--digits-report and --certify: how good an answer is, on the commands that can tell."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from adcli.text.errors import AdError

if TYPE_CHECKING:
    from adcli.answers.answer import Answer
    from adcli.language.points.bindings import Bindings
    from adcli.language.program import Program

    Given = TypeVar("Given", bound=Answer)

REPORT = click.option(
    "--digits-report",
    is_flag=True,
    help="Conditions, bounds of the rounding errors, and the number of digits that can be trusted.",
)
CERTIFY = click.option(
    "--certify",
    is_flag=True,
    help="Prove at least 17 digits by ball arithmetic, with numbers as they are written: 0.1 is 1/10.",
)


class Accuracy(NamedTuple):
    """What the user wants to know about an answer's accuracy."""

    digits_report: bool = False
    certify: bool = False

    def alone(self, **others: bool) -> None:
        """Raises where options are given that want an answer without it."""
        own = "--digits-report" if self.digits_report else "--certify"
        for name, given in others.items():
            if given and (self.digits_report or self.certify):
                raise AdError("usage", f"{own} and --{name} exclude each other")

    def of(
        self, answer: Given, program: Program, bindings: Bindings, wrt: str | None, output: str | None
    ) -> Given:
        """The answer with what is wanted."""
        if not (self.digits_report or self.certify):
            return answer
        from adcli.rigorous.certify import accounted

        wishes = {"digits_report": self.digits_report, "certify": self.certify}
        return accounted(answer, program, bindings, wrt=wrt, output=output, **wishes)


def accuracy(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """Adds --digits-report and --certify, and hands the command an `Accuracy` for them."""

    @wraps(command)
    def wrapped(*arguments: Any, digits_report: bool, certify: bool, **rest: Any) -> int | None:
        return command(*arguments, accuracy=Accuracy(digits_report, certify), **rest)

    return REPORT(CERTIFY(wrapped))


def certifying(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """The same with --certify alone, for values without derivatives."""

    @wraps(command)
    def wrapped(*arguments: Any, certify: bool, **rest: Any) -> int | None:
        return command(*arguments, accuracy=Accuracy(False, certify), **rest)

    return CERTIFY(wrapped)
