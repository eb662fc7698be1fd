"""adcli: exact derivatives of expressions and small programs.

>>> import adcli
>>> adcli.grad("x^2*y", x=2, y=3).gradient
{'x': 12.0, 'y': 4.0}
"""

from __future__ import annotations

from adcli.given import asking
from adcli.version import __version__

TYPE_CHECKING = False  # as in `typing`, which takes longer to load than all that is needed at once

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any, Literal, TypeVar, overload

    from adcli.answers.answer import Answer
    from adcli.answers.comparison import Comparison, Method
    from adcli.answers.matrices import Hessian, Jacobian
    from adcli.answers.products import AdjointProduct, HessianProduct, TangentProduct
    from adcli.answers.series import Mixed, Taylor
    from adcli.answers.sparse import SparseHessian, SparseJacobian
    from adcli.answers.steps import Steps
    from adcli.answers.values import Evaluation, Gradient
    from adcli.derivatives.questions.model import Model
    from adcli.language.points.bindings import Bindings
    from adcli.language.program import Program
    from adcli.text.errors import AdError

    Given = TypeVar("Given", bound=Answer)
    Point = Mapping[str, Any] | None

__all__ = [
    "AdError",
    "__version__",
    "check",
    "diff",
    "eval",
    "grad",
    "hess",
    "hvp",
    "jac",
    "jvp",
    "load",
    "trace",
    "vjp",
]


