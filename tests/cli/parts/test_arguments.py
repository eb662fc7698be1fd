"""Which arguments are options."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from adcli.cli.parts.arguments import one_source, quote, split
from adcli.text.errors import AdError
from tests.conftest import Adcli

DECLARED = {"--at": True, "--json": False, "--mode": True, "--help": False, "-o": True}


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        (["x^2", "--at", "x=3"], ["--at=x=3"], ["x^2"]),
        (["-x^2", "--at=x=3"], ["--at=x=3"], ["-x^2"]),
        (["--at", "-x", "-x"], ["--at=-x"], ["-x"]),
        (["--x"], [], ["--x"]),
        (["-j"], [], ["-j"]),
        (["--jso"], [], ["--jso"]),
        (["--", "--json", "--json"], ["--json"], ["--json"]),
        (["--", "-x^2", "--at", "x=1"], ["--at=x=1"], ["-x^2"]),
        (["--json", "--"], ["--json"], []),
        (["-"], [], ["-"]),
        (["x", "-o", "--json"], ["-o--json"], ["x"]),
        (["x", "--at", ""], ["--at="], ["x"]),
    ],
)
def test_an_option_is_exactly_a_declared_one(
    arguments: list[str], options: list[str], words: list[str]
) -> None:
    assert split(arguments, DECLARED) == (options, words)


@pytest.mark.parametrize("arguments", [["x", "--at"], ["x", "--json=1"], ["x", "-o"], ["x", "-o", ""]])
def test_values_where_they_do_not_belong(arguments: list[str]) -> None:
    with pytest.raises(AdError) as caught:
        split(arguments, DECLARED)
    assert caught.value.kind == "usage"


def complaint(*words: str) -> str:
    with pytest.raises(AdError) as caught:
        one_source(words, "grad", DECLARED, words)
    assert caught.value.kind == "usage"
    return str(caught.value)


def test_an_unquoted_expression_is_shown_quoted() -> None:
    assert complaint("3", "+", "x") == (
        'quote the expression: it came as 3 separate words\n  help: adcli grad "3 + x"'
    )


def test_a_star_that_the_shell_expanded_is_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("b.txt", "a.txt", ".hidden"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    assert 'adcli grad "3 * x"' in complaint("3", *sorted(os.listdir(), key=str.lower)[1:], "x")


def test_values_without_their_option() -> None:
    assert 'write the values as one argument: --at "x=3, y=4"' in complaint("x*y", "x=3", "y=4")


@pytest.mark.parametrize(
    ("word", "meant"), [("--att", "--at"), ("-json", "--json"), ("--Mode=x", "--mode=x")]
)
def test_a_misspelt_option_is_named(word: str, meant: str) -> None:
    assert f"did you mean {meant}?" in complaint("x^2", word)


@pytest.mark.parametrize("option", ["--colour", "--h", "--h=0"])
def test_an_unknown_option(option: str) -> None:
    assert f"there is no option `{option.partition('=')[0]}`" in complaint("x^2", option, "0")


def test_no_source() -> None:
    assert "SOURCE is missing" in complaint()


@pytest.mark.parametrize(
    ("text", "quoted"), [("a b", '"a b"'), ('a"b', "'a\"b'"), ("$x", "'$x'"), ("x!", "'x!'")]
)
def test_quoting(text: str, quoted: str) -> None:
    assert quote(text) == quoted


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (["diff", "--order", "-1"], "--order: -1 is not 0 or more"),
        (["diff", "--order", "two"], "--order: `two` is not a whole number"),
        (["check", "--rtol", "nan"], "--rtol: nan is not 0 or more"),
        (["check", "--atol", "x"], "--atol: `x` is not a number"),
        (["grad", "--timeout", "0"], "--timeout: 0 is not more than 0"),
        (["grad", "--max-steps", "0"], "--max-steps: 0 is less than 1"),
        (["grad", "--digits", "99"], "--digits: 99 is not between 1 and 17"),
    ],
)
def test_a_value_that_an_option_has_not(adcli: Adcli, line: list[str], message: str) -> None:
    command, *rest = line
    ran = adcli(command, "x^2", "--at", "x=1", *rest)
    assert (ran.status, ran.stdout, ran.stderr) == (2, "", f"error: {message}\n")


@pytest.mark.parametrize(
    ("option", "value"), [("--at", "v=data.csv"), ("--at", "point.json"), ("--expect", "hand.ad")]
)
def test_a_file_without_its_sign(adcli: Adcli, option: str, value: str) -> None:
    ran = adcli("check", "v^2", "--at", "v=1", option, value)
    assert ran.status == 2
    assert ran.stderr.endswith(f"help: for the file, write @{value.removeprefix('v=')}\n")


@pytest.mark.parametrize(
    ("args", "stdin"),
    [
        (("grad", "x", "--at", "x=1,v=[[1, 2] for i in range(1e12)]"), ""),
        (("batch", "-"), "x at x=sum([i for i in range(1e12)])"),
        (("batch", "-", "--at", "x=sum([i for i in range(1e12)])"), "x"),
        (("batch", "-", "--format", "csv"), "expr,x\nx,sum([i for i in range(1e12)])"),
        (("batch", "-", "--format", "jsonl"), '{"expr": "x", "at": {"x": "sum([i for i in range(1e12)])"}}'),
    ],
)  # fmt: skip
def test_a_binding_has_the_budget_of_the_command(args: tuple[str, ...], stdin: str, adcli: Adcli) -> None:
    ran = adcli(*args, "--max-steps", "2000", stdin=stdin)
    assert "stopped after 2,000 steps" in ran.stderr
    assert ran.status in (1, 2)


@pytest.mark.parametrize(
    ("contents", "options", "stdout"),
    [
        ("1 2", ["--delimiter", "space"], "3\n"),
        ("1:2", ["--delimiter", ":"], "3\n"),
        ("1,234;2", ["--decimal", "comma"], "3.234\n"),
        ("1,5\n2,5", ["--decimal", ",", "--delimiter", "semicolon"], "4\n"),
    ],
)
def test_the_signs_of_a_table_may_be_told(
    contents: str, options: list[str], stdout: str, adcli: Adcli, tmp_path: Path
) -> None:
    path = tmp_path / "v.csv"
    path.write_text(contents)
    assert adcli("eval", "sum(v)", "--at", f"v=@{path}", *options).stdout == stdout
    ran = adcli("jvp", "sum(v)", "--at", "v=[0, 0]", "--tangent", f"v=@{path}", *options, "--json")
    assert ran.json["jvp"] == {"f": float(stdout)}
    (tmp_path / "b.batch").write_text(f"sum(v) at v=@{path}\n")
    ran = adcli("batch", str(tmp_path / "b.batch"), *options, "--json")
    assert ran.json["value"] == float(stdout)


@pytest.mark.parametrize("sign", ["x", "", ";;", "1", ".", "commas"])
def test_a_delimiter_is_one_sign(sign: str, adcli: Adcli) -> None:
    ran = adcli("eval", "1", "--delimiter", sign)
    assert (ran.status, ran.stdout) == (2, "")
    assert "comma, semicolon, tab, space, bar" in ran.stderr


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        (("x^2", "--at", "x", "2"), "--at x=2"),
        (("--at", "x", "2", "x^2"), "--at x=2"),
        (("x^2", "--at", "x", "=", "2"), "--at x=2"),
        (("x^2", "--at", "x=", "2"), "--at x=2"),
        (("x*y", "--at", "x=2,", "y=3"), '--at "x=2, y=3"'),
        (("x*y", "--at", "x=2", "y=3"), '--at "x=2, y=3"'),
        (("x^2", "at", "x=2"), 'adcli grad "x^2" --at x=2'),
        (("3", "*", "x", "--at", "x=2"), 'adcli grad "3 * x" --at x=2'),
    ],
)
def test_a_point_in_several_words_is_put_together(adcli: Adcli, line: tuple[str, ...], hint: str) -> None:
    ran = adcli("grad", *line)
    assert ran.status == 2
    assert ran.stderr.endswith(f"{hint}\n")


def test_where_a_file_is_wanted(adcli: Adcli) -> None:
    ran = adcli("grad", "x^2", "--at", "x=2", "-o", "out.json")
    assert ran.stderr == (
        "error: there is no option `-o`\n"
        "  help: the answer goes to standard output: write > FILE at the end of the line\n"
    )


@pytest.mark.parametrize("option", ["--latex", "--out", "--point", "--verbose", "--format", "--precision"])
def test_what_is_not_close_is_not_suggested(adcli: Adcli, option: str) -> None:
    ran = adcli("grad", "x^2", "--at", "x=2", option)
    assert f"there is no option `{option}`\n  help: the options are --at, " in ran.stderr
    assert "did you mean" not in ran.stderr


PATHS = ["model.txt", "foo.py", "dir/model.ad", "dir/model.txt", "./model", "~/x.ad", "~/x.txt"]


@pytest.mark.parametrize("name", [*PATHS, "my model.txt"])
def test_a_file_that_is_not_there(adcli: Adcli, name: str) -> None:
    ran = adcli("grad", name, "--at", "x=1")
    assert ran.status == 2
    assert ran.stderr.startswith(f"error: there is no file {name}\n")


@pytest.mark.parametrize("text", ["a/b", "x.T @ x", "2.5", ".5*x", "np.pi*x", "x/y.T"])
def test_an_expression_is_no_path(adcli: Adcli, text: str) -> None:
    assert "file" not in adcli("grad", text).stderr


@pytest.mark.parametrize(
    ("name", "meant"), [("gradient", "grad"), ("jacobian", "jac"), ("hessian", "hess"), ("evaluate", "eval")]
)
def test_a_command_written_out(adcli: Adcli, name: str, meant: str) -> None:
    assert adcli(name, "x").stderr.endswith(f"help: did you mean {meant}?\n")
