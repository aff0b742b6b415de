"""The Python engine: writes a program as Python functions and lets Python compile them."""