def __getattr__(name: str) -> Any:
    """`AdError` is imported where it is first asked for."""
    if name == "AdError":
        from adcli.text.errors import AdError

        return AdError
    raise AttributeError(f"module 'adcli' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


@asking
def load(source: str | Path) -> Model:
    """The program in a file, or in a text that does not end in .ad, for use at many points.

    Every function here takes it in place of a text. Raises AdError for what cannot be read (file,
    syntax, name).
    """
    from adcli.derivatives.questions.model import Model
    from adcli.language.files.programs import read_source
    from adcli.language.program import load as load_source
    from adcli.text.source import Source

    is_text = isinstance(source, str) and ("\n" in source or not source.endswith(".ad"))
    program = load_source(Source(str(source)) if is_text else read_source(str(source)))
    return Model(program.source, program.syntax, program.scope)


def _program(text: str | Program) -> Program:
    from adcli.language.program import Program
    from adcli.language.program import load as load_source
    from adcli.text.source import Source

    if isinstance(text, Program):
        return text
    if str(text).endswith(".ad") and "\n" not in str(text):
        from adcli.text.errors import AdError

        hint = f'adcli.load("{text}") reads it, and its answer is taken in place of a text'
        raise AdError("usage", f"`{text}` is the name of a file", hint=hint)
    return load_source(Source(text))


def _question(text: str | Program, at: Point, point: Mapping[str, Any]) -> tuple[Program, Bindings]:
    """The program, and its point by `at` and by keywords."""
    return _program(text), _bindings({**(at or {}), **point})


def _bindings(values: Mapping[str, Any]) -> Bindings:
    from adcli.language.points.bindings import bindings_of

    return bindings_of(values)


def _accounted(
    answer: Given, program: Program, bindings: Bindings, wrt: str | None, output: str | None, **asked: bool
) -> Given:
    """The answer with the account of its accuracy that is asked for."""
    if not any(asked.values()):
        return answer
    from adcli.rigorous.certify import accounted

    return accounted(answer, program, bindings, wrt=wrt, output=output, **asked)


@asking
def eval(
    text: str | Program,
    /,
    *,
    at: Point = None,
    output: str | None = None,
    certify: bool = False,
    **point: Any,
) -> Evaluation:
    """The value of an expression or program at a point (`at`, or keywords).

    `certify` proves its digits. Raises AdError where there is none.
    """
    from adcli.derivatives.questions.value import evaluate

    program, bindings = _question(text, at, point)
    answer = evaluate(program, bindings, output=output)
    return _accounted(answer, program, bindings, None, output, certify=certify)


@asking
def grad(
    text: str | Program,
    /,
    *,
    at: Point = None,
    wrt: str | None = None,
    output: str | None = None,
    mode: str = "auto",
    digits_report: bool = False,
    certify: bool = False,
    **point: Any,
) -> Gradient:
    """The value and gradient of a scalar at a point (`at`, for names that collide, or keywords).

    `wrt` (or a list of names), `output`, `mode`, `digits_report` and `certify` are those of the
    command line. Raises AdError where there is no value.
    """
    from adcli.derivatives.questions.gradient import gradient

    program, bindings = _question(text, at, point)
    answer = gradient(program, bindings, wrt=wrt, output=output, mode=mode)
    asked = {"digits_report": digits_report, "certify": certify}
    return _accounted(answer, program, bindings, wrt, output, **asked)


@asking
def check(
    text: str | Program,
    /,
    *,
    at: Point = None,
    wrt: str | None = None,
    output: str | None = None,
    method: Method = "central",
    expect: str | Mapping[str, Any] | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    **point: Any,
) -> Comparison:
    """The derivatives at a point held against finite differences, or those that are expected against AD.

    `expect` is what `--expect` takes (`x=2*x*y`, `@g.json`), or numbers and arrays by name; an error
    of `atol + rtol*|derivative|` is allowed instead of the derived tolerance. The answer's `ok` is
    False where one disagrees, its `complete` also where something is not given or cannot be told.
    Raises AdError where there is no value.
    """
    from adcli.answers.comparison import Allowance
    from adcli.compare.comparison import comparison
    from adcli.compare.yours.own import own_gradient

    program, bindings = _question(text, at, point)
    allowance = Allowance.asked(rtol, atol)
    if expect is not None:
        expected = [expect] if isinstance(expect, str) else expect
        return own_gradient(program, bindings, expected, wrt=wrt, output=output, allowance=allowance)
    return comparison(program, bindings, wrt=wrt, output=output, method=method, allowance=allowance)


@asking
def diff(
    text: str | Program,
    /,
    *,
    at: Point = None,
    order: int | None = None,
    wrt: str | None = None,
    output: str | None = None,
    **point: Any,
) -> Taylor | Mixed:
    """Derivatives of order 0 to `order` by one variable (4 by default), and its Taylor coefficients.

    `wrt` names the variable where there are several inputs; `wrt="x,x,y"` is that one mixed
    partial. Raises AdError where there is no value.
    """
    from adcli.derivatives.questions.taylor import diff as derivatives_of

    program, bindings = _question(text, at, point)
    return derivatives_of(program, bindings, order=order, wrt=wrt, output=output)


# fmt: off
if TYPE_CHECKING:
    @overload
    def jac(
        text: str | Program, /, *, at: Point = None, wrt: str | None = None, output: str | None = None,
        mode: str = "auto", sparse: Literal[False] = False, digits_report: bool = False,
        certify: bool = False, **point: Any,
    ) -> Jacobian: ...
    @overload
    def jac(
        text: str | Program, /, *, at: Point = None, wrt: str | None = None, output: str | None = None,
        mode: str = "auto", sparse: Literal[True], **point: Any,
    ) -> SparseJacobian: ...
# fmt: on


@asking
def jac(
    text: str | Program,
    /,
    *,
    at: Point = None,
    wrt: str | None = None,
    output: str | None = None,
    mode: str = "auto",
    sparse: bool = False,
    digits_report: bool = False,
    certify: bool = False,
    **point: Any,
) -> Jacobian | SparseJacobian:
    """The derivative of every output element by every input element; `.array` is a NumPy array.

    `sparse` gives the entries that can be different from 0, as coordinates. Raises AdError where
    there is no value, and for a matrix that is too large to be laid out in full.
    """
    from adcli.derivatives.questions.jacobian import jacobian, sparse_jacobian

    program, bindings = _question(text, at, point)
    if sparse:
        return sparse_jacobian(program, bindings, wrt=wrt, output=output, mode=mode)
    answer = jacobian(program, bindings, wrt=wrt, output=output, mode=mode)
    asked = {"digits_report": digits_report, "certify": certify}
    return _accounted(answer, program, bindings, wrt, output, **asked)


# fmt: off
if TYPE_CHECKING:
    @overload
    def hess(
        text: str | Program, /, *, at: Point = None, wrt: str | None = None, output: str | None = None,
        diagonal: bool = False, eigenvalues: bool = False, sparse: Literal[False] = False,
        digits_report: bool = False, certify: bool = False, **point: Any,
    ) -> Hessian: ...
    @overload
    def hess(
        text: str | Program, /, *, at: Point = None, wrt: str | None = None, output: str | None = None,
        sparse: Literal[True], **point: Any,
    ) -> SparseHessian: ...
# fmt: on


@asking
def hess(
    text: str | Program,
    /,
    *,
    at: Point = None,
    wrt: str | None = None,
    output: str | None = None,
    diagonal: bool = False,
    eigenvalues: bool = False,
    sparse: bool = False,
    digits_report: bool = False,
    certify: bool = False,
    **point: Any,
) -> Hessian | SparseHessian:
    """The value, gradient and Hessian of a scalar; `.array` is a NumPy array.

    `diagonal` forms no matrix; `sparse` gives the entries that can be different from 0, as
    coordinates. Raises AdError where there is no value, or several outputs.
    """
    from adcli.derivatives.questions.hessian import hessian, sparse_hessian

    program, bindings = _question(text, at, point)
    if sparse:
        return sparse_hessian(program, bindings, wrt=wrt, output=output)
    answer = hessian(program, bindings, wrt=wrt, output=output, diagonal=diagonal, eigenvalues=eigenvalues)
    asked = {"digits_report": digits_report, "certify": certify}
    return _accounted(answer, program, bindings, wrt, output, **asked)


@asking
def jvp(
    text: str | Program,
    /,
    tangent: Mapping[str, Any],
    *,
    at: Point = None,
    wrt: str | None = None,
    output: str | None = None,
    **point: Any,
) -> TangentProduct:
    """The derivative of every output along a tangent, given by input; what is left out is 0.

    Raises AdError where there is no value, and for names and shapes that are not the program's.
    """
    from adcli.derivatives.questions.products import jvp as product

    program, bindings = _question(text, at, point)
    return product(program, bindings, _bindings(tangent), wrt=wrt, output=output)


@asking
def vjp(
    text: str | Program,
    /,
    adjoint: Mapping[str, Any],
    *,
    at: Point = None,
    wrt: str | None = None,
    output: str | None = None,
    **point: Any,
) -> AdjointProduct:
    """The derivative of Σ ȳ y by every input, from the adjoints ȳ by output; what is left out is 0.

    Raises AdError where there is no value, and for names and shapes that are not the program's.
    """
    from adcli.derivatives.questions.products import vjp as product

    program, bindings = _question(text, at, point)
    return product(program, bindings, _bindings(adjoint), wrt=wrt, output=output)


@asking
def hvp(
    text: str | Program,
    /,
    tangent: Mapping[str, Any],
    *,
    at: Point = None,
    wrt: str | None = None,
    output: str | None = None,
    **point: Any,
) -> HessianProduct:
    """The Hessian of a scalar times a tangent, given by input, without the Hessian.

    Raises AdError where there is no value, and for names and shapes that are not the program's.
    """
    from adcli.derivatives.questions.products import hvp as product

    program, bindings = _question(text, at, point)
    return product(program, bindings, _bindings(tangent), wrt=wrt, output=output)


@asking
def trace(
    text: str | Program,
    /,
    *,
    at: Point = None,
    wrt: str | None = None,
    output: str | None = None,
    mode: str = "auto",
    seed: str | None = None,
    **point: Any,
) -> Steps:
    """The sweeps step by step: every node with its value, and its adjoint or its tangents.

    `seed` takes one forward sweep, along that input. Raises AdError where there is no value, or
    several outputs.
    """
    from adcli.derivatives.tracing.trace import trace as steps_of

    program, bindings = _question(text, at, point)
    return steps_of(program, bindings, wrt=wrt, output=output, mode=mode, seed=seed)
