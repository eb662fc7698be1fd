"""`adcli batch`: many expressions, one by one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, nullcontext
from typing import IO, TYPE_CHECKING, Any, BinaryIO

import click

from adcli.cli.parts import options
from adcli.cli.parts.budgets import budget_options, limits, seconds, size_allowed
from adcli.cli.parts.command import Command
from adcli.cli.parts.completion import record_files
from adcli.cli.parts.failures import as_error
from adcli.cli.parts.reporting import Reporter, reporting
from adcli.cli.process.deadline import as_error as out_of_time
from adcli.cli.process.deadline import deadline
from adcli.cli.process.destination import destination, form_of
from adcli.cli.process.exits import Exit
from adcli.cli.process.progress import Progress
from adcli.text.errors import AdError, OutOfTime

if TYPE_CHECKING:
    from adcli.records.batch import Batch
    from adcli.records.record import Outcome, Record

GAS = "adcli samples gas.csv | adcli batch - --at R=8.314,a=0.1378,b=3.18e-5"
EXAMPLES = [
    ("A sample, to see what a file holds", "adcli samples textbook.batch"),
    ("One expression a line", "adcli samples textbook.batch > textbook.batch; adcli batch textbook.batch"),
    ("Values for what the records leave open", GAS),
    ("From a table to a table", f"{GAS} --wrt V,T -o slopes.csv"),
    ("From standard input, for a script", 'echo "sin(x) at x=pi/3" | adcli batch - --json'),
]
WRITTEN = {
    ".csv": "csv", ".tsv": "tsv", ".json": "json", ".jsonl": "json", ".ndjson": "json", ".txt": "table",
}  # fmt: skip
DELIMITERS = {"csv": ",", "tsv": "\t"}
MOST_TOLD = 20  # records whose errors, and whose warnings, are told
form_option = click.option(
    "--format",
    "form",
    type=click.Choice(["batch", "csv", "jsonl"]),
    help="What FILE holds, where neither its ending nor its first line tells.",
)
csv_option = click.option("--csv", is_flag=True, help="Print CSV.")
path_option = click.option(
    "-o",
    "path",
    type=click.Path(),
    metavar="FILE",
    help="Write to FILE, whole or not at all, in the format that its ending tells (csv, tsv, jsonl, txt).",
)
told_option = click.option(
    "--max-errors",
    "most",
    type=int,
    callback=options.from_zero,
    metavar="N",
    default=MOST_TOLD,
    show_default=True,
    help="Tell the errors of so many records on stderr, and the warnings of so many; the others are counted.",
)


class FileCommand(Command):
    """A command on one FILE, whose records have budgets."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params[-1:-1] = budget_options(
            "Give up a record after so many seconds, and the rest where none comes in that time."
        )

    def invoke(self, ctx: click.Context) -> Any:
        with size_allowed():
            return super().invoke(ctx)

    def check_words(self, words: Sequence[str], args: Sequence[str]) -> None:
        if not words:
            hint = f"adcli {self.name} FILE, or - for standard input; --help says what it holds"
            raise AdError("usage", "there is nothing to read: FILE is missing", hint=hint)
        super().check_words(words, args)


@click.command("batch", cls=FileCommand, examples=EXAMPLES)
@click.argument("source", metavar="FILE", shell_complete=record_files)
@options.at_of_records
@options.wrt
@options.output
@options.mode
@form_option
@csv_option
@path_option
@told_option
@options.kinks
@options.whole
@reporting
def command(
    reporter: Reporter,
    source: str,
    at: tuple[str, ...],
    wrt: str | None,
    output: str | None,
    mode: str,
    form: str | None,
    csv: bool,
    path: str | None,
    most: int,
) -> int:
    """The value and the derivatives of many expressions, one by one.

    FILE has one expression a line, [LABEL:] EXPRESSION [at NAME=VALUE,...]; or it is CSV, with a
    column expr, perhaps one label, and values in all others; or JSON Lines, with expr, label and
    at. It may be - for standard input. A record that fails is reported, and the rest go on. Where
    an expression has several outputs, or an array, the answer is its Jacobian.
    """
    from adcli.language.points.bindings import read_bindings
    from adcli.records.batch import Batch
    from adcli.records.formats import format_of

    written = _written(reporter, csv, path)
    _apart(source, path)
    form = form or format_of(source)
    name = "<stdin>" if source == "-" else source
    with ExitStack() as files:
        with deadline(seconds()):
            defaults = read_bindings(at, limits=limits(), dialect=options.dialect())
            stream = files.enter_context(_opened(source, reporter))
            out = files.enter_context(destination(path, reporter.environment))
        batch = Batch(defaults, wrt, output, mode, limits(), options.refuses_kinks())
        tally = _Tally(reporter, Progress(reporter.environment, stream, reporter.stderr_colours()), most)
        outcomes = _outcomes(batch, _arriving(stream, name, form))
        with closing(tally):
            for text in _texts(written, outcomes, tally, reporter, out):
                out.write(text)
                if source == "-":
                    out.flush()  # whoever writes a line at a time reads one at a time
    tally.conclude(batch, name)
    return Exit.NO if tally.failed else Exit.DONE


