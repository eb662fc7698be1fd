"""How the functions of the table are computed on floats, each to the last digits."""
