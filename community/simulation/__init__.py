"""Scripted people: chat models that need no model. Whatever they produce is simulated and no result about models."""

from community.simulation.model import scripted
from community.simulation.people import is_simulated

__all__ = ["is_simulated", "scripted"]
