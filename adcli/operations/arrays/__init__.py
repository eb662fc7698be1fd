"""How operations on arrays are computed: keys, parts that move, what is absent, matrices."""
