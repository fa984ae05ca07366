"""The `community` command: parse, call, print. Rooms are imported inside commands, so that `--help` costs nothing."""

from community.cli.entry import main

__all__ = ["main"]
