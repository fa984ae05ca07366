"""Runs of scenarios: what is played by whom, the views of it, and replies that are judged anew."""
