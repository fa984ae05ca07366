"""Many runs from one study file: its cells, their directory, budgets, and what a sweep came to."""
