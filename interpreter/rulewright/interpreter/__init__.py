"""Control graph -> playable game."""
