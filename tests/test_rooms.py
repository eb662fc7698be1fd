"""The rooms of the house: who may import whom, who knows Rich, who speaks to the user."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import adcli

HOUSE = Path(adcli.__file__).parent
# From the ground up: a room imports only from those before it, and from itself.
ROOMS = (
    *("version", "lazy", "text", "operations", "graph", "numbers", "engine", "language"),
    *("given", "answers", "derivatives", "compare", "rigorous", "records", "export", "show", "cli"),
    *("__init__", "__main__"),
)
MOST_FILES = 13  # of a package, its subpackages and `__init__` not counted
# Names that come more than once: one subject in parallel packages.
PARALLEL = {
    "accuracy": "cli.parts engine show",
    "arrays": "language.files language.values operations operations.table",
    "batch": "cli.commands records",
    "bends": "derivatives.kinks rigorous",
    "beside": "engine language.reruns",
    "comparison": "answers compare show",
    "decimals": "language.grammar rigorous",
    "digits": "answers derivatives.questions",
    "elements": "answers language.values",
    "entries": "derivatives.axes derivatives.diagnosis",
    "floats": "operations operations.rules",
    "formats": "records show",
    "forward": "engine.sweeps show.teaching",
    "functions": "cli.commands language rigorous show",
    "graph": "adcli graph",
    "hyperbolic": "operations.floats operations.table",
    "keys": "language.values operations.arrays",
    "kinks": "derivatives engine.beside",
    "matrices": "answers language.functions operations.arrays operations.table show",
    "notation": "export show.teaching",
    "onarrays": "numbers.germs operations.rules",
    "pattern": "engine.sparsity show",
    "plans": "answers engine.taylor show",
    "products": "answers derivatives.questions show",
    "progress": "cli.process show.layout",
    "records": "adcli show",
    "replay": "compare language.reruns",
    "rounding": "derivatives.diagnosis engine.accuracy",
    "samples": "cli.commands language.files",
    "seeds": "engine.sweeps language.points",
    "series": "answers show",
    "sparse": "answers show",
    "steps": "answers show.teaching",
    "table": "language.functions operations records show.layout show.teaching",
    "taylor": "derivatives.questions engine",
    "trace": "cli.commands derivatives.tracing",
    "tracing": "derivatives language",
    "values": "answers language show",
    "variation": "compare show",
}
FILES = sorted(HOUSE.rglob("*.py"))


def module(file: Path) -> str:
    """`adcli.engine.sweeps.reverse`, and a package's own name for its `__init__`."""
    parts = ("adcli", *file.relative_to(HOUSE).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


MODULES = {module(file): file for file in FILES}


def room_of(name: str) -> str:
    return (name.split(".") + ["__init__"])[1]


@cache
def nodes(name: str) -> list[ast.AST]:
    """Every node of a module's syntax tree."""
    return list(ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))))


def imported(name: str) -> Iterator[str]:
    """The modules that a module imports anywhere: in functions and for the type checker too."""
    for node in nodes(name):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            whole = node.module or ""
            for alias in node.names:
                inner = f"{whole}.{alias.name}"
                yield inner if inner in MODULES else whole


