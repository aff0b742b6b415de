"""The routines of the machine, written in the part of Python that `routine.py` translates. They are never imported."""
