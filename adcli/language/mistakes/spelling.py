"""Names that are nearly right."""

from __future__ import annotations

from collections.abc import Iterable

from adcli.language.mistakes.elsewhere import advice_on, is_absent, other_name, plain

LONGEST_NAME = 100  # characters of a name that somebody may have misspelt
SHORT, LONG = 4, 7  # letters: up to here none may be wrong, and from here on two


def advice(name: str, known: Iterable[str], called: bool = False) -> str | None:
    """What to write instead of a function that is not among the known ones, if that can be told.

    Where it is `called`, another name's arguments have been looked at already: they do not fit.
    """
    if said := advice_on(name):
        return said
    near = other_name(name)
    if near is not None and called:
        return None
    if near is None and not is_absent(name):
        near = nearest(name, known)
    return f"did you mean `{near}`?" if near else None


def nearest(name: str, names: Iterable[str], few: bool = False) -> str | None:
    """The one of the names that another must be meant for, if there is one.

    It differs in capitals and underscores, or by a slip: two letters swapped, one doubled or
    missing; in longer names (in all, where there are only a few) any letter but the first, in long
    ones two. Where two are as near, it is neither.
    """
    if not 0 < len(name) <= LONGEST_NAME:
        return None
    spelt = plain(name)
    by_distance: dict[float, set[str]] = {}
    for other in dict.fromkeys(names):
        far = _apart(spelt, plain(other))
        if far <= 0 or _is_slip(spelt, plain(other), far, few):
            by_distance.setdefault(far, set()).add(other)
    if not by_distance:
        return None
    found = by_distance[min(by_distance)]
    return found.pop() if len(found) == 1 else None


def _is_slip(name: str, other: str, far: float, few: bool) -> bool:
    """Whether one name is likely to be meant for another that is so far from it."""
    swapped = len(name) == len(other) and name[:2] == other[1::-1]
    if far > 0 and name[:1] != other[:1] and not swapped:
        return False  # nobody gets the first letter wrong
    length = min(len(name), len(other))
    if length >= LONG:
        return far <= 2 * WRONG
    if length > SHORT or (few and length > 1):
        return far <= WRONG
    swapped, missing = far < 1, far <= 1 and len(other) > len(name) > 2
    too_many = far <= 1 and len(name) > len(other)
    doubled = too_many and _without_doubles(name) == _without_doubles(other)
    return length > 1 and (swapped or missing or doubled or (too_many and length == SHORT))


def _without_doubles(name: str) -> str:
    return "".join(c for k, c in enumerate(name) if name[k - 1 : k] != c)


SWAPPED, WRONG = 0.9, 1.01  # what slips count; a letter too many or missing is 1


def _apart(a: str, b: str) -> float:
    """How many slips one name is from another (F. J. Damerau, CACM 7 (1964) 171-176).

    Of two that are as near, the one with letters swapped comes first, that with a wrong letter last.
    """
    if abs(len(a) - len(b)) > 2:
        return 3.0  # or more
    before: list[float] = []
    last = [float(j) for j in range(len(b) + 1)]
    for i, c in enumerate(a):
        row = [i + 1.0]
        for j, d in enumerate(b):
            far = min(row[j] + 1, last[j + 1] + 1, last[j] + (0.0 if c == d else WRONG))
            if i and j and c == b[j - 1] and d == a[i - 1] and c != d:
                far = min(far, before[j - 1] + SWAPPED)
            row.append(far)
        before, last = last, row
    return last[-1]
