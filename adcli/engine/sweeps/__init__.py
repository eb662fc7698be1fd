"""The pair of sweeps, and what there is to one: seeds, costs, the choice of mode."""
