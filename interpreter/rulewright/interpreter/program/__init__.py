"""Control graph -> program: the whole game as functions over whole numbers, for the fast engines."""
