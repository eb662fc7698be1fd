"""From a syntax tree to instructions, in one pass without recursion."""
