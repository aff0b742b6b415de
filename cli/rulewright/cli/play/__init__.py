"""A game -> a terminal: layout, transcript, questions, screens that are handed over, saves."""
