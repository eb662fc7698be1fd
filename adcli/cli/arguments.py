"""Which arguments are options, and what is said about those that are neither option nor source.

An argument is an option only if it is exactly a declared one, or `--option=value`. So an
expression may begin with a minus sign, and nothing is ever taken apart into one-letter options.
After `--` stands a word, whatever it looks like; options may follow it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from adcli.errors import AdError


def split(arguments: Sequence[str], takes_value: Mapping[str, bool]) -> tuple[list[str], list[str]]:
    """The options with their values, and the bare words. What follows `--` is a word."""
    options: list[str] = []
    words: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        name, equals, _ = argument.partition("=")
        if argument == "--":
            words += islice(rest, 1)
        elif argument in takes_value:
            options.append(_with_value(argument, rest) if takes_value[argument] else argument)
        elif equals and name in takes_value and name.startswith("--"):
            if not takes_value[name]:
                raise AdError("usage", f"{name} takes no value")
            options.append(argument)
        else:
            words.append(argument)
    return options, words


def _with_value(option: str, rest: Iterator[str]) -> str:
    """An option and the value after it, as one argument."""
    value, is_long = next(rest, None), option.startswith("--")
    if value is None or not (value or is_long):
        raise AdError("usage", f"{option} has no value", hint=f"write {option} VALUE")
    return f"{option}={value}" if is_long else option + value


def one_source(words: Sequence[str], command: str, declared: Sequence[str]) -> None:
    """Raise a usage error unless there is exactly one bare word."""
    if len(words) == 1:
        return
    if not words:
        raise AdError(
            "usage",
            "there is nothing to work on: SOURCE is missing",
            hint=f'adcli {command} "x^2 + 1" --at x=3, or a file that ends in .ad, or - for standard input',
        )
    for word in words:
        reject_near_option(word, declared)
    bindings = [word for word in words[1:] if re.fullmatch(r"[^\W\d]\w*=[^=].*", word)]
    if bindings and len(bindings) == len(words) - 1:
        raise AdError(
            "usage",
            f"`{bindings[0]}` is not part of an option",
            hint=f'write the values as one argument: --at "{", ".join(bindings)}"',
        )
    quoted = quote(" ".join(_unexpanded(words)))
    raise AdError(
        "usage",
        f"quote the expression: it came as {len(words)} separate words",
        hint=f"adcli {command} {quoted}",
    )


def reject_near_option(word: str, declared: Sequence[str]) -> None:
    """Raise a usage error if the word looks like a misspelt option."""
    if not re.fullmatch(r"(--[A-Za-z]|-[A-Za-z][\w-])[\w-]*(=.*)?", word, re.DOTALL):
        return
    from difflib import get_close_matches

    name, equals, value = word.partition("=")
    near = get_close_matches("--" + name.lstrip("-").lower(), declared, 1, 0.7)
    if near:
        raise AdError("usage", f"there is no option `{name}`", hint=f"did you mean {near[0]}{equals}{value}?")
    if name.startswith("--"):
        options = ", ".join(declared)
        raise AdError("usage", f"there is no option `{name}`", hint=f"the options are {options}")


def quote(text: str) -> str:
    """The text as one shell word, in double quotes where that is enough."""
    if not re.search(r'["$`\\!]', text):
        return f'"{text}"'
    from shlex import quote as shell_quote

    return shell_quote(text)


def _unexpanded(words: Sequence[str]) -> list[str]:
    """The words, with a folder's listing put back to the `*` that the shell made it from."""
    try:
        listing = sorted(name for name in os.listdir() if not name.startswith("."))
    except OSError:
        return list(words)
    size = len(listing)
    for start in range(len(words) - size + 1 if size else 0):
        if sorted(words[start : start + size]) == listing:
            return [*words[:start], "*", *words[start + size :]]
    return list(words)
