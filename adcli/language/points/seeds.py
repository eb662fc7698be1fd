"""Seeds: what `--tangent` and `--adjoint` say.

Like a point, they bind names to constants; the names may be elements (`x[0]=1`, `A[0,1]=2`), and
instead of names there may be one list of all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adcli.language.points.bindings import Bindings, read_point
from adcli.text.source import Part

if TYPE_CHECKING:
    from adcli.language.files.dialects import Dialect

ALL = ""  # stands for all names, where there is one list for them
ELEMENT = re.compile(r"(?<![^\s,])([^\W\d]\w*)(\s*\[[\d\s,]*\])(?=\s*=(?!=))")
# The language has no names with brackets, so that these letters stand for them until the text is read.
LETTERS = str.maketrans("[], \t", "ˑˑːˌˌ")


def read_seeds(text: str, option: str, dialect: Dialect | None = None) -> Bindings:
    """The numbers and arrays of a text by name, by element, or all under `ALL`.

    `dialect` is that of tables in files. Raises AdError as `read_point` does, with its place in the option.
    """
    if re.match(r"\s*\[", text) and not re.search(r"\]\s*=(?!=)", text):
        places = [0, *range(len(text) + 1)]
        part = Part(f"s={text}", option, 1, text, find=lambda _: [0, *places])
        bindings = read_point(part, dialect=dialect)
        return _renamed(bindings, {"s": ALL})
    read, named = in_letters(text)
    return _renamed(read_point(Part(read, option, 1, text), dialect=dialect), named)


def in_letters(text: str) -> tuple[str, dict[str, str]]:
    """The text with a name in place of each element that it binds, of the same length; and by name, which."""
    found = {match[0].translate(LETTERS): "".join(match[0].split()) for match in ELEMENT.finditer(text)}
    return ELEMENT.sub(lambda match: match[0].translate(LETTERS), text), found


def _renamed(bindings: Bindings, names: dict[str, str]) -> Bindings:
    return Bindings(
        {names.get(name, name): value for name, value in bindings.values.items()},
        {names.get(name, name): span for name, span in bindings.spans.items()},
        bindings.loose,
        bindings.notices,
    )
