"""What `rules bench` does: get a program, play one game, measure engines."""
