"""Pages of runs of debates."""
