"""The reference interpreter: walks the control graph, one closure for each expression."""
