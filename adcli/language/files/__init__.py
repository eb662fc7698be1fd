"""Files that a program or a point names: texts, arrays, points."""
