"""Scripted people: chat models that need no model. Whatever they produce is simulated and no result about models."""

from community.simulation.model import scripted

__all__ = ["scripted"]
