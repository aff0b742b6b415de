"""Drafts for the tests of `diff`."""
