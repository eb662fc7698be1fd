"""The entry point. It imports next to nothing, so that Ctrl-C is quiet from the first moment on."""

from __future__ import annotations

import gc

COLLECT_AFTER = 100_000  # objects; Python's own 700 would collect a hundred times while modules load


def run() -> int:
    """Answer the command line of this process, which then has nothing more to do; returns its exit status."""
    gc.set_threshold(COLLECT_AFTER)
    try:
        from adcli.cli.process import interrupt

        interrupt.listen()
        try:
            return _answer()
        except Exception:
            if interrupt.struck():
                return 130
            raise
        finally:
            interrupt.deafen()
    except KeyboardInterrupt:
        return 130
    finally:
        gc.freeze()  # the process ends here: nothing is worth a last collection


def _answer() -> int:
    import sys

    from adcli.cli.group import answer
    from adcli.cli.process.environment import of_process

    return answer(sys.argv[1:], of_process())
