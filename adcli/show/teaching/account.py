"""The account of costs, in words and as fields."""

from __future__ import annotations

from math import inf
from typing import Any

from adcli.engine.sweeps.choose import Mode
from adcli.engine.sweeps.costs import MOST_VISITS, Account, Cost
from adcli.text.numerals import bytes_text, counted

LONGEST = 10**15  # a larger number is shown by its order


def account_fields(account: Account) -> dict[str, Any]:
    """The fields of an account."""
    return {
        "evaluation": {"operations": account.evaluation},
        "forward": {**work_fields(account.forward), "tape_bytes": 0},
        "reverse": {**work_fields(account.reverse), "tape_bytes": account.tape},
        "recursion": recursion_fields(account),
    }


def work_fields(cost: Cost) -> dict[str, Any]:
    """The fields of a mode's work."""
    found = {"sweeps": cost.sweeps, "products": cost.products, "sums": cost.sums}
    return found | ({"at_most": True} if cost.at_most else {})


def recursion_fields(account: Account) -> dict[str, Any]:
    """What a recursion would visit (a double, where that is so many), beside the nodes that there are."""
    visits: float = account.recursion
    if account.recursion > 1 << 53:
        visits = inf if account.recursion >= MOST_VISITS else float(account.recursion)
    return {"visits": visits, "nodes": account.nodes}


def account_text(account: Account, mode: Mode, taken: int) -> list[str]:
    """What the mode cost in so many sweeps, what the other would, and what the evaluation did."""
    ours = account.of(mode)
    other: Mode = "forward" if mode == "reverse" else "reverse"
    theirs = account.of(other)
    sweeps = counted(ours.sweeps, f"{mode} sweep")
    rest = f"{theirs.sweeps:,} {other} would take {bounded(theirs, theirs.products)} and {theirs.sums:,}"
    if ours.sweeps == taken:
        takes = "takes" if ours.sweeps == 1 else "take"
        told = f"{sweeps} {takes} {_work(ours)}; {rest}"
    else:
        told = f"along every input: {sweeps} would take {_work(ours)}; {rest}"
    tape = f"{'keeps' if mode == 'reverse' else 'would keep'} {bytes_text(account.tape)}"
    lines = [told, f"the evaluation takes {counted(account.evaluation, 'operation')}; reverse {tape}"]
    if account.recursion > account.nodes:
        lines.append(f"a recursion without topological order would make {recursion(account)}")
    return lines


def recursion(account: Account) -> str:
    """`9 visits of 7 nodes`."""
    noun = "visit" if account.recursion == 1 else "visits"
    return f"{_large(account.recursion)} {noun} of {counted(account.nodes, 'node')}"


def bounded(cost: Cost, count: int) -> str:
    """A number that was counted, or that is a bound."""
    return f"{'at most ' if cost.at_most else ''}{count:,}"


def _work(cost: Cost) -> str:
    noun = "product" if cost.products == 1 else "products"
    return f"{bounded(cost, cost.products)} {noun} and {counted(cost.sums, 'sum')}"


def _large(count: int) -> str:
    if count >= MOST_VISITS:
        return f"more than 2^{MOST_VISITS.bit_length() - 1}"
    if count < LONGEST:
        return f"{count:,}"
    power = (count + 1).bit_length() - 1
    return f"2^{power} - 1" if count + 1 == 1 << power else f"{float(count):.3g}"
