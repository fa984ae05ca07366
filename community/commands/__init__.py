"""What each command does: parse, call, print. Rooms are imported inside commands, so that `--help` costs nothing."""
