"""Where the answers of `adcli batch` go: files that are whole or not there, and pipes."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Adcli, Shell


@pytest.mark.parametrize(
    ("ending", "begins"),
    [
        ("csv", "line,label"),
        ("CSV", "line,label"),
        ("tsv", "line\tlabel"),
        ("json", '{"line": 1'),
        ("jsonl", '{"line": 1'),
        ("ndjson", '{"line": 1'),
        ("txt", "  record"),
    ],
)
def test_the_ending_of_the_output_tells_its_format(
    adcli: Adcli, tmp_path: Path, ending: str, begins: str
) -> None:
    path = tmp_path / f"out.{ending}"
    ran = adcli("batch", "-", "-o", str(path), stdin="x^2 at x=3\n")
    assert (ran.status, ran.stdout, ran.stderr) == (0, "", "")
    assert path.read_text().startswith(begins)
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("way", ["same.csv", "./same.csv", "link.csv"])
def test_the_answers_do_not_take_the_place_of_the_records(adcli: Adcli, tmp_path: Path, way: str) -> None:
    path = tmp_path / "same.csv"
    path.write_text("expr,x\nx^2,3\n")
    (tmp_path / "link.csv").symlink_to(path)
    ran = adcli("batch", str(path), "-o", os.path.join(tmp_path, way))
    assert (ran.status, ran.stdout) == (2, "")
    assert "the answers would take its place" in ran.stderr
    assert path.read_text() == "expr,x\nx^2,3\n"


@pytest.mark.parametrize("name", ["out.xlsx", "out.csv.gz", "out.md", "out.parquet", "out.0", "out.c sv"])
def test_an_unknown_ending_is_refused_unless_the_format_is_named(
    adcli: Adcli, tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    ran = adcli("batch", "-", "-o", str(path), stdin="x^2 at x=3\n", environ={})
    assert (ran.status, ran.stdout) == (2, "")
    assert f"{path} ends in {path.suffix}, which is no format" in ran.stderr
    assert os.listdir(tmp_path) == []
    for option, begins in (("--csv", "line,label"), ("--json", '{"line": 1')):
        assert adcli("batch", "-", option, "-o", str(path), stdin="x^2 at x=3\n").status == 0
        assert path.read_text().startswith(begins)


@pytest.mark.parametrize("name", ["out", "out.", ".csv", "two.parts/out"])
def test_without_an_ending_a_table_is_drawn(adcli: Adcli, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    assert adcli("batch", "-", "-o", str(path), stdin="x^2 at x=3\n").status == 0
    assert path.read_text().startswith("  record")


def test_tab_separated_values_are_csv_with_tabs(adcli: Adcli, tmp_path: Path) -> None:
    path, lines = tmp_path / "out.tsv", "a b: x^2 at x=3\nlog(x) at x=-1\n"
    assert adcli("batch", "-", "-o", str(path), stdin=lines).status == 1
    commas = adcli("batch", "-", "--csv", stdin=lines).stdout
    assert path.read_text() == commas.replace(",", "\t")


def test_pipes_and_our_own_streams_are_written_as_they_are(shell: Shell, tmp_path: Path) -> None:
    batch = "echo 'x^2 at x=3' | adcli batch - -o"
    assert "record" in shell(f"{batch} /dev/stdout | cat").stdout
    assert "record" in shell(f"{batch} /dev/stderr 2>&1 >/dev/null | cat").stdout
    assert "record" in shell(f"{batch} >(cat) | cat").stdout
    assert shell(f"{batch} /dev/null").returncode == 0
    begun = f"(echo before; {batch} /dev/stdout; echo after)"
    shell(f"{begun} > {tmp_path}/all; {begun} >> {tmp_path}/all")
    written = (tmp_path / "all").read_text().splitlines()
    assert written == ["before", *shell(f"{batch} -").stdout.splitlines(), "after"] * 2
    pipe = tmp_path / "pipe.xlsx"
    assert "record" in shell(f"mkfifo {pipe}; cat {pipe} & {batch} {pipe}; wait").stdout
    assert pipe.is_fifo()


def test_permissions_are_kept(adcli: Adcli, tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    old.touch(0o640)
    for path in (new, old):
        assert adcli("batch", "-", "-o", str(path), stdin="1\n").status == 0
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(new.stat().st_mode) == 0o666 & ~mask
    assert stat.S_IMODE(old.stat().st_mode) == 0o640


def test_a_failed_request_leaves_the_file_alone(adcli: Adcli, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_text("old")
    assert adcli("batch", "-", "--format", "csv", "-o", str(path), stdin="a\n1\n").status == 2
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["out.csv"]
    ran = adcli("batch", "-", "-o", str(tmp_path / "no" / "out.csv"), stdin="1\n")
    assert ran.status == 2
    assert "cannot be written" in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk here")
def test_a_full_disk_is_an_error(adcli: Adcli) -> None:
    ran = adcli("batch", "-", "--json", "-o", "/dev/full", stdin="1\n" * 1000)
    assert ran.status == 2
    assert "No space left" in ran.stderr


def started(*args: str, **streams: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "adcli", "batch", *args], cwd=ROOT, stderr=subprocess.PIPE, **streams
    )


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_what_ends_the_process_leaves_the_old_file(
    number: signal.Signals, status: int, tmp_path: Path
) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("old")
    process = started("-", "-o", str(path), stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(b"x^2 at x=3\n" * 100)
    process.stdin.flush()
    while sum(each.stat().st_size for each in tmp_path.iterdir()) < 100:
        time.sleep(0.01)
    process.send_signal(number)
    _, said = process.communicate()
    assert (process.returncode, said) == (status, b"")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["out.jsonl"]


@pytest.mark.parametrize("form", ["--json", "--csv", "--quiet"])
def test_a_reader_that_leaves(form: str, tmp_path: Path) -> None:
    path = tmp_path / "many.batch"
    path.write_text("x^2*sin(y) at x=3, y=2\n" * 5000)
    process = started(str(path), form, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert (process.wait(), process.stderr.read()) == (0, b"")
    process.stderr.close()


def test_answers_come_as_the_records_do() -> None:
    process = started("-", "--json", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    for x in (1, 2, 3):
        process.stdin.write(b"x^2 at x=%d\n" % x)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["gradient"] == {"x": 2 * x}
    assert process.communicate() == (b"", b"")
