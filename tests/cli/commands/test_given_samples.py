"""`adcli samples`: the samples by name, with what each shows, and its text as the file has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adcli.language.files.samples import names, sample_named
from tests.conftest import Adcli

FILES = {path.name for path in (Path(__file__).parents[3] / "samples").iterdir() if path.suffix != ".md"}


def test_all_files_are_samples_and_each_says_what_it_shows() -> None:
    found = [sample_named(name) for name in names()]
    assert {sample.file for sample in found if sample} == FILES
    assert len(found) == len(FILES)
    for sample in found:
        assert sample is not None
        assert 10 < len(sample.title) < 170, sample.title
        assert sample.title.count("(") == sample.title.count(")")


def test_they_are_listed_and_printed(adcli: Adcli, root: Path) -> None:
    listed = adcli("samples")
    assert (listed.status, listed.stderr) == (0, "")
    assert [line.split()[0] for line in listed.stdout.splitlines()] == list(names())
    for asked, file in [("newton", "newton.ad"), ("newton.ad", "newton.ad"), ("gas", "gas.csv")]:
        assert adcli("samples", asked).stdout == (root / "samples" / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [40, 80, 140])
def test_the_list_fits_the_terminal(adcli: Adcli, width: int) -> None:
    lines = adcli("samples", terminal=True, width=width, environ={"NO_COLOR": "1"}).stdout.splitlines()
    assert max(map(len, lines)) <= width


def test_as_json(adcli: Adcli) -> None:
    assert [sample["name"] for sample in adcli("samples", "--json").json["samples"]] == list(names())
    (newton,) = adcli("samples", "newton", "--json").json["samples"]
    assert list(newton) == ["name", "file", "title", "text"]
    assert newton["title"] == "the square root of a by Newton's iteration"


@pytest.mark.parametrize("name", ["newtn", "Newton", "neewton.ad"])
def test_a_name_that_is_none(name: str, adcli: Adcli) -> None:
    ran = adcli("samples", name)
    assert (ran.status, ran.stdout) == (2, "")
    assert "did you mean newton?" in ran.stderr
    assert "adcli samples lists them all" in adcli("samples", "zzzz").stderr


@pytest.mark.parametrize("path", ["newton.ad", "samples/newton.ad"])
def test_a_missing_file_with_a_sample_s_name(
    path: str, adcli: Adcli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = adcli("grad", path).stderr
    assert told == (
        f"error: there is no file {path}\n  help: a sample has this name: adcli samples newton > newton.ad\n"
    )
