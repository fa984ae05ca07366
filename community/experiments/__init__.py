"""Runs on disk: configuration, records, resume, metrics."""
