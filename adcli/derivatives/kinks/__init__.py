"""What lies on either side of a point: one-sided derivatives, at first and at higher order."""
