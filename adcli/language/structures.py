"""What registers hold besides floats and nodes of scalars: bools, tuples, functions, arrays."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from adcli.errors import AdError
from adcli.language.frames import Builtin, Closure
from adcli.language.items import Items, Range, Rows, Zipped
from adcli.language.syntax import Kind
from adcli.lazy import Lazy, np
from adcli.source import Span

if TYPE_CHECKING:
    from adcli.language import arrays
    from adcli.language.arrays import Array
    from adcli.language.tracer import Tracer
else:
    arrays = Lazy("adcli.language.arrays")


LARGEST_WHOLE = 2.0**53  # from here on doubles leave whole numbers out


def is_scalar(x: Any) -> bool:
    """A float, a node of a scalar, or a bool."""
    return isinstance(x, (float, int))


def is_array(x: Any) -> bool:
    """An array. (`language.arrays`, and NumPy with it, is imported when there is one.)"""
    return hasattr(x, "pinned")


def number(t: Tracer, x: Any, place: int, arrays_too: bool = False) -> Any:
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


def without_value(t: Tracer, place: int) -> AdError:
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


def constant(value: Any) -> Any:
    """A number of Python or NumPy as a constant in a register."""
    if isinstance(value, (int, float)):
        return float(value)
    from adcli.language.arrays import Array

    return Array(value)


def plain_value(value: Any) -> Any:
    """The value of an input: a float, or an array that the run does not write to."""
    if is_array(value):
        return value.value.copy()
    if isinstance(value, (bool, int, float)):
        return float(value)
    array = np.asarray(value, dtype=float).view()
    array.flags.writeable = False
    return array if array.ndim else float(array)


def with_node(value: Any, node: int) -> Array:
    """The array of an input."""
    from adcli.language.arrays import Array

    return Array(value, node, True)


def within(outer: Any, mask: Any) -> Any:
    """A mask inside another one."""
    if outer is None:
        return mask
    try:
        return outer & mask
    except ValueError:  # they do not speak of the same elements
        return np.asarray(mask)


def array(t: Tracer, x: Any, place: int) -> Array:
    """An array; a group, a range or the items of `… for …` become one."""
    if is_array(x):
        return x  # type: ignore[no-any-return]
    if isinstance(x, Range):
        check_size(t, (len(x),), place)
        return x.array()
    if isinstance(x, (tuple, list, Items)):
        found: arrays.Array = arrays.array_of(t, [number(t, i, place, arrays_too=True) for i in x], place)
        return found
    what = "a number" if is_scalar(x) else kind_of(x)
    raise AdError("shape", f"an array is wanted here, not {what}", t.syntax.span(place))


def kind_of(x: Any) -> str:
    """What a value is, in the user's words."""
    if x is None:
        return "a name without a value"
    if isinstance(x, (tuple, Zipped)):
        return f"a group of {len(x)} values"
    if isinstance(x, (Closure, Builtin)):
        return "a function"
    if is_array(x):
        from adcli.language.arrays import shape_text

        return f"an array of shape {shape_text(x.shape)}"
    return "a list"


def operands(t: Tracer, place: int, count: int) -> list[int]:
    """The nodes of the syntax tree that an operation's operands come from."""
    from adcli.language.faults import operands as of

    found = of(t.syntax, place)
    return found if len(found) == count else [place] * count


def nary(t: Tracer, slot: int, arguments: tuple[Any, ...], place: int, spare: Any = None) -> Any:
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


def unary(t: Tracer, slot: int, x: Any, place: int) -> Any:
    return nary(t, slot, (x,), place)


def binary(t: Tracer, slot: int, x: Any, y: Any, place: int, spare: Any = None) -> Any:
    return nary(t, slot, (x, y), place, spare)


def condition(t: Tracer, x: Any, place: int) -> Any:
    """A condition: a bool, or for an array the mask of its elements."""
    if not is_array(x):
        return truth(t, x, place)
    from adcli.language.arrays import Mask, compare

    return x if isinstance(x, Mask) else compare(t, "ne", x, 0.0, place)


