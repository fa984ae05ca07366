"""The community debate as a setting of runs: its configuration, its participants, its result, its views."""
