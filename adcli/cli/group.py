"""`adcli COMMAND …`: finds the command, runs it, and turns whatever happens into an exit status."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module

import click

from adcli.cli.parts.command import help_option
from adcli.cli.parts.failures import as_error, report
from adcli.cli.process.environment import Environment
from adcli.cli.process.exits import Exit
from adcli.text.errors import AdError, OutOfTime

GOALS = {  # what one may want: the commands for it, and what they do, in a line
    "A value and its derivatives": {
        "eval": "The value alone.",
        "grad": "The value, and the derivative by each input.",
        "jac": "The derivative of every output by every input.",
        "hess": "The value, the gradient and the second derivatives.",
        "diff": "Derivatives of higher order, and the Taylor polynomial.",
    },
    "Products, without the matrix": {
        "jvp": "The derivative of every output along a tangent.",
        "vjp": "The derivative of a weighted sum of the outputs.",
        "hvp": "The Hessian times a tangent.",
    },
    "Understand and check": {
        "trace": "The sweeps step by step.",
        "check": "The derivatives against finite differences, or yours.",
    },
    "Many expressions": {
        "batch": "Many expressions, one by one.",
    },
    "Look up": {
        "functions": "Every function with its derivative, domain and kinks.",
        "samples": "Programs that come with adcli, to try and to change.",
    },
}
COMMANDS = {name: says for commands in GOALS.values() for name, says in commands.items()}
COMPLETION = "_ADCLI_COMPLETE"  # set by the shell that asks click for completions
WIDEST_HELP = 96  # columns; longer lines are hard to read


class Commands(click.Group):
    """The group of commands; a command's module is imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"adcli.cli.commands.{cmd_name}").command
        command.short_help = COMMANDS[cmd_name]
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        widest = max(map(len, COMMANDS))
        for goal, commands in GOALS.items():
            with formatter.section(goal):
                formatter.write_dl([(name.ljust(widest), says) for name, says in commands.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not ctx.resilient_parsing:
            args = _spelt_out(args)
        elif args[:1] == ["help"]:
            args = args[1:]  # what is completed after it is a command
        if args and args[0] not in ("--help", "--version"):
            args = ["--", *args]  # what stands first is a command, whatever it looks like
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        command = self.get_command(ctx, args[0])
        if command is None and not ctx.resilient_parsing:
            raise _no_command(args)
        return args[0], command, args[1:]


def _spelt_out(args: list[str]) -> list[str]:
    """`help`, `help grad`, `-h`, `grad -h` and `-V` as the options that they mean.

    With more arguments, `-h` is an expression.
    """
    if args[:1] == ["help"]:
        return [*args[1:2], "--help"]
    if args[:1] in (["-h"], ["-V"]):
        return ["--help" if args[0] == "-h" else "--version"]
    return [args[0], "--help"] if args[1:] == ["-h"] else args


def _no_command(args: Sequence[str]) -> AdError:
    from adcli.cli.parts.arguments import quote, shell_word
    from adcli.language.mistakes.spelling import nearest

    name, rest = args[0], list(args[1:])
    begun = next((command for command in COMMANDS if name.lower().startswith(command)), None)  # gradient
    near = nearest(name, COMMANDS, few=True) or begun
    at = next((k for k, word in enumerate(args) if word in COMMANDS), None)
    if near:
        hint = f"did you mean {near}?"
    elif name.startswith("--") and at is not None:
        moved = [args[at], *args[at + 1 :], *args[:at]]
        hint = f"options come after the command: adcli {' '.join(map(shell_word, moved))}"
    elif name.startswith("--"):
        hint = f"options come after the command: adcli COMMAND SOURCE {name}"
    elif name.isalpha():
        hint = f"write adcli COMMAND SOURCE [options]; the commands are {', '.join(COMMANDS)}"
    else:
        line = " ".join([quote(name), *map(shell_word, rest)])
        hint = f"for the gradient of an expression: adcli grad {line}"
    return AdError("usage", f"there is no command `{name}`", hint=hint)


def _show_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from adcli.version import __version__

        context.find_object(Environment).stdout.write(f"adcli {__version__}\n")  # type: ignore[union-attr]
        context.exit()


def _group() -> Commands:
    return Commands(
        "adcli",
        help="Values and exact derivatives of expressions and small programs, by automatic differentiation.",
        epilog='For example: adcli grad "log(x1) + x1*x2 - sin(x2)" --at x1=2,x2=5. '
        "Every command has more with --help.",
        add_help_option=False,
        params=[
            click.Option(
                ["--version", "-V"], is_flag=True, is_eager=True, expose_value=False, callback=_show_version,
                help="The version.",
            ),
            help_option(),
        ],
    )  # fmt: skip


def answer(args: Sequence[str], environment: Environment) -> int:
    """Run one command line in an environment; returns the exit status. Raises nothing."""
    try:
        status = _run(list(args) or ["--help"], environment)
        environment.stdout.flush()
        return status
    except BrokenPipeError:
        _abandon(environment)
        return Exit.DONE
    except OSError:  # what an error left in the buffer; the error is told
        _abandon(environment)
        return Exit.WRONG
    except KeyboardInterrupt:
        _abandon(environment)
        return Exit.INTERRUPTED


def _run(args: list[str], environment: Environment) -> int:
    if COMPLETION in environment.environ:
        return _complete(environment.environ[COMPLETION])
    try:
        status = _invoked(args, environment)
        environment.stdout.flush()
        return status
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except OutOfTime as stopped:
        from adcli.cli.process import deadline

        report(deadline.as_error(stopped), args, environment)
        _abandon(environment)
        return Exit.WRONG
    except Exception as fault:
        if environment.environ.get("ADCLI_DEBUG"):
            raise
        report(as_error(fault), args, environment)
        if isinstance(fault, OSError):
            _abandon(environment)
        return Exit.WRONG


def _invoked(args: list[str], environment: Environment) -> int:
    group = _group()
    columns = min(environment.width, WIDEST_HELP) if environment.stdout_is_terminal else 80
    try:
        with group.make_context("adcli", args, obj=environment, terminal_width=columns) as context:
            return int(group.invoke(context) or Exit.DONE)
    except click.exceptions.Exit as done:
        return done.exit_code


def _complete(instruction: str) -> int:
    """Answer a shell that asks, after <TAB>, what may stand there; nothing, if that cannot be told."""
    from contextlib import suppress

    from click.shell_completion import shell_complete

    with suppress(AdError):
        return shell_complete(_group(), {}, "adcli", COMPLETION, instruction)
    return Exit.DONE


def _abandon(environment: Environment) -> None:
    """Let nothing be written any more: Python flushes what is left when it ends."""
    try:
        number = environment.stdout.fileno()
    except (OSError, ValueError, AttributeError):
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), number)
