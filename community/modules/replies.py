"""Reading a model's reply: the message that may be sent, or the rule that it states."""

import re

from community.models.chat import Reply

_CHANGED = r"\b(?:edited|reworked|rewritten|revised|modified|adapted|adjusted|corrected)\b"
_NOUN = r"\b(?:message|response|reply|text|version)\b"
_ANNOUNCEMENT = (
    r"[*_#> ]*(?:(?:sure|certainly|of course|okay|ok)\b[,.!:]* )?"
    rf"(?:here(?:['’]s| is)\b(?=[^\n:]*{_CHANGED})(?=[^\n:]*{_NOUN})|(?:the )?{_CHANGED} {_NOUN})[^\n:]{{0,100}}:[*_]*"
)
_WRAPPERS = tuple(
    re.compile(pattern, re.DOTALL | re.IGNORECASE)
    for pattern in (
        rf"{_ANNOUNCEMENT}\s*(?P<inside>.+)",
        r"(?:.*<final>)?(?P<inside>.*?)</final>.*",
        r".*<final>(?P<inside>.*)",
        r"<(?P<tag>candidate|message|rule|output)\b[^>\n]*>(?P<inside>.*)</(?P=tag)>",
        r"```[\w-]*\n(?P<inside>.*)\n```",
        r'"(?P<inside>[^"]*)"',
        r"“(?P<inside>[^“”]*)”",
        r"'(?P<inside>[^']*)'",
    )
)
_RULE = re.compile(
    r"^[*_#> ]*(?:(?:the|final|revised|repaired|corrected) )*rule[*_ ]*:[*_]*", re.IGNORECASE | re.MULTILINE
)
_WORD = re.compile(r"\w+")


def read_edit(reply: Reply, candidate: str) -> str | None:
    """The reworked message in a reply, without what models wrap around it.

    None when the reply was cut off, is empty, or shares no word with the candidate: sending it would lose what the
    newcomer had to say.
    """
    text = unwrap(reply.text, unless_in=candidate)
    if reply.finish != "stop" or _words(text).isdisjoint(_words(candidate)):
        return None
    return text


def read_rule(reply: Reply) -> str | None:
    """The rule that a reply states: the paragraph after its last "Rule:" at the head of a line, else all of it.

    None when the reply was cut off or is empty: a torn sentence is worse than an older belief.
    """
    if reply.finish != "stop":
        return None
    *before, last = _RULE.split(reply.text)
    stated = last.strip().partition("\n\n")[0].removesuffix("**") if before else last
    return unwrap(stated) or None


def unwrap(text: str, *, unless_in: str = "") -> str:
    """Remove announcements, tags, code fences and quotation marks around a text, unless the other text has them too."""
    wrappers = [pattern for pattern in _WRAPPERS if not pattern.fullmatch(unless_in.strip())]
    found = True
    while found:
        text = text.strip()
        found = next((match for pattern in wrappers if (match := pattern.fullmatch(text))), None)
        text = found["inside"] if found else text
    return text


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
