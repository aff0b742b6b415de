"""What the interpreter is checked against: an independent evaluator, a solver, and the shipped rulesets."""
