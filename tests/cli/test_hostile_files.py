"""Files that are not what their names say: one calm error each, and nothing in them is ever run."""

from __future__ import annotations

import pickle
import struct
from pathlib import Path

import pytest

from tests.conftest import Adcli


class Touch:
    """Leaves a file behind where it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


def npy(header: str, contents: bytes = b"") -> bytes:
    """A .npy file with such a header (NEP 1)."""
    text = header.encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + contents


def shaped(shape: str, kind: str = "'<f8'", contents: bytes = b"\0" * 24) -> bytes:
    return npy(f"{{'descr': {kind}, 'fortran_order': False, 'shape': {shape}, }}", contents)


HOSTILE = {
    "empty.npy": b"",
    "short.npy": shaped("(4,)"),
    "huge.npy": shaped("(100000000000,)"),
    "endless.npy": shaped("(99999999999999999999999999,)"),
    "negative.npy": shaped("(-3,)"),
    "objects.npy": shaped("(1,)", "'|O'", pickle.dumps([{}])),
    "records.npy": shaped("(3,)", "[('a', '<f8')]"),
    "dates.npy": shaped("(3,)", "'<M8[s]'"),
    "complex.npy": shaped("(1,)", "'<c16'"),
    "code.npy": npy("__import__('os').system('touch pwned')"),
    "deep.npy": npy("(" * 5000),
    "zip.npy": b"PK\x03\x04" + b"\0" * 30,
    "ragged.csv": b"1,2\n3\n",
    "signs.csv": b"1;2\t3\n",
    "latin.csv": b"1,2\n\xe9,2\n",
    "nested.json": b'{"a": {"b": 1}}',
    "null.json": b"[null]",
    "texts.json": b'["1"]',
    "deep.json": b"[" * 100_000,
    "deeper.json": b"[" * 900 + b"]" * 900,
    "ragged.json": b"[[1], [1, 2]]",
    "latin.json": b'["\xe9"]',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_an_error(
    name: str, adcli: Adcli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(HOSTILE[name])
    asked = [("--at", f"v=@{name}")]
    if name.endswith(".json"):
        asked.append(("--at", f"@{name}"))
    for words in asked:
        ran = adcli("grad", "sum(v)", *words, "--json")
        assert (ran.status, ran.stdout) == (2, ""), words
        assert name in ran.error["message"], ran.error
        assert ran.error["kind"] == "file"
        assert (ran.error["line"], ran.error["column"]) == (1, 1 if words[1][0] == "@" else 3)
    assert not Path("pwned").exists()


@pytest.mark.parametrize("name", [name for name in HOSTILE if name.endswith(".npy")])
def test_a_hostile_file_is_no_expectation(
    name: str, adcli: Adcli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(HOSTILE[name])
    ran = adcli("check", "x^2", "--at", "x=1", "--expect", f"@{name}", "--json")
    assert (ran.status, ran.error["kind"], ran.error["line"]) == (2, "file", 1)
    assert name in ran.error["message"]


# How long files may be

LONG = {
    "long.ad": (["eval", "long.ad"], b"1 + 1" + b" " * 95),
    "long.json": (["eval", "sum(v)", "--at", "v=@long.json"], b"[1, 1]" + b" " * 94),
    "point.json": (["eval", "x", "--at", "@point.json"], b'{"x": 2}' + b" " * 92),
    "long.csv": (["eval", "sum(v)", "--at", "v=@long.csv"], b"1\n" * 2 + b"0\n" * 48),
    "long.npy": (["eval", "sum(v)", "--at", "v=@long.npy"], shaped("(3,)")),
    "long.batch": (["batch", "long.batch"], b"x at x=2" + b" " * 91 + b"\n"),
    "long.jsonl": (["batch", "long.jsonl"], b'{"expr": "2"}' + b" " * 86 + b"\n"),
}


@pytest.mark.parametrize("name", LONG)
def test_a_file_may_have_so_many_bytes(
    name: str, adcli: Adcli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words, contents = LONG[name]
    Path(name).write_bytes(contents)
    assert adcli(*words, "--json", "--max-bytes", str(len(contents))).status == 0
    assert adcli(*words, "--json").status == 0
    ran = adcli(*words, "--json", "--max-bytes", str(len(contents) - 1))
    assert (ran.status, ran.stdout, ran.error["kind"]) == (2, "", "budget")
    assert f"{name} is longer than {len(contents) - 1} bytes" in ran.error["message"]
    assert ran.error["hint"] == "--max-bytes N allows more"


def test_a_file_of_records_may_be_longer_than_a_line_of_it(adcli: Adcli) -> None:
    ran = adcli("batch", "-", "--json", "--max-bytes", "11", stdin="x^2 at x=3\n" * 50)
    assert (ran.status, ran.stdout.count('"value": 9.0')) == (0, 50)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a file without an end")
@pytest.mark.parametrize("command", ["eval", "batch"])
def test_standard_input_without_an_end_is_too_long(
    command: str, adcli: Adcli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adcli.records.lines.NUMBERS", 10_000_000)
    with open("/dev/zero", "rb") as zeros:
        ran = adcli(command, "-", "--json", stdin=zeros)
    assert (ran.status, ran.error["kind"]) == (2, "budget")
    assert ran.error["message"].endswith("<stdin> is longer than 10,000,000 bytes")


@pytest.mark.parametrize("size", ["0", "-1", "x", "1.5"])
def test_sizes_that_are_none(size: str, adcli: Adcli) -> None:
    assert adcli("eval", "1", "--max-bytes", size).status == 2


def test_a_pickle_is_not_read(adcli: Adcli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for contents in (
        pickle.dumps(Touch(Path("pwned"))),
        shaped("(1,)", "'|O'", pickle.dumps([Touch(Path("pwned"))])),
    ):
        Path("v.npy").write_bytes(contents)
        assert adcli("grad", "sum(v)", "--at", "v=@v.npy").status == 2
        assert not Path("pwned").exists()


def test_an_answer_with_what_json_has_not_is_read_back(
    adcli: Adcli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.json").write_text('{"inputs": {"v": [1, "inf"], "x": "-inf", "n": 1' + "0" * 5000 + "}}")
    inputs = adcli("eval", "max(v) - min(x, n)", "--at", "@p.json", "--json").json["inputs"]
    assert inputs == {"v": [1.0, "inf"], "x": "-inf", "n": "inf"}


@pytest.mark.parametrize("value", ["range(3)", "[0, 1, 2]", "(0, 1, 2)"])
def test_everything_that_holds_numbers_is_a_value(value: str, adcli: Adcli) -> None:
    assert adcli("eval", "sum(v)", "--at", f"v={value}", "--json").json["value"] == 3.0


@pytest.mark.parametrize("default", ["range(3)", "[0, 1, 2]", "(0, 1, 2)", "[i for i in range(3)]"])
def test_everything_that_holds_numbers_is_a_default(default: str, adcli: Adcli) -> None:
    assert adcli("eval", f"input v = {default}; sum(v)", "--json").json["value"] == 3.0


@pytest.mark.parametrize("default", ["3*x", "[x, 1]", "(x, 1)", "g"])
def test_a_default_is_a_constant(default: str, adcli: Adcli) -> None:
    ran = adcli("eval", f"def g(a): return a\ninput x = 2\ninput y = {default}\nsum(y)", "--json")
    assert (ran.status, ran.error["line"]) == (2, 3)
