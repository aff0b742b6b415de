"""What holds for every game: laws tried on the shipped rulesets and on small made-up ones."""
