"""The one exception of adcli, and the one signal that the time is over."""

from __future__ import annotations

from typing import Literal

from adcli.text.excerpt import describe
from adcli.text.source import Span
from adcli.text.width import shortened

ErrorKind = Literal["syntax", "name", "missing", "domain", "undefined", "shape", "budget", "usage", "file"]


class AdError(Exception):
    """A request that cannot be answered, and why.

    `message` says what is wrong in one line (where a user's text in it has several, they are
    joined); `span` where; `detail` stands beside the caret (values at the point); `hint` says what
    to write or do instead.
    """

    def __init__(
        self, kind: ErrorKind, message: str, span: Span | None = None, *, hint: str = "", detail: str = ""
    ) -> None:
        super().__init__(message)
        self.kind: ErrorKind = kind
        self.message = shortened(message if message.isprintable() else " ".join(message.split()))
        self.span = span
        self.hint = shortened(hint)
        self.detail = shortened(detail)

    def __str__(self) -> str:
        return describe(self.message, self.span, self.detail, self.hint)


class OutOfTime(BaseException):
    """The time that the user gave is over.

    It strikes anywhere, so it is no Exception: nothing on its way takes it for a failure of its
    own. `span` is where in the source the work was, and `work` what it was, once somebody who knows
    has said so.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds
        self.span: Span | None = None
        self.work = ""
