import hashlib

from hypothesis import given
from hypothesis import strategies as st

from community.digests import digest


@given(st.text())
def test_digest_is_the_same_for_a_text_and_its_bytes(text: str) -> None:
    assert digest(text) == digest(text.encode()) == hashlib.sha256(text.encode()).hexdigest()[:16]


def test_digest_tells_contents_apart() -> None:
    assert len({digest(text) for text in ("", "a", "b", "a\n")}) == 4
