"""--csv: an answer for a spreadsheet, on the commands whose answers are tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adcli.cli.parts.reporting import Reporter
from adcli.text.errors import AdError

if TYPE_CHECKING:
    from adcli.answers.answer import Answer


def alone(reporter: Reporter, csv: bool) -> None:
    """Raises where JSON is wanted as well."""
    if csv and reporter.json:
        raise AdError("usage", "--csv and --json exclude each other")


def show(reporter: Reporter, answer: Answer) -> None:
    """Print the answer as CSV, and its warnings."""
    from adcli.show.formats.csv import comma_separated

    reporter.accept(answer)
    reporter.write(comma_separated(answer, reporter.digits))
    reporter.warnings(answer.warnings)
