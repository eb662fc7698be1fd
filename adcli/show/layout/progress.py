"""How far a long piece of work has come, as one line."""

from __future__ import annotations

from adcli.show.layout.colour import STYLES, render
from adcli.show.layout.page import Page

BAR = 24  # columns


def progress(done: int, failed: int, fraction: float | None, seconds: float, page: Page) -> str:
    """The line; `fraction` of the work that is done, where that is known."""
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    said = f"{done:,} records"
    if failed:
        said += f", {failed:,} failed"
    row = Table.grid(padding=(0, 2, 0, 0))
    if fraction is None:
        row.add_row(Text(said))
    else:
        left = seconds * (1 - fraction) / max(fraction, 1e-9)
        plain = STYLES[""]  # Rich's own red means an error here
        bar = ProgressBar(
            total=1.0,
            completed=fraction,
            width=BAR,
            style=STYLES["quiet"],
            complete_style=plain,
            finished_style=plain,
        )
        row.add_row(bar, Text(f"{fraction:4.0%}"), Text(said), Text(f"{clock(left)} left"))
    return render(row, page).rstrip("\n")


def clock(seconds: float) -> str:
    """`12 s`, `3 min 05 s`, `2 h 10 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"
