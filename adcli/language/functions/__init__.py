"""The functions on arrays, ranges and lists."""
