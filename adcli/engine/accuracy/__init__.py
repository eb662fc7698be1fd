"""How many digits are right: rounding, underflow, and where a number that is not finite comes from."""
