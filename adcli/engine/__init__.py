"""Differentiation: one forward and one reverse sweep, and which of them to run."""
