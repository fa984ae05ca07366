"""Scripted people: chat models that need no model."""
