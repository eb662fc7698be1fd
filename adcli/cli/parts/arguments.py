"""Which arguments are options, and what is said about those that are neither option nor source.

An argument is an option only if it is exactly a declared one, or `--option=value`. So an
expression may begin with a minus sign, and nothing is ever taken apart into one-letter options.
After `--` stands a word, whatever it looks like; options may follow it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from adcli.text.errors import AdError


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


def one_source(words: Sequence[str], command: str, declared: Mapping[str, bool], args: Sequence[str]) -> None:
    """Raise a usage error unless there is exactly one bare word among the arguments."""
    if len(words) == 1:
        return
    if not words:
        raise AdError(
            "usage",
            "there is nothing to work on: SOURCE is missing",
            hint=f'adcli {command} "x^2 + 1" --at x=3, or a file that ends in .ad, or - for standard input',
        )
    for word in words:
        reject_near_option(word, list(declared))
    _reject_split_values(words, args, declared)
    for word in words[1:]:
        if re.fullmatch(r"-[^\W\d]", word) and not _reads(" ".join(words)):
            raise _no_option(word, declared)
    options = [argument for argument in args if argument not in words and argument != "--"]
    joined = " ".join(_unexpanded(words))
    if not _reads(joined):
        raise _too_many(words, command, options)
    line = " ".join([quote(joined), *map(shell_word, options)])
    raise AdError(
        "usage",
        f"quote the expression: it came as {len(words)} separate words",
        hint=f"adcli {command} {line}",
    )


def _too_many(words: Sequence[str], command: str, options: Sequence[str]) -> AdError:
    """Words that are no expression together: the point of a batch file's line, or one source too many."""
    rest = " ".join(words[2:])
    hint = "SOURCE is one argument: quote it, if it has blanks"
    if words[1] == "at" and (meant := _bindings(rest)):
        line = " ".join([quote(words[0]), "--at", shell_word(meant), *map(shell_word, options)])
        hint = f"adcli {command} {line}"
    return AdError("usage", f"`{words[1]}` is one argument too many", hint=hint)


POINTS = ("--at", "--tangent", "--adjoint", "--expect")  # options that bind names
BINDING = r"[^\W\d]\w*(?:\[[\d, ]*\])?"


def _reject_split_values(words: Sequence[str], args: Sequence[str], declared: Mapping[str, bool]) -> None:
    """Raise a usage error for `--at x 2`, `--at x = 2`, `--at x=2, y=3` and `x=2 y=3` as several words."""
    for k, option in enumerate(args[:-1]):
        if option not in POINTS or option not in declared:
            continue
        end = k + 2
        while end < len(args) and args[end] in words:
            end += 1
        for last in range(end, k + 2, -1):
            meant = _bindings(" ".join(args[k + 1 : last]))
            if meant and len(words) - (last - k - 2) == 1:
                raise _split(args[k + 2], option, meant)
    loose = [word for word in words[1:] if re.fullmatch(rf"{BINDING}=[^=].*", word)]
    if loose and len(loose) == len(words) - 1:
        raise _split(loose[0], "--at", ", ".join(loose))


def _bindings(text: str) -> str | None:
    """The names and numbers of `x 2`, `x = 2, y = 3` as they are to be written; None if there are none."""
    number = r"[-+]?(?:[\d.][\w.]*(?:[eE][-+]?\d+)?|\[.*?\])"
    pair = rf"({BINDING})(?:\s*=\s*|\s+)({number})"
    if not re.fullmatch(rf"{pair}(?:(?:\s*,\s*|\s+){pair})*,?", text):
        return None
    return ", ".join(f"{name}={value}" for name, value in re.findall(pair, text))


def _split(word: str, option: str, meant: str) -> AdError:
    return AdError(
        "usage",
        f"`{word}` is not part of an option",
        hint=f"write the values as one argument: {option} {shell_word(meant)}",
    )


def _reads(text: str) -> bool:
    """Whether a text is an expression or a program."""
    from adcli.language.reading.parser import parse
    from adcli.text.source import Source

    try:
        parse(Source(text), "program")
    except AdError:
        return False
    return True


def reject_near_option(word: str, declared: Sequence[str]) -> None:
    """Raise a usage error if the word looks like an option, misspelt or none."""
    if not re.fullmatch(r"(--[A-Za-z]|-[A-Za-z][\w-])[\w-]*(=.*)?", word, re.DOTALL):
        return
    from adcli.language.mistakes.spelling import nearest

    name, equals, value = word.partition("=")
    long = [option for option in declared if option.startswith("--")]
    bare = name.lstrip("-").lower()
    begun = [option for option in long if len(bare) > 3 and option[2:].startswith(bare)]
    near = nearest("--" + bare, long, few=True) or (begun[0] if len(begun) == 1 else None)
    if near:
        raise AdError("usage", f"there is no option `{name}`", hint=f"did you mean {near}{equals}{value}?")
    if name.startswith("--"):
        raise _no_option(name, declared)


def _no_option(name: str, declared: Iterable[str]) -> AdError:
    hint = f"the options are {', '.join(declared)}"
    if name == "-o":
        hint = "the answer goes to standard output: write > FILE at the end of the line"
    return AdError("usage", f"there is no option `{name}`", hint=hint)


def shell_word(text: str) -> str:
    """The text as a shell reads it as one word: in quotes only where it needs them."""
    return text if re.fullmatch(r"[\w@%+=:,./-]+", text, re.ASCII) else quote(text)


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
