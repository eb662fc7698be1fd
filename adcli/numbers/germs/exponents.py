"""Exponents of germs: rational numbers, and such with an infinitesimal ε for logarithms.

log(1/t) grows more slowly, for t → 0+, than any negative power of t: it is t to the power -ε, with ε
positive and below every positive number. So t^a log(1/t)^k has the exponent a - kε, products add
exponents as those of powers do, and the lowest one decides. (G. H. Hardy, Orders of Infinity, 1910.)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True)
class WithLog:
    """a - kε: the exponent of t^a log(1/t)^k, k ≠ 0."""

    power: int | Fraction
    logs: int | Fraction

    denominator = 0  # it is no whole number

    def __add__(self, other: Any) -> Any:
        return exponent(self.power + power_of(other), self.logs + logs_of(other))

    __radd__ = __add__

    def __neg__(self) -> WithLog:
        return WithLog(-self.power, -self.logs)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, factor: Any) -> Any:
        return exponent(self.power * factor, self.logs * factor)

    __rmul__ = __mul__

    def __truediv__(self, divisor: int) -> Any:
        return self * Fraction(1, divisor)

    def __lt__(self, other: Any) -> bool:
        return self._order < _order(other)

    def __le__(self, other: Any) -> bool:
        return self._order <= _order(other)

    def __gt__(self, other: Any) -> bool:
        return self._order > _order(other)

    def __ge__(self, other: Any) -> bool:
        return self._order >= _order(other)

    @property
    def _order(self) -> tuple[Any, Any]:
        return self.power, -self.logs


Exponent = int | Fraction | WithLog


def exponent(power: Any, logs: Any = 0) -> Any:
    """That of t^power log(1/t)^logs."""
    return WithLog(whole(power), whole(logs)) if logs else whole(power)


def whole(e: Any) -> Any:
    """The same; a whole one as int, which is faster."""
    return int(e) if e.denominator == 1 else e


def power_of(e: Any) -> Any:
    """a of a - kε."""
    return e.power if isinstance(e, WithLog) else e


def logs_of(e: Any) -> Any:
    """k of a - kε."""
    return e.logs if isinstance(e, WithLog) else 0


def _order(e: Any) -> tuple[Any, Any]:
    return power_of(e), -logs_of(e)
