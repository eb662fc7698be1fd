"""The rooms of the house: who may import whom, who knows Rich, who speaks to the user."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import adcli

HOUSE = Path(adcli.__file__).parent
# From the ground up: a room imports only from those before it, and from itself.
ROOMS = (
    *("source", "errors", "numerals", "operations", "graph", "engine", "language", "derivatives"),
    *("compare", "rigorous", "records", "emit", "render", "cli", "__init__", "__main__"),
)
FILES = sorted(HOUSE.rglob("*.py"))
MAY_IMPORT_THE_FACE = ("cli",)  # for its version


def room_of(file: Path) -> str:
    return file.relative_to(HOUSE).parts[0].removesuffix(".py")


@cache
def nodes(file: Path) -> list[ast.AST]:
    """Every node of a file's syntax tree."""
    return list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


def imported(file: Path) -> Iterator[str]:
    """The modules that a file imports anywhere, for the type checker too."""
    for node in nodes(file):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module or ""


def called(file: Path) -> set[str]:
    """What a file calls, as it is written: `print`, `sys.stdout.write`."""
    return {ast.unparse(node.func) for node in nodes(file) if isinstance(node, ast.Call)}


def test_every_module_is_in_a_room() -> None:
    assert {room_of(file) for file in FILES} == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_from_those_below(room: str) -> None:
    below = {*ROOMS[: ROOMS.index(room) + 1], *(["__init__"] if room in MAY_IMPORT_THE_FACE else [])}
    own = [(file, name.split(".")) for file in FILES if room_of(file) == room for name in imported(file)]
    used = {(file.name, (*parts, "__init__")[1]) for file, parts in own if parts[0] == "adcli"}
    assert {(file, other) for file, other in used if other not in below} == set()


@pytest.mark.parametrize(("package", "room"), [("rich", "render"), ("click", "cli"), ("flint", "rigorous")])
def test_one_room_knows_a_package(package: str, room: str) -> None:
    assert {room_of(f) for f in FILES for name in imported(f) if name.split(".")[0] == package} == {room}


def test_only_the_command_line_prints_and_exits() -> None:
    speaking = ("print", "exit", "quit", "sys.exit", "os._exit", "click.echo", "SystemExit")
    streams = ("sys.stdout", "sys.stderr", "sys.stdin")
    found = {
        (room_of(file), name)
        for file in FILES
        for name in called(file)
        if name in speaking or name.startswith(streams)
    }
    assert {room for room, _ in found} <= {"cli", "__main__"}


def test_what_fails_unforeseen_is_caught_by_the_command_line_alone() -> None:
    """Elsewhere an exception is caught by its name, or goes on its way (`raise`)."""
    broad = set()
    for file in FILES:
        for node in nodes(file):
            if isinstance(node, ast.ExceptHandler):
                caught = "" if node.type is None else ast.unparse(node.type)
                goes_on = any(isinstance(step, ast.Raise) for step in ast.walk(node))
                if caught in ("", "Exception", "BaseException") and not goes_on:
                    broad.add(room_of(file))
    assert broad == {"cli"}
