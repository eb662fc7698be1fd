"""Random command lines, with what stands on stdin and in the files that they name."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import NamedTuple

from adcli.cli.group import COMMANDS
from tests.fuzzing import texts

VALUES = (
    "0", "1", "2", "-1", "0.5", "-0.0", "3", "nan", "inf", "-inf", "5e-324", "1e-310", "1e308", "1.7e308",
    "-1e200",
    "1e-300", "pi/4", "[1, 2, 3]", "[1, 2]", "[[1, 2], [3, 4]]", "[]", "[0.0]", "1/0", "x", "1e999", "2^0.5",
    "1e16", "[1, [2]]", "@v.npy", "@v.csv", "@p.json", "@no.npy", "zeros(2)", "range(3)", "[0, 0, 0]",
    "'a'", "-5",
)  # fmt: skip
EXTREMES = (
    "0", "1", "-1", "0.5", "2", "-0.0", "696", "1e200", "1e-300", "5e-324", "inf", "-inf", "inf - inf", "3",
    "1e308", "-2.5", "-1e16",
)  # fmt: skip
FILES: dict[str, bytes] = {
    "v.csv": b"a,b\n1,2\n3,4\n",
    "ragged.csv": b"1,2\n3\n",
    "p.json": b'{"x": 2, "y": [1, 2], "inputs": 3}',
    "bad.json": b'{"x": {"y": NaN}, "z": 1e999}',
    "deep.json": b"[" * 100_000,
    "empty.json": b"",
}
SPECIAL = (
    "--help", "--version", "--", "-", "--json=1", "--at", "-o", "--digit", "-x", "", " ", "--=", "-@",
    "--wrt=",
    "no.ad", ".ad", "/", "/.ad", "--quite",
)  # fmt: skip
BOUNDS = ("--max-steps", "20000", "--max-depth", "200")


class Line(NamedTuple):
    """A command line and its standard input."""

    args: tuple[str, ...]
    stdin: bytes = b""


def prepare(folder: Path) -> None:
    """Write the files that command lines name into a folder (to be the working one)."""
    import numpy as np

    for name, contents in FILES.items():
        (folder / name).write_bytes(contents)
    np.save(folder / "v.npy", np.array([1.0, 2.0, 3.0]))
    np.save(folder / "objects.npy", np.array([{}, "x"], dtype=object))


def line(random: Random) -> Line:
    """A command line: mostly one that makes sense up to its expression and its point."""
    command = random.choice(tuple(COMMANDS))
    source, stdin = texts.text(random), b""
    args = [source]
    if command == "functions":
        args = random.choice(([], [random.choice(texts.CALLABLE)], [source]))
        return Line((command, *args, *_options(random, ("--json", "--no-color"))))
    if command == "batch":
        args, stdin = ["-"], _records(random)
    elif random.random() < 0.3:
        args, stdin = ["-"], _bytes(random, source)
    if command in ("jvp", "hvp", "vjp"):
        args += [
            random.choice(("--adjoint", "--tangent")) if random.random() < 0.05 else _seed(command),
            point(random),
        ]
    for _ in range(random.choice((0, 1, 1, 1, 2))):
        args += ["--at", point(random)]
    args += _options(random, _flags(command))
    args += BOUNDS
    if random.random() < 0.05:
        args.insert(random.randint(0, len(args)), random.choice(SPECIAL))
    return Line((command, *args), stdin)


def _seed(command: str) -> str:
    return "--adjoint" if command == "vjp" else "--tangent"


def point(random: Random) -> str:
    """What --at gets: names with values, all of them or a few, or anything."""
    kind = random.randrange(12)
    if kind == 0:
        return random.choice(
            ("", "@p.json", "@bad.json", "@deep.json", "@", "@.", "x=", "=2", "x=2,", "x=2 y=3", ",")
        )
    if kind == 1:
        return texts.damaged(random, "x=2, y=pi/3, v=[1, 2]")
    if kind == 2:
        return ",".join(f"{random.choice(texts.NAMES)}={texts.expression(random, 2)}" for _ in range(2))
    if kind < 5:
        x, y, z = (random.choice(EXTREMES) for _ in range(3))
        return f"x={x}, y={y}, z={z}, v=[{x}, {y}, 1]"
    names = texts.NAMES if random.random() < 0.7 else random.sample(texts.NAMES, 3)
    return ", ".join(f"{name}={_value(random, name)}" for name in names if name not in ("e", "pi"))


def _value(random: Random, name: str) -> str:
    if random.random() < 0.6:
        plain = {"v": "[1, 2, 3]", "A": "[[1, 2], [3, 4]]", "n": "2"}
        return plain.get(name, random.choice(("2", "0.5", "-1", "3", "0", "1")))
    if random.random() < 0.1:
        return repr(random.uniform(-1, 1) * 10 ** random.randint(-320, 300))
    return random.choice(VALUES)


def _flags(command: str) -> tuple[str, ...]:
    """Options that a command has; a value stands in the same text, after a blank."""
    common = (
        "--json", "--json", "--json", "--quiet", "--no-color", "--digits 3", "--digits 17", "--digits 0",
        "--output f", "--output x", "--output y", "--output ", "--wrt x", "--wrt x,y", "--wrt v[0]", "--wrt ",
        "--wrt A[0,1]", "--wrt y,x", "--wrt v", "--wrt x,x,y", "--wrt v[9]", "--timeout 20",
    )  # fmt: skip
    modes = ("--mode forward", "--mode reverse", "--mode auto", "--mode x")
    own = {
        "jac": ("--csv", "--sparse", "--pattern", "--plan", *modes),
        "hess": ("--diagonal", "--sparse", "--pattern", "--eig"),
        "diff": ("--order 0", "--order 1", "--order 12", "--order 60", "--order -1"),
        "trace": ("--seed x", "--seed v", "--explain", "--all", *modes),
        "check": (
            "--method forward",
            "--method richardson",
            "--expect x=2*x",
            "--vary-h",
            "--expect @p.json",
        ),
        "batch": ("--format csv", "--format jsonl", "--csv", *modes),
        "grad": modes,
    }
    return common + own.get(command, ()) * 2


def _options(random: Random, flags: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    for flag in random.sample(flags, min(len(flags), random.choice((0, 1, 1, 2, 3, 4)))):
        name, blank, value = flag.partition(" ")
        found += [name, value] if blank else [name]
    return found


def _bytes(random: Random, source: str) -> bytes:
    """A text as a file holds it, sometimes in another encoding, or with bytes that are no text."""
    contents = source.encode("utf-8", "surrogateescape")
    kind = random.randrange(12)
    if kind == 0:
        return bytes(random.randrange(256) for _ in range(random.randint(0, 40)))
    if kind == 1:
        return contents.replace(b"\n", random.choice((b"\r\n", b"\r", b"\x0c\n")))
    return b"\xef\xbb\xbf" + contents if kind == 2 else contents


def _records(random: Random) -> bytes:
    """A file for `batch` in one of its formats, or in none."""
    kind = random.randrange(4)
    if kind == 0:
        rows = [
            f"{texts.expression(random, 2)},{_value(random, 'x')},{_value(random, 'y')}" for _ in range(3)
        ]
        return _bytes(random, "\n".join(["expr,x,y", *rows]))
    if kind == 1:
        records = [
            {"expr": texts.text(random), "at": random.choice(({"x": 2}, {"x": [1]}, 3, {}))} for _ in range(3)
        ]
        return _bytes(random, "\n".join(json.dumps(r)[: random.choice((None, None, 20))] for r in records))
    lines = [f"{texts.text(random)} at {point(random)}" for _ in range(random.randint(1, 4))]
    return _bytes(random, "\n".join(lines))
