"""The commands, through an environment of the test's own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.conftest import Adcli

BAYDIN = ("log(x1) + x1*x2 - sin(x2)", "--at", "x1=2,x2=5")


def test_a_gradient_is_laid_out_in_full_in_a_pipe(adcli: Adcli) -> None:
    ran = adcli("grad", *BAYDIN)
    assert (ran.status, ran.stderr) == (0, "")
    assert ran.stdout == (
        "f = log(x1) + x1*x2 - sin(x2)      f = 11.652071455223084\n"
        "\n"
        "  input   at   derivative\n"
        "  x1      2    5.5\n"
        "  x2      5    1.7163378145367738\n"
        "\n"
        "reverse: 1 output, 2 inputs: 1 reverse sweep instead of 2 forward\n"
    )


def test_a_gradient_as_json(adcli: Adcli) -> None:
    ran = adcli("grad", *BAYDIN, "--json", environ={"FORCE_COLOR": "1"})
    assert (ran.status, ran.stderr) == (0, "")
    assert ran.stdout.count("\n") == 1
    assert ran.json == {
        "source": "log(x1) + x1*x2 - sin(x2)",
        "inputs": {"x1": 2.0, "x2": 5.0},
        "value": 11.652071455223084,
        "gradient": {"x1": 5.5, "x2": 1.7163378145367738},
        "mode": "reverse",
        "reason": "reverse: 1 output, 2 inputs: 1 reverse sweep instead of 2 forward",
        "sweeps": 1,
        "warnings": [],
    }


def test_wrt_keeps_its_order_and_mode_its_word(adcli: Adcli) -> None:
    answer = adcli(
        "grad", "x^2*y*z", "--at", "x=1,y=2,z=3", "--wrt", "z,x", "--mode", "forward", "--json"
    ).json
    assert list(answer["gradient"].items()) == [("z", 2.0), ("x", 12.0)]
    assert (answer["mode"], answer["sweeps"]) == ("forward", 2)


@pytest.mark.parametrize(
    ("source", "slope"), [("-x^2", -6.0), ("-x", -1.0), ("--x", 1.0), ("-(x)", -1.0), ("- x", -1.0)]
)
def test_an_expression_may_begin_with_a_sign(adcli: Adcli, source: str, slope: float) -> None:
    assert adcli("grad", source, "--at", "x=3", "--json").json["gradient"] == {"x": slope}


def test_options_may_come_first_and_the_later_value_wins(adcli: Adcli) -> None:
    ran = adcli("eval", "--at=x=1,y=1", "--at", "x=2", "x*y")
    assert ran.stdout == "2\n"


def test_eval_of_a_number_prints_the_number(adcli: Adcli) -> None:
    assert adcli("eval", "2^0.5").stdout == "1.4142135623730951\n"
    assert adcli("eval", "2^0.5", terminal=True, environ={"NO_COLOR": "1"}).stdout == "1.4142136\n"
    assert adcli("eval", "2^0.5", "--digits", "3").stdout == "1.41\n"


def test_eval_of_several_outputs(adcli: Adcli) -> None:
    program = "y = 2*x; z = y^2; output y, z"
    assert adcli("eval", program, "--at", "x=3", "--json").json["value"] == {"y": 6.0, "z": 36.0}
    assert adcli("eval", program, "--at", "x=3", "--output", "z").stdout == "36\n"


def test_standard_input(adcli: Adcli) -> None:
    assert adcli("eval", "-", "--at", "x=3", stdin="y = 2*x\r\ny^2\r\n").stdout == "36\n"
    assert adcli("eval", "-", stdin=b"\xef\xbb\xbf1 + 1").stdout == "2\n"


def test_a_program_file(adcli: Adcli, tmp_path: Path) -> None:
    path = tmp_path / "dir with spaces.ad"
    path.write_text("input x = 4\noutput y = sqrt(x)\n")
    ran = adcli("grad", str(path))
    assert ran.stdout.startswith(f"{path}      y = 2\n")


def test_warnings_and_notes_go_to_stderr_unless_quiet(adcli: Adcli) -> None:
    asked = ("grad", "abs(x) + a*e", "--at", "x=0,a=1")
    ran = adcli(*asked)
    assert ran.stderr.startswith("note: `e` is the constant 2.718281828459045 here")
    assert re.search(r"^warning: abs bends at 0.*\n  --> expression:1:1\n1 \| abs", ran.stderr, re.MULTILINE)
    assert adcli(*asked, "--quiet").stderr == ""
    assert adcli(*asked, "--quiet").stdout == ran.stdout
    assert adcli(*asked, "--quiet", "--json").json["warnings"][0]["kind"] == "kink"


@pytest.mark.parametrize(
    ("args", "stderr"),
    [
        (
            ("grad", "log(x - 5)", "--at", "x=2", "--quiet"),
            "error: log of a negative number\n"
            "  --> expression:1:1\n"
            "1 | log(x - 5)\n"
            "  | ^^^^^^^^^^ x - 5 = -3 at x = 2\n",
        ),
        (
            ("grad", "3", "*", "x"),
            'error: quote the expression: it came as 3 separate words\n  help: adcli grad "3 * x"\n',
        ),
        (("grad", "x", "--att", "x=3"), "error: there is no option `--att`\n  help: did you mean --at?\n"),
        (("gard", "x"), "error: there is no command `gard`\n  help: did you mean grad?\n"),
        (
            ("--json", "grad", "x"),
            "error: there is no command `--json`\n"
            "  help: options come after the command: adcli grad x --json\n",
        ),
        (
            ("x^2", "--at", "x=3"),
            "error: there is no command `x^2`\n"
            '  help: for the gradient of an expression: adcli grad "x^2" --at x=3\n',
        ),
        (("grad", "x", "--digits", "99"), "error: --digits: 99 is not between 1 and 17\n"),
        (("grad", "x", "--mode", "up"), "error: --mode: `up` is not one of `auto`, `forward`, `reverse`\n"),
        (("grad", "x", "--at"), "error: --at has no value\n  help: write --at VALUE\n"),
        (("grad", "nowhere.ad"), "error: there is no file nowhere.ad\n"),
        (
            ("functions", "tanhh"),
            "error: there is no function `tanhh`\n  help: did you mean `tanh`?\n",
        ),
        (
            ("functions", "sin", "cos"),
            "error: `cos` is one argument too many\n  help: adcli functions --help says more\n",
        ),
    ],
)
def test_a_wrong_request_is_one_message_with_what_to_write(
    adcli: Adcli, args: tuple[str, ...], stderr: str
) -> None:
    ran = adcli(*args)
    assert (ran.status, ran.stdout) == (2, "")
    shown = "".join(ran.stderr.splitlines(keepends=True)[: stderr.count("\n")])
    if "--json" in args:
        assert json.loads(ran.stderr.splitlines()[-1])["error"]["kind"] == "usage"
    assert shown == stderr


@pytest.mark.parametrize("source", ["sqrt(-1)", "log(-2.5)", "1/0", "sqrt([4, -1])", "asin(-(2))"])
def test_a_number_as_it_is_written_is_not_told_again(adcli: Adcli, source: str) -> None:
    stderr = adcli("eval", source).stderr
    assert "^" in stderr
    assert "-1 = -1" not in stderr
    assert "-2.5 =" not in stderr
    assert "0 = 0" not in stderr
    assert "2 =" not in stderr


def test_the_title_of_one_of_several_outputs_is_no_equation(adcli: Adcli) -> None:
    ran = adcli("jac", "x^2, x*y", "--at", "x=1,y=2", "--output", "x*y")
    assert ran.stdout.startswith("x^2, x*y      x*y = 2\n")


def test_several_outputs_of_many(adcli: Adcli) -> None:
    source = "u = x*y; v = max(x, y); output u, v, x + y"
    ran = adcli("jac", source, "--at", "x=2,y=3", "--output", "x + y, u", "--json")
    assert ran.json["outputs"] == ["x + y", "u"]
    assert ran.json["jacobian"] == [[1.0, 1.0], [3.0, 2.0]]
    assert "there is no output `w`" in adcli("jac", source, "--at", "x=2,y=3", "--output", "u,w").stderr
    assert "there are 2 outputs: u, v" in adcli("grad", source, "--at", "x=2,y=3", "--output", "u,v").stderr


def test_names_without_commas(adcli: Adcli) -> None:
    assert adcli("grad", "x*y", "--at", "x=2,y=3", "--wrt", "x y").stderr.endswith("  help: write x,y\n")


def test_no_note_on_e_where_it_is_bound(adcli: Adcli) -> None:
    assert adcli("grad", "a*e", "--at", "a=2,e=3").stderr == ""
    assert adcli("grad", "a*e", "--at", "a=2").stderr.startswith("note: `e` is the constant")
    lines = "a*e at a=2, e=3\n"
    assert adcli("batch", "-", stdin=lines).stderr == ""
    assert adcli("batch", "-", stdin=lines + "a*e at a=2\n").stderr.count("note: `e` is the constant") == 1


@pytest.mark.parametrize("command", ["eval", "grad", "hess", "check"])
def test_tau_is_told_as_e_is(command: str, adcli: Adcli) -> None:
    told = "note: `tau` is the constant 6.283185307179586 here; to make it an input, bind it: --at tau=…\n"
    assert adcli(command, "exp(-t/tau)", "--at", "t=1").stderr == told
    assert adcli(command, "exp(-t/tau)", "--at", "t=1", "--quiet").stderr == ""
    assert adcli(command, "exp(-t/tau)", "--at", "t=1,tau=2").stderr == ""
    assert adcli(command, "tau = 2; exp(-t/tau)", "--at", "t=1").stderr == ""
    assert adcli(command, "input tau = 2, t; exp(-t/tau)", "--at", "t=1").stderr == ""
    assert adcli(command, "e*t/tau*pi", "--at", "t=1").stderr.count("is the constant") == 2
    assert adcli(command, "e^t*pi", "--at", "t=1").stderr == ""


def test_messages_are_wrapped_in_a_terminal(adcli: Adcli) -> None:
    source = "abs(x)" + " + x*y" * 40
    ran = adcli("grad", source, "--at", "x=0,y=1,zeta=3", terminal=True, width=60, environ={"NO_COLOR": "1"})
    assert ran.stderr.count("warning:") == 2
    assert max(map(len, (ran.stdout + ran.stderr).splitlines())) <= 60
    piped = adcli("grad", source, "--at", "x=0,y=1,zeta=3")
    assert max(map(len, piped.stderr.splitlines())) > 90


def test_the_last_line_of_an_error_is_its_document(adcli: Adcli) -> None:
    ran = adcli("eval", "1 + log(x)", "--at", "x=-1", "--json")
    *_, last = ran.stderr.splitlines()
    error = json.loads(last)["error"]
    assert (error["kind"], error["line"], error["column"]) == ("domain", 1, 5)
    assert (ran.status, ran.stdout) == (2, "")


@pytest.mark.parametrize(
    ("contents", "says"),
    [
        (b"x\xff", "m.ad is not UTF-8 text (byte 2, line 1)"),
        (b"\xff\xfex\x00", "m.ad is not UTF-8 text"),
        (b"x\x00", "m.ad is not a text file"),
    ],
)
def test_files_that_are_no_programs(
    adcli: Adcli, contents: bytes, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.ad").write_bytes(contents)
    ran = adcli("grad", "m.ad")
    assert ran.status == 2
    assert ran.stderr.startswith(f"error: {says}")


def test_names_of_files_that_cannot_be_meant(
    adcli: Adcli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("model.ad").write_text("1")
    Path("model.txt").write_text("1")
    Path("folder.ad").mkdir()
    assert "did you mean model.ad?" in adcli("eval", "modle.ad").stderr
    assert "there is no folder no either" in adcli("eval", "no/model.ad").stderr
    assert "folder.ad is a folder" in adcli("eval", "folder.ad").stderr
    assert "file name ends in .ad" in adcli("eval", "model.txt").stderr


def test_options_may_follow_what_stands_after_two_dashes(adcli: Adcli) -> None:
    assert adcli("eval", "--", "-x^2", "--at", "x=3").stdout == "-9\n"
    assert "there is no option `--wrt`" not in adcli("eval", "--at", "x=3", "--", "-x^2").stderr


def test_repeated_wrt_accumulates(adcli: Adcli) -> None:
    asked = ("x*y*z", "--at", "x=1,y=2,z=3", "--wrt", "z", "--wrt", "x,y")
    assert list(adcli("grad", *asked, "--json").json["gradient"]) == ["z", "x", "y"]
    assert adcli("diff", "x^3*y", "--at", "x=1,y=2", "--wrt", "x", "--wrt", "x", "--json").json["wrt"] == [
        "x",
        "x",
    ]


def test_something_unforeseen_is_one_line(adcli: Adcli, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by\nzero")

    monkeypatch.setattr("adcli.cli.commands.eval.question", fail)
    ran = adcli("eval", "1", "--json")
    assert ran.status == 2
    assert "ZeroDivisionError: by zero" in ran.stderr.splitlines()[0]
    assert "Traceback" not in ran.stderr
    with pytest.raises(ZeroDivisionError):
        adcli("eval", "1", environ={"ADCLI_DEBUG": "1"})


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (MemoryError(), "not enough memory"),
        (RecursionError(), "nested too deeply"),
        (OSError(28, "full"), "full"),
    ],
)
def test_faults_of_the_machine(
    adcli: Adcli, monkeypatch: pytest.MonkeyPatch, fault: Exception, says: str
) -> None:
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr("adcli.cli.commands.eval.question", fail)
    ran = adcli("eval", "1")
    assert ran.status == 2
    assert says in ran.stderr
