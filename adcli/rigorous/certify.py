"""Certified answers: the numbers of an answer, proven to at least 17 digits."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TypeVar

from adcli.answers.answer import Answer
from adcli.language.points.bindings import Bindings
from adcli.language.program import Program
from adcli.text.errors import AdError

Given = TypeVar("Given", bound=Answer)


def accounted(
    answer: Given,
    program: Program,
    bindings: Bindings,
    *,
    wrt: str | None = None,
    output: str | None = None,
    digits_report: bool = False,
    certify: bool = False,
) -> Given:
    """The answer with the account of its accuracy that is asked for (see `with_digits`, `certified`)."""
    if digits_report:
        from adcli.derivatives.questions.digits import with_digits

        answer = with_digits(answer, program, bindings, wrt=wrt, output=output)
    return certified(answer, program, bindings, wrt=wrt, output=output) if certify else answer


def certified(
    answer: Given, program: Program, bindings: Bindings, *, wrt: str | None = None, output: str | None = None
) -> Given:
    """The answer (values, a gradient, a Jacobian or a Hessian) with enclosures of its true numbers.

    Literals, bindings and defaults are what they are written as: 0.1 is 1/10. What cannot be proven
    says why. Raises AdError where python-flint is not installed.
    """
    if find_spec("flint") is None:
        raise AdError("usage", '--certify needs python-flint: pip install "adcli[rigorous]"')
    from adcli.rigorous.proof import prove

    return prove(answer, program, bindings, wrt, output)
