"""What a run holds and knows: registers, guards, budget, findings."""
