"""Chat models and every call made to them."""

from community.models.options import ModelOptions, Sampling
from community.models.spec import ModelSpec, connect, is_simulated, parse_spec, sampling_for

__all__ = ["ModelOptions", "ModelSpec", "Sampling", "connect", "is_simulated", "parse_spec", "sampling_for"]
