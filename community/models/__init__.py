"""Chat models and every call made to them."""

from community.models.options import ModelOptions, Sampling
from community.models.spec import ModelSpec, connect, parse_spec, sampling_for

__all__ = ["ModelOptions", "ModelSpec", "Sampling", "connect", "parse_spec", "sampling_for"]
