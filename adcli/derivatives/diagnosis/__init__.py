"""What there is to know about an answer: ties, failures, lost digits."""