def negated(t: Tracer, x: Any, place: int) -> Any:
    """`not x`, element by element for an array."""
    if not is_array(x):
        return not truth(t, x, place)
    from adcli.language.arrays import Mask, compare

    return Mask(x.value == 0, x.guards) if isinstance(x, Mask) else compare(t, "eq", x, 0.0, place)


def combined(t: Tracer, x: Any, y: Any, either: bool, place: int) -> Any:
    """`x or y` (either), `x and y`, where one of them is a mask."""
    from adcli.language.arrays import Mask, common_shape

    common_shape(t, [v for v in (x, y) if is_array(v)], place)
    a, b = (v.value != 0 if is_array(v) else v for v in (x, y))
    guards = (k for v in (x, y) if isinstance(v, Mask) for k in v.guards)
    return Mask((a | b) if either else (a & b), tuple(guards))


def truth(t: Tracer, x: Any, place: int) -> bool:
    """A number as a condition: true when it is not 0."""
    from adcli.language.guards import compare

    if isinstance(x, bool):
        return x
    if is_array(x):
        message = f"a condition is true or false, not {kind_of(x)}"
        raise AdError("shape", message, t.syntax.span(place), hint="where(…) chooses element by element")
    return bool(compare(t, "ne", number(t, x, place), 0.0, place))


def items(t: Tracer, x: Any, place: int) -> Any:
    """The items of a group, a range, a list or an array (its rows), as a sequence."""
    if isinstance(x, (tuple, list, Items)):
        return x
    if is_array(x):
        return Rows(t, x, place)
    what = "a number" if is_scalar(x) else kind_of(x)
    raise AdError("shape", f"{what} has no items to go through", t.syntax.span(place))


def iterate(t: Tracer, x: Any, place: int) -> Any:
    """An iterator over the items of a value."""
    return iter(items(t, x, place))


def value_node(t: Tracer, place: int) -> int:
    """The expression in a statement that is one, or that assigns one."""
    kind, parts = t.syntax.kinds[place], t.syntax.parts[place]
    if kind == Kind.EXPRESSION:
        return int(parts[0])
    return int(parts[1]) if kind == Kind.ASSIGN else place


def result(t: Tracer, x: Any, place: int) -> Any:
    """A value as an output."""
    if x is None:
        raise without_value(t, value_node(t, place))
    if isinstance(x, list):
        return array(t, x, place)
    return number(t, x, place, arrays_too=True)


def whole(t: Tracer, x: Any, place: int) -> int:
    """A whole number, as bounds and indices are; a guard is left where it depends on an input."""
    from adcli.language.guards import Guard

    value = t.value_of(number(t, x, place))
    if not abs(value) < LARGEST_WHOLE or int(value) != value:
        raise AdError("shape", f"a whole number is wanted here, not {value:g}", t.syntax.span(place))
    if type(x) is int:
        t.guards.append(Guard("is", x, value, True, 0.0, place, False, len(t.builder.nodes)))
    return int(value)


def shape_argument(t: Tracer, values: list[Any], place: int) -> tuple[int, ...]:
    """A shape, from `zeros(n, m)` or `zeros([n, m])`."""
    if len(values) == 1 and not is_scalar(values[0]):
        values = list(items(t, values[0], place))
    return tuple(whole(t, x, place) for x in values)


MOST_AXES = 32  # what every version of NumPy can do


def check_size(t: Tracer, shape: tuple[int, ...], place: int) -> None:
    """Refuses an array that the budget could not keep, before it is made."""
    if len(shape) > MOST_AXES:
        message = f"an array has at most {MOST_AXES} axes, not {len(shape)}"
        raise AdError("shape", message, t.syntax.span(place))
    if any(length < 0 for length in shape):
        raise AdError("shape", "an array with a negative length", t.syntax.span(place))
    # an array without elements may not be of any length either
    t.budget.afford(max(prod(shape), *shape, 0), t.syntax.span(place))
