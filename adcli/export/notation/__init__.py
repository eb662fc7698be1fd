"""How operations are written: as cards for people, as mathematics, as symbols."""
