"""The question of a trace: the sweeps step by step."""
