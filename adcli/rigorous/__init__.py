"""Proof: values and derivatives as enclosures, by ball arithmetic."""
