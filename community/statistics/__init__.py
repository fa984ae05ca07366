"""Means, errors and comparisons, from numbers alone; nothing here knows where they come from."""
