"""How anything is laid out on a page: the only room that knows Rich."""
