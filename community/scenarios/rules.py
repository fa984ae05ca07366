"""Verdicts on a reply that need no model: by a norm's rule where the text decides, else by its cues."""

from functools import lru_cache

from community.norms.predicates.base import Verdict
from community.norms.text import Text
from community.scenarios.taxonomy import SocialNorm


def rule_verdict(norm: SocialNorm, reply: str, elicitor: str) -> Verdict | None:
    """What the norm's rule says of a reply; None when only a reader can decide."""
    return scripted_verdict(norm, reply, elicitor) if norm.is_verifiable else None


def scripted_verdict(norm: SocialNorm, reply: str, elicitor: str) -> Verdict:
    """What somebody says of a reply who goes by the rule, or by the cues where there is none."""
    text = _read(reply)
    if not text.words:
        return Verdict(False, (), "the reply says nothing")
    predicate = norm.rule or norm.cues
    assert predicate is not None  # a norm has one of the two
    complies, spans, _ = predicate.judge(text, elicitor)
    found = ", ".join(dict.fromkeys(f'"{span.text}"' for span in spans))
    return Verdict(complies, spans, f"decided by {found}" if found else "decided by what is not there")


@lru_cache(maxsize=256)
def _read(text: str) -> Text:
    """One reading serves all that look at the same reply."""
    return Text(text)
