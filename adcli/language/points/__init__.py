"""Points: bindings of inputs, and seeds of products."""
