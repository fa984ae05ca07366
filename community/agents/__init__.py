"""What agents of every setting have in common: drafts, verdicts, obedience, noise of enforcement, judged beliefs."""
