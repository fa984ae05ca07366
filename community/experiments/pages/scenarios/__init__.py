"""Pages of runs of scenarios."""
