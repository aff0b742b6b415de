"""The program form and the engines that run it, against a slow and plain reading of the form."""
