"""The computational graph: a flat list of operations in the order in which they ran."""

from adcli.graph.builder import Builder
from adcli.graph.graph import CONSTANT, INPUT, Applied, Graph

__all__ = ["CONSTANT", "INPUT", "Applied", "Builder", "Graph"]
