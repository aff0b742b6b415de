"""Engines: each runs the same control graph on the same flat state."""
