"""Modules imported when something is first asked of them: a scalar gradient never needs NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


class Lazy:
    """Stands for a module until it is needed, and keeps what was asked of it."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        from importlib import import_module

        found = getattr(import_module(self._module), name)
        setattr(self, name, found)
        return found


if not TYPE_CHECKING:
    np = Lazy("numpy")

__all__ = ["Lazy", "np"]
