"""Operations on what registers hold: numbers, arrays, comparisons, elements."""
