"""Numbers that are absent in some elements: products of them, and what stays present."""

from __future__ import annotations

import numpy as np

from adcli.operations.arrays.absent import Masked, dense


def test_a_product_of_masked_numbers_is_present_where_both_are() -> None:
    left = Masked(np.array([2.0, np.inf, 3.0]), np.array([True, False, True]))
    right = Masked(np.array([5.0, 0.0, np.inf]), np.array([True, True, False]))
    for found in (left * right, right * left):
        assert found.present.tolist() == [True, False, False]
        assert dense(found).tolist() == [10.0, 0.0, 0.0]


def test_a_sum_is_present_where_one_is() -> None:
    left = Masked(np.array([2.0, 7.0]), np.array([True, False]))
    right = Masked(np.array([5.0, 1.0]), np.array([True, False]))
    assert (left + right).present.tolist() == [True, False]
    assert dense(left + right).tolist() == [7.0, 0.0]
