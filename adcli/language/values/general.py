"""Numbers where one is wanted, and operations on whatever the registers hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adcli.language.compiling.instructions import Builtin
from adcli.language.grammar.tree import Kind
from adcli.language.state.registers import Array, Items, Range, is_array, is_scalar, kind_of
from adcli.language.state.run import check_size
from adcli.language.values import arrays
from adcli.text.errors import AdError
from adcli.text.source import Span

if TYPE_CHECKING:
    from adcli.language.state.run import Run


LARGEST_WHOLE = 2.0**53  # from here on doubles leave whole numbers out


def number(t: Run, x: Any, place: int, arrays_too: bool = False) -> Any:
    """A float or a node; true and false count as 1 and 0; or an array where that will do."""
    if isinstance(x, bool):
        return float(x)
    if isinstance(x, (float, int)) or (arrays_too and is_array(x)):
        return x
    if arrays_too and isinstance(x, (tuple, list, Items)):
        return array(t, x, place)
    if x is None:
        raise without_value(t, place)
    if isinstance(x, Builtin) and t.syntax.parts[place] == (x.name,):
        raise without_argument(x.name, t.syntax.span(place), f"add --at {x.name}=…")
    raise AdError("shape", f"a number is wanted here, not {kind_of(x)}", t.syntax.span(place))


def without_value(t: Run, place: int) -> AdError:
    """The error of a name that has no value yet, or of a call that returned none."""
    kind, parts = t.syntax.kinds[place], t.syntax.parts[place]
    if kind == Kind.CALL or kind == Kind.DEF:  # a file may be nothing but a function
        name = parts[0] if kind == Kind.DEF else t.syntax.text(parts[0])
        hint = "end every way through the function with return …"
        return AdError("name", f"`{name}` returned no value", t.syntax.span(place), hint=hint)
    return AdError("name", f"`{t.syntax.text(place)}` has no value here yet", t.syntax.span(place))


def without_argument(name: str, span: Span | None, hint: str) -> AdError:
    """The error of a function of ours that stands where a number is wanted."""
    message = f"`{name}` is a function, and has no argument here"
    return AdError("missing", message, span, hint=f"write {name}(…); or {hint}")


def array(t: Run, x: Any, place: int) -> Array:
    """An array; a group, a range or the items of `… for …` become one."""
    if is_array(x):
        return x  # type: ignore[no-any-return]
    if isinstance(x, Range):
        check_size(t, (len(x),), place)
        return x.array()
    if isinstance(x, (tuple, list, Items)):
        found: Array = arrays.array_of(t, [number(t, i, place, arrays_too=True) for i in x], place)
        return found
    what = "a number" if is_scalar(x) else kind_of(x)
    raise AdError("shape", f"an array is wanted here, not {what}", t.syntax.span(place))


def operands(t: Run, place: int, count: int) -> list[int]:
    """The nodes of the syntax tree that an operation's operands come from."""
    from adcli.language.grammar.tree import operands as of

    found = of(t.syntax, place)
    return found if len(found) == count else [place] * count


def nary(t: Run, slot: int, arguments: tuple[Any, ...], place: int, spare: Any = None) -> Any:
    """An operation on whatever the registers hold: scalars, or arrays element by element.

    `spare` is an argument that nothing else holds and nothing will read, if there is one.
    """
    numbers: Any = arguments
    if not all(map(_is_plain, arguments)):
        nodes = operands(t, place, len(arguments))
        numbers = [number(t, x, node, arrays_too=True) for x, node in zip(arguments, nodes, strict=True)]
    if all(map(is_scalar, numbers)):
        return t.scalar(slot, list(numbers), place)
    return arrays.elementwise(t, t.compiled.operations[slot][0], numbers, place, spare)


def _is_plain(x: Any) -> bool:
    """Whether a value is a number already: a float, a node or an array."""
    return type(x) is float or type(x) is int or is_array(x)


def unary(t: Run, slot: int, x: Any, place: int) -> Any:
    return nary(t, slot, (x,), place)


def binary(t: Run, slot: int, x: Any, y: Any, place: int, spare: Any = None) -> Any:
    return nary(t, slot, (x, y), place, spare)


def value_node(t: Run, place: int) -> int:
    """The expression in a statement that is one, or that assigns one."""
    kind, parts = t.syntax.kinds[place], t.syntax.parts[place]
    if kind == Kind.EXPRESSION:
        return int(parts[0])
    return int(parts[1]) if kind == Kind.ASSIGN else place


def result(t: Run, x: Any, place: int) -> Any:
    """A value as an output."""
    if x is None:
        raise without_value(t, value_node(t, place))
    if isinstance(x, list):
        return array(t, x, place)
    return number(t, x, place, arrays_too=True)


def whole(t: Run, x: Any, place: int) -> int:
    """A whole number, as bounds and indices are; a guard is left where it depends on an input."""
    from adcli.language.state.guards import Guard

    value = t.value_of(number(t, x, place))
    if not abs(value) < LARGEST_WHOLE or int(value) != value:
        raise AdError("shape", f"a whole number is wanted here, not {value:g}", t.syntax.span(place))
    if type(x) is int:
        t.guards.append(Guard("is", x, value, True, 0.0, place, False, len(t.builder.nodes)))
    return int(value)
