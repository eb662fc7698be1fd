"""What stands in a text that the language does not have, and what to write instead."""
