"""What leaves as mathematics or as code."""
