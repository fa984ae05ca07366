"""Tasks whose questions lie in files: every row is checked, all faults of a file are reported at once."""
