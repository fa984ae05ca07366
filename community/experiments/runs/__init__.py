"""What every run is, whatever its setting: a directory, a log, a journal, a manifest; starting, resuming, scoring."""
