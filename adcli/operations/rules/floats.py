"""Floats as a kind of number: the functions are those of the table on floats."""

from __future__ import annotations

from typing import Any

from adcli.operations import TABLE
from adcli.operations.floats.powers import powslope
from adcli.operations.rules.texts import Numbers, passed


def floats(name: str) -> Any:
    if name == "passed":
        return passed
    if name == "powslope":
        return powslope
    return TABLE[name].value


def no_tensors(name: str, *arguments: Any, attributes: tuple[Any, ...] = ()) -> Any:
    raise AssertionError(f"{name} is an operation on arrays")


class _Floats(Numbers):
    plain = True

    @property
    def of_arrays(self) -> Numbers:
        from adcli.operations.rules.onarrays import ARRAYS

        return ARRAYS


FLOATS = _Floats("floats", floats, no_tensors)
