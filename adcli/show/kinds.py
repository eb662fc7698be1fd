"""The kinds of answers: where the JSON fields, the CSV rows and the drawing of each stand.

A module and a stem by the name of the answer's class, so that only the one that was asked for is
imported: of a `Gradient` they are `gradient_fields`, `gradient_rows` and `gradient_drawing` in
`show.values`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Literal

KINDS = {
    "Evaluation": ("values", "evaluation"),
    "Gradient": ("values", "gradient"),
    "Jacobian": ("matrices", "jacobian"),
    "Hessian": ("matrices", "hessian"),
    "SparseJacobian": ("sparse", "sparse_jacobian"),
    "SparseHessian": ("sparse", "sparse_hessian"),
    "Drawn": ("pattern", "pattern"),
    "Plan": ("plans", "plan"),
    "TangentProduct": ("products", "jvp"),
    "AdjointProduct": ("products", "vjp"),
    "HessianProduct": ("products", "hvp"),
    "Taylor": ("series", "taylor"),
    "Mixed": ("series", "mixed"),
    "Comparison": ("comparison", "comparison"),
    "Steps": ("teaching.table", "steps"),
}


Form = Literal["fields", "rows", "drawing"]


def shown(answer: Any, form: Form) -> Callable[..., Any]:
    """The function that shows an answer in a form: JSON fields, CSV rows, or lines on a page."""
    return _function(type(answer).__name__, form)


@cache
def _function(kind: str, form: Form) -> Callable[..., Any]:
    module, stem = KINDS[kind]
    found: Callable[..., Any] = getattr(import_module(f"adcli.show.{module}"), f"{stem}_{form}")
    return found
