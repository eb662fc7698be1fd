"""Kernels: the values of operations on floats, where `math` has none or is not accurate enough.

`doubled` computes with unevaluated sums of two doubles, `fixed` with whole numbers; the other
modules are families of functions. No kernel needs NumPy.
"""
