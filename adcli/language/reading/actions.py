"""What each rule of the grammar makes of the values of its symbols.

An action has the name that follows `->` in the grammar. It gets the tree and one value a symbol:
for a token its text, for a rule a node's number or whatever the action of that rule returned.
What an action of `NODES` returns are the parts of a new node, which the parser adds to the tree;
what one of `VALUES` returns goes to the next rule as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

from adcli.language.grammar.decimals import lost
from adcli.language.grammar.tree import ABSENT, Kind, Syntax
from adcli.language.mistakes import constructs
from adcli.language.mistakes.constructs import Refusal
from adcli.lazy import Lazy

if TYPE_CHECKING:
    from adcli.language.mistakes import readings
else:  # for what reads two ways
    readings = Lazy("adcli.language.mistakes.readings")


Action = Callable[..., Any]
Items = list[int]

SIGNS = {"sub": "neg", "add": "pos"}


# ---- actions that look before they build


def _number(tree: Syntax, text: str) -> tuple[float]:
    value = float(text)
    if (value == 0.0 or value == inf) and lost(text, value):
        tree.lost.append(len(tree.kinds))
    return (value,)


def _product(tree: Syntax, left: int, operation: str, right: int) -> tuple[str, int, int]:
    """Python repeats a list, arrays multiply: `[0]*3`."""
    if Kind.LIST in (tree.kinds[left], tree.kinds[right]) and readings.repeats(tree, left, right):
        raise Refusal(readings.repeated_list, left, right)
    return operation, left, right


def _remainder(tree: Syntax, left: int, operation: str, right: int) -> tuple[str, int, int]:
    """`10% + 250`: people read it as percent."""
    at = tree.source.text.index("%", tree.ends[left])
    if readings.is_percent(tree.source.text, at):
        raise Refusal(readings.percent_or_remainder, at)
    return operation, left, right


def _implicit_product(tree: Syntax, left: int, _: str, right: int) -> tuple[str, int, int]:
    if power := constructs.function_power(tree, left):
        raise Refusal(constructs.power_before_argument, power)
    return "mul", left, right


def _ambiguous_product(tree: Syntax, left: int, _: str, right: int) -> tuple[str, int, int]:
    """`1/2x`: people read it both ways."""
    if power := constructs.function_power(tree, left):
        raise Refusal(constructs.power_before_argument, power)
    raise Refusal(readings.quotient_and_product, left)


def _target(tree: Syntax, node: int, _: str) -> Items:
    return _more_targets(tree, [], node, _)


def _more_targets(tree: Syntax, targets: Items, node: int, _: str) -> Items:
    if (wrong := constructs.no_target(tree, node)) is not None:
        raise Refusal(constructs.not_assignable, wrong)
    targets.append(node)
    return targets


def _augment(tree: Syntax, target: int, operation: str, value: int) -> tuple[str, int, int]:
    if tree.kinds[target] == Kind.TUPLE or constructs.no_target(tree, target) is not None:
        raise Refusal(constructs.not_augmentable, target)
    return operation.removesuffix("_set"), target, value


def _assign(tree: Syntax, targets: Items, value: int) -> tuple[tuple[int, ...], int]:
    if tree.kinds[value] == Kind.TUPLE and tree.kinds[targets[-1]] != Kind.TUPLE:
        constructs.check_decimal_commas(tree, constructs.bare_items(tree, value))
    return tuple(targets), value


def _expression(tree: Syntax, value: int) -> tuple[int]:
    if tree.kinds[value] == Kind.TUPLE:
        constructs.check_decimal_commas(tree, constructs.bare_items(tree, value))
    return (value,)


def _return(tree: Syntax, _: str, value: int) -> tuple[int]:
    if tree.kinds[value] == Kind.TUPLE:
        constructs.check_decimal_commas(tree, constructs.bare_items(tree, value), spaced=False)
    return (value,)


def _output(tree: Syntax, _: str, items: Items) -> tuple[tuple[int, ...]]:
    constructs.check_decimal_commas(tree, tuple(items))
    return (tuple(items),)


def _declaration_with_both(tree: Syntax, name: str, *_rest: Any) -> tuple[Any, ...]:
    raise Refusal(constructs.shape_and_default, name)


def _def(tree: Syntax, _d: str, name: str, _l: str, parameters: Items, _r: str, _c: str, block: int) -> Any:
    constructs.check_parameters(tree, parameters)
    return name, tuple(parameters), block


def _call_with_named(tree: Syntax, function: int, items: Items, named: list[tuple[str, int]]) -> Any:
    if len({name for name, _value in named}) < len(named):
        raise Refusal(constructs.repeated_argument, named)
    return function, tuple(items), tuple(named)


def _binding_file(tree: Syntax, file: int) -> tuple[str, int]:
    tree.kinds[file] = Kind.POINT
    return "", file


# ---- the tables


def _file(_tree: Syntax, text: str) -> tuple[str]:
    """`@NAME`; a name with a comma stands in quotes."""
    name = text[1:].strip()
    return (name[1:-1] if name[0] == name[-1] and name[0] in "\"'" else name,)


NODES: dict[str, tuple[int, Action]] = {
    "number": (Kind.NUMBER, _number),
    "superscript": (Kind.NUMBER, lambda _t, text: (float(text.translate(constructs.SUPERSCRIPTS)),)),
    "true": (Kind.NUMBER, lambda _t, _: (1.0,)),
    "false": (Kind.NUMBER, lambda _t, _: (0.0,)),
    "name": (Kind.NAME, lambda _t, text: (text,)),
    "file": (Kind.FILE, _file),
    "binary": (Kind.BINARY, lambda _t, left, operation, right: (operation, left, right)),
    "product": (Kind.BINARY, _product),
    "remainder": (Kind.BINARY, _remainder),
    "implicit_product": (Kind.BINARY, _implicit_product),
    "ambiguous_product": (Kind.BINARY, _ambiguous_product),
    "raised": (Kind.BINARY, lambda _t, base, exponent: ("pow", base, exponent)),
    "unary": (Kind.UNARY, lambda _t, sign, operand: (SIGNS[sign], operand)),
    "compare": (Kind.COMPARE, lambda _t, chain: (tuple(chain[0]), tuple(chain[1]))),
    "and_": (Kind.AND, lambda _t, left, _, right: (left, right)),
    "or_": (Kind.OR, lambda _t, left, _, right: (left, right)),
    "not_": (Kind.NOT, lambda _t, _, operand: (operand,)),
    "conditional": (Kind.CONDITIONAL, lambda _t, then, _i, test, _e, other: (then, test, other)),
    "index": (Kind.INDEX, lambda _t, base, _l, subscripts, _r: (base, tuple(subscripts))),
    "slice_from": (Kind.SLICE, lambda _t, start, *_: (start, ABSENT, ABSENT)),
    "slice_to": (Kind.SLICE, lambda _t, start, stop, *_: (start, stop, ABSENT)),
    "slice_by": (Kind.SLICE, lambda _t, start, _, step: (start, ABSENT, step)),
    "slice_to_by": (Kind.SLICE, lambda _t, start, stop, _, step: (start, stop, step)),
    "transpose": (Kind.TRANSPOSE, lambda _t, operand, _: (operand,)),
    "empty_list": (Kind.LIST, lambda _t, _l, _r: ((),)),
    "list": (Kind.LIST, lambda _t, _l, items, *_: (tuple(items),)),
    "closed_tuple": (Kind.TUPLE, lambda _t, _l, items, _c, _r: (tuple(items),)),
    "longer_tuple": (Kind.TUPLE, lambda _t, _l, items, _c, item, _r: ((*items, item),)),
    "bare_tuple": (Kind.TUPLE, lambda _t, items, _, item: ((*items, item),)),
    "loop_tuple": (Kind.TUPLE, lambda _t, items: (tuple(items),)),
    "comprehension": (Kind.COMPREHENSION, lambda _t, _l, item, clauses, _r: (item, tuple(clauses))),
    "generator": (Kind.GENERATOR, lambda _t, item, clauses: (item, tuple(clauses))),
    "for_clause": (Kind.FOR_CLAUSE, lambda _t, _f, target, _i, iterable: (target, iterable)),
    "if_clause": (Kind.IF_CLAUSE, lambda _t, _, test: (test,)),
    "call_without_arguments": (Kind.CALL, lambda _t, function, _l, _r: (function, (), ())),
    "call": (Kind.CALL, lambda _t, function, _l, items, *_: (function, tuple(items), ())),
    "call_of_generator": (Kind.CALL, lambda _t, function, _l, item, _r: (function, (item,), ())),
    "call_by_name": (Kind.CALL, lambda t, function, _l, named, *_: _call_with_named(t, function, [], named)),
    "call_with_named": (
        Kind.CALL,
        lambda t, function, _l, items, _c, named, *_: _call_with_named(t, function, items, named),
    ),
    "expression": (Kind.EXPRESSION, _expression),
    "assign": (Kind.ASSIGN, _assign),
    "augment": (Kind.AUGMENT, _augment),
    "input": (Kind.INPUT, lambda _t, _, declarations: (tuple(declarations),)),
    "declaration": (Kind.DECLARATION, lambda _t, name: (name, (), ABSENT)),
    "declaration_with_default": (Kind.DECLARATION, lambda _t, name, _, default: (name, (), default)),
    "declaration_with_shape": (
        Kind.DECLARATION,
        lambda _t, name, _l, shape, _r: (name, tuple(shape), ABSENT),
    ),
    "declaration_with_both": (Kind.DECLARATION, _declaration_with_both),
    "output": (Kind.OUTPUT, _output),
    "named_output": (Kind.ASSIGN, lambda _t, name, _, value: ((name,), value)),
    "if_only": (Kind.IF, lambda _t, _i, test, _c, block: (test, block, ABSENT)),
    "if_else": (Kind.IF, lambda _t, _i, test, _c, block, otherwise: (test, block, otherwise)),
    "elif_block": (Kind.BLOCK, lambda _t, statement: ((statement,),)),
    "while_loop": (Kind.WHILE, lambda _t, _w, test, _c, block: (test, block)),
    "for_loop": (Kind.FOR, lambda _t, _f, target, _i, iterable, _c, block: (target, iterable, block)),
    "break_": (Kind.BREAK, lambda _t, _: ()),
    "continue_": (Kind.CONTINUE, lambda _t, _: ()),
    "pass_": (Kind.PASS, lambda _t, _: ()),
    "def_without_parameters": (Kind.DEF, lambda _t, _d, name, _l, _r, _c, block: (name, (), block)),
    "def_with_parameters": (Kind.DEF, _def),
    "parameter": (Kind.PARAMETER, lambda _t, name: (name, ABSENT)),
    "parameter_with_default": (Kind.PARAMETER, lambda _t, name, _, default: (name, default)),
    "return_nothing": (Kind.RETURN, lambda _t, _: (ABSENT,)),
    "return_values": (Kind.RETURN, _return),
    "assertion": (Kind.ASSERT, lambda _t, _, test: (test,)),
    "line_block": (Kind.BLOCK, lambda _t, statements: (tuple(statements),)),
    "indented_block": (Kind.BLOCK, lambda _t, _n, _i, statements, _d: (tuple(statements),)),
    "program": (Kind.PROGRAM, lambda _t, statements: (tuple(statements),)),
    "bindings": (Kind.BINDINGS, lambda _t, pairs: tuple(zip(*pairs, strict=True))),
    "selection": (Kind.SELECTION, lambda _t, items: (tuple(items),)),
}


def _append(_: Syntax, items: list[Any], *rest: Any) -> list[Any]:
    """Append the last of the values: what stands between is a separator."""
    items.append(rest[-1])
    return items


def _extend(_: Syntax, items: list[Any], more: list[Any]) -> list[Any]:
    items.extend(more)
    return items


def _more_comparisons(_: Syntax, chain: tuple[list[str], Items], operation: str, operand: int) -> Any:
    chain[0].append(operation)
    chain[1].append(operand)
    return chain


VALUES: dict[str, Action] = {
    "first_of": lambda _t, value, *_: value,
    "second_of": lambda _t, _l, value, _r: value,
    "third_of": lambda _t, _e, _c, value: value,
    "one": lambda _t, value: [value],
    "pair": lambda _t, left, _, right: [left, right],
    "append": _append,
    "extend": _extend,
    "absent": lambda _t, _: ABSENT,
    "comparison": lambda _t, left, operation, right: ([operation], [left, right]),
    "more_comparisons": _more_comparisons,
    "argument": lambda _t, name, _, value: (name, value),
    "binding": lambda _t, name, _, value: (name, value),
    "binding_file": _binding_file,
    "target": _target,
    "more_targets": _more_targets,
}

# For each name in the grammar the kind of node that it makes, or 0, and the action.
ACTIONS: dict[str, tuple[int, Action]] = {
    **{name: (kind, action) for name, (kind, action) in NODES.items()},
    **{name: (0, action) for name, action in VALUES.items()},
}