def arrows() -> dict[str, set[str]]:
    """Module -> those of the house that it imports."""
    return {name: {other for other in imported(name) if other in MODULES} - {name} for name in MODULES}


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The strongly connected parts with more than one member (Tarjan 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(v: str) -> None:
        index[v] = low[v] = len(index)
        stack.append(v)
        for w in graph.get(v, ()):
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in stack:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            part = stack[stack.index(v) :]
            del stack[stack.index(v) :]
            if len(part) > 1:
                found.append(sorted(part))

    for v in graph:
        if v not in index:
            visit(v)
    return found


def called(name: str) -> set[str]:
    """What a module calls, as it is written: `print`, `sys.stdout.write`."""
    return {ast.unparse(node.func) for node in nodes(name) if isinstance(node, ast.Call)}


def test_every_module_is_in_a_room() -> None:
    assert {room_of(name) for name in MODULES} == set(ROOMS)


def test_a_circle_is_found() -> None:
    assert circles({"a": ["b"], "b": ["c"], "c": ["a", "d"], "d": []}) == [["a", "b", "c"]]


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circles(arrows()) == []


def test_no_packages_import_each_other_in_a_circle() -> None:
    between: dict[str, set[str]] = defaultdict(set)
    for name, others in arrows().items():
        home = package(name)
        between[home] |= {package(other) for other in others} - {home, *above(home)}
    assert circles({home: others - set(above(home)) for home, others in between.items()}) == []


def package(name: str) -> str:
    """The package that a module is in; a package is in itself."""
    return name if MODULES[name].name == "__init__.py" else name.rpartition(".")[0]


def above(name: str) -> list[str]:
    """The packages around a package: what they say of themselves, their parts may ask."""
    parts = name.split(".")
    return [".".join(parts[:k]) for k in range(1, len(parts))]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_from_those_below(room: str) -> None:
    below = ROOMS[: ROOMS.index(room) + 1]
    upward = {
        (name, other)
        for name, others in arrows().items()
        for other in others
        if room_of(name) == room and room_of(other) not in below
    }
    assert upward == set()


def test_a_package_has_no_more_files_than_one_takes_in_at_a_glance() -> None:
    count: dict[Path, int] = defaultdict(int)
    for file in FILES:
        count[file.parent] += file.name != "__init__.py"
    full = {str(folder.relative_to(HOUSE)): n for folder, n in count.items() if n > MOST_FILES}
    assert full == {}


def test_a_name_comes_twice_only_for_one_subject_in_parallel_packages() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for name in MODULES:
        home, _, last = name.rpartition(".")
        if not last.startswith("__") and home:
            homes[last].append(home.removeprefix("adcli."))
    twice = {last: " ".join(found) for last, found in homes.items() if len(found) > 1}
    assert {k: set(v.split()) for k, v in twice.items()} == {k: set(v.split()) for k, v in PARALLEL.items()}


def test_the_tests_mirror_the_packages() -> None:
    tests = Path(__file__).parent
    folders = {file.parent.relative_to(tests) for file in tests.rglob("test_*.py")}
    packages = {file.parent.relative_to(HOUSE) for file in FILES}
    assert {str(folder) for folder in folders - packages} == set()


def test_every_package_says_what_it_is() -> None:
    for file in FILES:
        assert ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))), module(file)


@pytest.mark.parametrize(
    ("package", "home"), [("rich", "adcli.show.layout"), ("click", "adcli.cli"), ("flint", "adcli.rigorous")]
)
def test_one_room_knows_a_package(package: str, home: str) -> None:
    knowing = {name for name in MODULES for other in imported(name) if other.split(".")[0] == package}
    assert knowing
    assert {name for name in knowing if not name.startswith(home)} == set()


def test_numpy_comes_by_one_lazy_name() -> None:
    knowing = {name for name in MODULES for other in imported(name) if other.split(".")[0] == "numpy"}
    assert knowing == {"adcli.lazy"}


def test_only_the_command_line_prints_and_exits() -> None:
    speaking = ("print", "exit", "quit", "sys.exit", "os._exit", "click.echo", "SystemExit")
    streams = ("sys.stdout", "sys.stderr", "sys.stdin")
    found = {
        (room_of(name), call)
        for name in MODULES
        for call in called(name)
        if call in speaking or call.startswith(streams)
    }
    assert {room for room, _ in found} <= {"cli", "__main__"}


def test_what_fails_unforeseen_is_caught_by_the_command_line_alone() -> None:
    """Elsewhere an exception is caught by its name, or goes on its way (`raise`)."""
    broad = set()
    for name in MODULES:
        for node in nodes(name):
            if isinstance(node, ast.ExceptHandler):
                caught = "" if node.type is None else ast.unparse(node.type)
                goes_on = any(isinstance(step, ast.Raise) for step in ast.walk(node))
                if caught in ("", "Exception", "BaseException") and not goes_on:
                    broad.add(room_of(name))
    assert broad == {"cli"}
