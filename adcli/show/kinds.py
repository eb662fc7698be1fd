"""The kinds of answers: where the JSON fields, the CSV rows and the drawing of each stand.

A module and a stem by the name of the answer's class, so that only the one that was asked for is
imported: of a `Gradient` they are `gradient_fields`, `gradient_rows` and `gradient_drawing` in
`show.values`.
"""

from __future__ import annotations

from collections.abc import Callable
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


def shown(answer: Any, form: Literal["fields", "rows", "drawing"]) -> Callable[..., Any]:
    """The function that shows an answer in a form: JSON fields, CSV rows, or lines on a page."""
    module, stem = KINDS[type(answer).__name__]
    found: Callable[..., Any] = getattr(import_module(f"adcli.show.{module}"), f"{stem}_{form}")
    return found
