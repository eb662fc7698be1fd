"""The texts of the table, compiled for a kind of number, and the sweeps' rules made of them."""
