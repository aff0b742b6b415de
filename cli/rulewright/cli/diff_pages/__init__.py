"""Differences between two drafts -> pages: text, Markdown, HTML."""
