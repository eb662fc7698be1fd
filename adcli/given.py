"""What callers of the library give: each argument by its name, or an error that says what to give."""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`: the library's face loads this file, and it has to be light

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from adcli.text.errors import AdError

    Asking = TypeVar("Asking", bound=Callable[..., Any])

OPTION = "add --at "  # how a hint to give values begins, on the command line


def asking(function: Asking) -> Asking:
    """The function, of arguments that were looked at: of what is not of its kind, AdError (usage)."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    options = {*names[code.co_posonlyargcount :], *(function.__kwdefaults__ or {})} & KINDS.keys()

    def asked(*given: Any, **named: Any) -> Any:
        for name in options & named.keys():
            named[name] = KINDS[name](name, named[name])
        if any(name in KINDS for name in names[: len(given)]):
            looked = [
                KINDS[name](name, x) if name in KINDS else x for name, x in zip(names, given, strict=False)
            ]
            given = (*looked, *given[len(looked) :])
        try:
            return function(*given, **named)
        except Exception as error:
            hint = getattr(error, "hint", "")
            if "--" in hint or "`adcli " in hint:
                error.hint = _in_python(hint, code.co_varnames)  # type: ignore[attr-defined]
            raise

    for name in ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__"):
        setattr(asked, name, getattr(function, name))
    asked.__wrapped__ = function  # type: ignore[attr-defined]  # whose signature is shown
    return asked  # type: ignore[return-value]


def _in_python(hint: str, names: tuple[str, ...]) -> str:
    """A hint for the command line, as one for callers of a function with these arguments."""
    import re
    from keyword import iskeyword

    def given(found: re.Match[str]) -> str:
        pairs = [pair.partition("=") for pair in found[1].split(",")]
        at = f"{{{', '.join(f'{name!r}: {value}' for name, _, value in pairs)}}}"
        if "point" in names and "text" not in names:
            return f"add {at[1:-1]} to the point"
        words = ", ".join(f"{name}={value}" for name, _, value in pairs)
        free = not any(iskeyword(name) or name in names for name, _, _ in pairs)
        return f"add {words}, or at={at}" if free else f"add at={at}"

    hint = re.sub(r"--(output|wrt|mode) ([\w[\]]+(?:,[\w[\]]+)*)", r'\1="\2"', hint)
    hint = re.sub(r"--(output|wrt|mode|seed)\b", r"\1=", re.sub(r"`adcli (\w+)`", r"`adcli.\1`", hint))
    return re.sub(rf"{OPTION}(\S+=(?:…|\[…\])(?:,\S+?=(?:…|\[…\]))*)", given, hint)


def _no(name: str, what: str, value: Any, hint: str = "") -> AdError:
    from reprlib import repr as short

    from adcli.text.errors import AdError

    return AdError("usage", f"`{name}` is {what}, not {short(value)}", hint=hint)


def _source(name: str, value: Any) -> Any:
    """A text, a file's name, or a program that was loaded."""
    if isinstance(value, str) or hasattr(value, "syntax") or hasattr(value, "__fspath__"):
        return value
    if callable(value):
        hint = 'write it as text, as in adcli.grad("x^2*y", x=2, y=3), or as def f(x, y): … with its body'
        raise _no("text", "an expression or a program, as a text", value, hint)
    raise _no("text", "an expression or a program, as a text", value, 'as in "x^2*y"')


def _names(name: str, value: Any) -> str | None:
    """Names of inputs, or of elements of them: "x,v[1]", or a list of such."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)) and value and all(isinstance(item, str) for item in value):
        return ",".join(value)
    raise _no(name, "the inputs to differentiate by", value, 'as in wrt="x,y", or leave it out for all')


def _label(name: str, value: Any) -> str | None:
    """The name of one output, or a list of one."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)) and len(value) == 1 and isinstance(value[0], str):
        return value[0]
    raise _no(name, "the name of one output", value, 'as in output="f", or leave it out')


def _word(name: str, value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise _no(name, "a word", value)


def _point(name: str, value: Any) -> Any:
    if value is None or (hasattr(value, "keys") and all(isinstance(key, str) for key in value)):
        return value
    from reprlib import repr as short

    from adcli.text.errors import AdError

    told = f"values are given by name, as in {{'x': 2}}, and not as {short(value)}"
    raise AdError("usage", told if name == "point" else f"`{name}`: {told}")


def _flag(name: str, value: Any) -> bool:
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    raise _no(name, "True or False", value)


def _whole(name: str, value: Any) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    if getattr(value, "shape", None) == () and hasattr(value, "__index__"):  # NumPy's
        return int(value)
    raise _no(name, "a whole number", value)


def _number(name: str, value: Any) -> float | None:
    try:
        return None if value is None else float(value)
    except (TypeError, ValueError, OverflowError):
        raise _no(name, "a number", value) from None


def _expected(name: str, value: Any) -> Any:
    if isinstance(value, (list, tuple)) and value and all(isinstance(item, str) for item in value):
        return list(value)
    return value if isinstance(value, str) else _point(name, value)


KINDS: dict[str, Callable[[str, Any], Any]] = {
    "text": _source, "source": _source, "point": _point, "at": _point, "tangent": _point,
    "adjoint": _point, "wrt": _names, "output": _label, "mode": _word, "seed": _word, "method": _word,
    "order": _whole, "rtol": _number, "atol": _number, "expect": _expected, "sparse": _flag,
    "diagonal": _flag, "eigenvalues": _flag, "digits_report": _flag, "certify": _flag,
}  # fmt: skip
