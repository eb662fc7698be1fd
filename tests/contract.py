"""The JSON documents of each command, as schemas: `contract.json`, and whether a document keeps to one.

The schemas are JSON Schema, of which this reads `$ref`, `type`, `enum`, `anyOf`, `properties`, `required`,
`additionalProperties`, `items` and `minimum`. Beyond them, fields stand in the order of `properties`, and
`$comment` says when one that is not required is there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CONTRACT = json.loads((Path(__file__).parent / "contract.json").read_text(encoding="utf-8"))
COMMANDS: dict[str, Any] = CONTRACT["commands"]
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def resolved(schema: Any) -> dict[str, Any]:
    """The schema, or the definition that it refers to, with what it says besides."""
    found: dict[str, Any] = schema
    while "$ref" in found:
        rest = {key: value for key, value in found.items() if key != "$ref"}
        found = CONTRACT["$defs"][found["$ref"].removeprefix("#/$defs/")] | rest
    return found


def faults(value: Any, schema: Any, place: str = "") -> Iterator[str]:
    """What keeps a value from being as the schema says: a line about each."""
    schema = resolved(schema)
    if "anyOf" in schema and all(list(faults(value, option, place)) for option in schema["anyOf"]):
        yield f"{place}: {value!r} is none of those it may be"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: {value!r} is not one of {schema['enum']}"
    if "type" in schema and not _is_of(value, schema["type"]):
        yield f"{place}: {value!r} is not of type {schema['type']}"
    elif isinstance(value, dict):
        yield from _of_object(value, schema, place)
    elif isinstance(value, list) and "items" in schema:
        for k, item in enumerate(value):
            yield from faults(item, schema["items"], f"{place}[{k}]")
    elif "minimum" in schema and value < schema["minimum"]:
        yield f"{place}: {value!r} is less than {schema['minimum']}"


def _is_of(value: Any, name: str) -> bool:
    if name in ("number", "integer"):
        return isinstance(value, int if name == "integer" else (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def _of_object(value: dict[str, Any], schema: dict[str, Any], place: str) -> Iterator[str]:
    known, others = schema.get("properties", {}), schema.get("additionalProperties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{place}: {name} is missing"
    for name, item in value.items():
        if name in known:
            yield from faults(item, known[name], f"{place}.{name}")
        elif others is False:
            yield f"{place}: {name} is not foreseen"
        else:
            yield from faults(item, others, f"{place}.{name}")
    if [name for name in value if name in known] != [name for name in known if name in value]:
        yield f"{place}: the fields stand in another order than {list(known)}"


def summary(schema: dict[str, Any]) -> str:
    """The fields of a document, and which options bring more: a cell of README's table."""
    by_condition: dict[str, list[str]] = {}
    for name, field in schema["properties"].items():
        if name not in ("source", "inputs", "warnings"):
            says = resolved(field).get("description", "")
            told = f"`{name}` ({says})" if says else f"`{name}`"
            by_condition.setdefault(field.get("$comment", ""), []).append(told)
    return "; ".join(
        f"{_when(condition)}{', '.join(fields)}" for condition, fields in sorted(by_condition.items())
    )


def _when(condition: str) -> str:
    """`with --certify: `, of fields that are not always there."""
    marked = re.sub(r"--[\w-]+", lambda option: f"`{option[0]}`", condition)
    return f"{'with ' * condition.startswith('--')}{marked}: " if condition else ""
