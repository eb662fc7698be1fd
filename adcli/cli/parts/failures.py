"""Whatever goes wrong becomes one message on stderr."""

from __future__ import annotations

from collections.abc import Sequence

import click

from adcli.cli.process.environment import Environment
from adcli.cli.process.interrupt import struck
from adcli.text.errors import AdError


def as_error(fault: Exception) -> AdError:
    """The fault as the one kind of error that is shown. Raises KeyboardInterrupt where it comes of Ctrl-C."""
    if struck():
        raise KeyboardInterrupt from fault
    if isinstance(fault, AdError):
        return fault
    if isinstance(fault, click.ClickException):
        return _usage(fault)
    if isinstance(fault, MemoryError):
        return AdError("budget", "there is not enough memory for this")
    if isinstance(fault, RecursionError):
        return AdError("budget", "this is nested too deeply")
    if isinstance(fault, OSError):
        return AdError("file", f"{fault.filename or 'the output'}: {fault.strerror or fault}")
    what = f"{type(fault).__name__}: {fault}".rstrip(": ").replace("\n", " ")
    return AdError(
        "usage",
        f"something went wrong inside adcli, which is not your fault ({what})",
        hint="please report this command line to the authors; ADCLI_DEBUG=1 shows where it happened",
    )


OF_CLICK = {"'": "`", "a valid integer": "a whole number", "a valid float": "a number"}


def _usage(fault: click.ClickException) -> AdError:
    """click's own complaints, in the words of the others."""
    if isinstance(fault, click.BadParameter) and fault.param is not None:
        message = fault.message.rstrip(".")
        for theirs, ours in OF_CLICK.items():
            message = message.replace(theirs, ours)
        return AdError("usage", f"{fault.param.opts[0]}: {message}")
    message = fault.format_message().rstrip(".")
    return AdError("usage", message[:1].lower() + message[1:])


def report(error: AdError, args: Sequence[str], environment: Environment) -> None:
    """Show the error on stderr; with --json, its document is the last line."""
    from adcli.show.layout.messages import message

    colours = environment.colours(environment.stderr_is_terminal, "--no-color" in args)
    width = environment.message_width()
    environment.say(message("error", error.message, error.span, error.detail, error.hint, colours, width))
    if "--json" in args:
        from adcli.show.formats.json import error_document, line

        environment.say(line(error_document(error), environment.stderr.encoding or "utf-8"))
