"""Normative modules: what wraps a newcomer."""
