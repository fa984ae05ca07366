"""Short hashes of contents: what a run is made of is recorded by them, so that a change is noticed."""

import hashlib


def digest(content: str | bytes) -> str:
    """A short hash of a text, or of the bytes of a file, equal in every process and on every platform."""
    data = content.encode() if isinstance(content, str) else content
    return hashlib.sha256(data).hexdigest()[:16]