def _written(reporter: Reporter, csv: bool, path: str | None) -> str:
    """The format of the results: json, csv, tsv, or a table for people."""
    if csv and reporter.json:
        raise AdError("usage", "--json and --csv exclude each other")
    if csv or reporter.json:
        return "csv" if csv else "json"
    return (form_of(path, WRITTEN) if path else None) or "table"


def _apart(source: str, path: str | None) -> None:
    """Raises where the answers would take the place of the records."""
    files = path and source != "-" and os.path.isfile(path) and os.path.isfile(source)
    if files and os.path.samefile(str(path), source):
        message = f"-o {path} is the file of the records: the answers would take its place"
        raise AdError("usage", message, hint="write them to another file")


def _opened(source: str, reporter: Reporter) -> nullcontext[BinaryIO] | BinaryIO:
    from adcli.language.files.programs import opened

    if source == "-":
        return nullcontext(reporter.environment.stdin)
    return opened(source, (".batch", ".csv", ".tsv", ".jsonl", ".txt"))


def _arriving(stream: BinaryIO, name: str, form: str | None) -> Iterator[Record]:
    """The records. Raises OutOfTime where one does not come in time, unless somebody types it."""
    from adcli.language.files.contents import waiting
    from adcli.records.formats import read

    time = None if stream.isatty() else seconds()
    if time is None:  # nothing is waited for, so nothing is measured
        yield from read(stream, name, form, options.dialect())
        return
    with deadline(time), waiting(name):
        records = read(stream, name, form, options.dialect())
    while True:
        with deadline(time), waiting(name):
            record = next(records, None)
        if record is None:
            return
        yield record


def _outcomes(batch: Batch, records: Iterable[Record]) -> Iterator[Outcome]:
    """Every record's outcome; whatever goes wrong with one, the next ones are answered."""
    from adcli.records.record import Outcome

    time = seconds()
    for record in records:
        try:
            with deadline(time):
                outcome = batch.answer(record)
        except OutOfTime as stopped:
            outcome = Outcome(record, error=record.placed(out_of_time(stopped)))
        except Exception as fault:
            outcome = Outcome(record, error=record.placed(as_error(fault)))
        yield outcome


def _texts(
    written: str, outcomes: Iterator[Outcome], tally: _Tally, reporter: Reporter, out: IO[str]
) -> Iterator[str]:
    """What is written, in pieces."""
    if written == "table":
        from adcli.show.layout.page import Page
        from adcli.show.records import blocks

        to_stdout = out is reporter.environment.stdout
        return blocks(tally.of(outcomes), reporter.page() if to_stdout else Page(digits=reporter.digits))
    from adcli.show.records import Table, json_lines

    if written == "json":
        return json_lines(tally.of(outcomes), reporter.digits, getattr(out, "encoding", None) or "utf-8")
    table = Table(reporter.digits, DELIMITERS[written])
    return table.rows(tally.of(table.fitted(outcomes)))


class _Tally:
    """Counts outcomes on their way, and says on stderr what there is to say about so many of them."""

    def __init__(self, reporter: Reporter, progress: Progress, most: int) -> None:
        self.reporter = reporter
        self.progress = progress
        self.most = most
        self.done = self.failed = self.warned = 0

    def of(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        for outcome in outcomes:
            self.done += 1
            if outcome.error is not None:
                self.failed += 1
                if self.failed <= self.most:
                    self.progress.clear()
                    self.reporter.error(outcome.error)
            if outcome.answer is not None and outcome.answer.warnings:
                self.warned += 1
                if self.warned <= self.most:
                    self.progress.clear()
                    self.reporter.warnings(outcome.answer.warnings)
            self.progress.step(self.done, self.failed)
            yield outcome

    def close(self) -> None:
        self.progress.clear()

    def conclude(self, batch: Batch, name: str) -> None:
        """What is to say at the end."""
        self.reporter.notes(batch.notes)
        notices = tuple(batch.notices())
        self.reporter.warnings(notices[: self.most])
        left = len(notices) - self.most
        if left > 0:
            warnings = f"{left:,} more warning{'s' if left > 1 else ''} about the whole file"
            self.reporter.notes([f"{warnings}; --max-errors {len(notices)} tells them too"])
        if not self.done:
            self.reporter.notes([f"{name} holds no expressions"])
        quiet = self.warned - self.most
        if quiet > 0:
            records = f"{quiet:,} more record{'s have' if quiet > 1 else ' has'}"
            self.reporter.notes([f"{records} warnings; --max-errors {self.warned} tells them too"])
        if self.failed:
            more = f"; --max-errors {self.failed} tells all of them" if self.failed > self.most else ""
            self.reporter.environment.say(f"{self.failed:,} of {self.done:,} failed{more}")
