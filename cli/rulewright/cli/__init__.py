"""The command `rules`: words, colours and exit codes only."""
