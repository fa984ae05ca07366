"""Tables, comparisons and exports of finished and unfinished runs, from their records alone; no model is needed."""
