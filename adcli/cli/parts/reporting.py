"""How an answer leaves: as JSON or drawn, on stdout; warnings and notes on stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from adcli.cli.parts import options
from adcli.cli.process.environment import Environment
from adcli.text.errors import AdError
from adcli.text.notices import Notice

if TYPE_CHECKING:
    from adcli.answers.answer import Answer
    from adcli.show.layout.page import Line, Page


class Reporter(NamedTuple):
    """The environment, and how the user wants answers to look."""

    environment: Environment
    json: bool = False
    digits: int | None = None
    quiet: bool = False
    no_color: bool = False

    @classmethod
    def here(cls, **wishes: Any) -> Reporter:
        """The reporter of the command that runs."""
        environment = click.get_current_context().find_object(Environment)
        assert environment is not None
        return cls(environment, **wishes)

    def accept(self, answer: Answer) -> None:
        """Raise AdError for an answer at a kink, where --kinks error refuses those."""
        if options.refuses_kinks():
            from adcli.derivatives.diagnosis.firstorder import refuse_kinks

            refuse_kinks(answer.warnings)

    def answer(self, answer: Answer) -> None:
        """Print the answer, and its warnings."""
        self.accept(answer)
        if self.json:
            from adcli.show.formats.json import document

            self.document(document(answer, self.digits))
        else:
            from adcli.show.kinds import shown

            self.draw(shown(answer, "drawing")(answer, self.page()))
        self.warnings(answer.warnings)

    def page(self) -> Page:
        """The page that stdout is."""
        from adcli.show.layout.page import Page
        from adcli.text.numerals import TERMINAL_DIGITS

        environment = self.environment
        terminal = environment.stdout_is_terminal
        return Page(
            width=environment.width if terminal else None,
            digits=self.digits or (TERMINAL_DIGITS if terminal else None),
            colours=environment.colours(terminal, self.no_color),
            symbols=environment.symbols(),
            whole=options.shows_all(),
        )

    def draw(self, lines: Iterable[Line]) -> None:
        """Print lines, block by block."""
        from adcli.show.layout.paint import painted

        self.write(painted(lines, self.page().colours))

    def write(self, texts: Iterable[str]) -> None:
        """Print texts as they come."""
        for text in texts:
            self.environment.stdout.write(text)

    def document(self, fields: dict[str, Any]) -> None:
        """Print one JSON document."""
        from adcli.show.formats.json import line

        stdout = self.environment.stdout
        stdout.write(line(fields, stdout.encoding or "utf-8") + "\n")

    def warnings(self, notices: Sequence[Notice]) -> None:
        """Say what is to know about an answer."""
        if notices and not self.quiet:
            from adcli.show.layout.messages import warnings

            for text in warnings(notices, self.stderr_colours(), self.environment.message_width()):
                self.environment.say(text)

    def error(self, error: AdError) -> None:
        """Say what went wrong, where the work goes on all the same."""
        from adcli.show.layout.messages import message

        colours, width = self.stderr_colours(), self.environment.message_width()
        self.environment.say(
            message("error", error.message, error.span, error.detail, error.hint, colours, width)
        )

    def notes(self, notes: Iterable[str]) -> None:
        """Say what is to know about the program."""
        if notes and not self.quiet:
            from adcli.show.layout.messages import note

            for text in notes:
                self.environment.say(note(text, self.stderr_colours(), self.environment.message_width()))

    def stderr_colours(self) -> bool:
        """Whether messages have colours."""
        return self.environment.colours(self.environment.stderr_is_terminal, self.no_color)


def reporting(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """Adds --json, --digits, --quiet and --no-color, and hands the command a `Reporter` for them."""

    @wraps(command)
    def wrapped(*, json: bool, digits: int | None, quiet: bool, no_color: bool, **rest: Any) -> int | None:
        return command(Reporter.here(json=json, digits=digits, quiet=quiet, no_color=no_color), **rest)

    for option in (options.no_color, options.quiet, options.digits, options.json):
        wrapped = option(wrapped)
    return wrapped
