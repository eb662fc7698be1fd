"""A trace: the sweeps step by step, as tables, as sentences, as JSON."""
