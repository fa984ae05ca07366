"""Tables and figures for a paper, from the records of runs: Markdown, LaTeX, PDF and PNG."""
