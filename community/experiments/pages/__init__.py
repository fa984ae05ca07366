"""Runs as pages for a browser: one self-contained file, or the same served live from a folder of runs."""
