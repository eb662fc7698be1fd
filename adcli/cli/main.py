"""The entry point. It imports next to nothing, so that Ctrl-C is quiet from the first moment on."""

from __future__ import annotations


def run() -> int:
    """Answer the command line of this process; returns its exit status."""
    try:
        import sys

        from adcli.cli.environment import of_process
        from adcli.cli.group import answer

        return answer(sys.argv[1:], of_process())
    except KeyboardInterrupt:
        return 130
