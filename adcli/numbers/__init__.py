"""The kinds of number that the sweeps carry beside floats and arrays (see `kind`)."""
