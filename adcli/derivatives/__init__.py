"""The derivative family: questions about a program at a point, and their answers."""
