"""The verbs, one file each: flags, one call, rendering."""
