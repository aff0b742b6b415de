"""Text -> typed rules -> control graph: the language of Rulewright."""
