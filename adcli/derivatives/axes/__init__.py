"""Rows and columns: which elements of inputs and outputs there are, in which order."""
