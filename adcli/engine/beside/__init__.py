"""What lies just beside the point: kinks, and where each node goes from there."""
