"""Random streams by name: there is no global generator, so no part can shift another part's draws."""

import hashlib
import random


def derive(seed: int, *names: str | int) -> int:
    """A 63-bit seed for the part that `names` name, equal in every process and on every platform."""
    digest = hashlib.blake2b("\x1f".join(map(str, (seed, *names))).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def stream(seed: int, *names: str | int) -> random.Random:
    """A generator of its own for the part that `names` name."""
    return random.Random(derive(seed, *names))
