"""Keeping order: which runs there are and how they stand, what can go, and whether this machine is fit to play."""
