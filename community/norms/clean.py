"""One spelling of a text for every rule: composed, plain line ends and quotes, nothing invisible; offsets lead back."""

import re
import unicodedata
from bisect import bisect_right
from typing import NamedTuple

_SYMBOL = "[\u2190-\u2bff\U0001f000-\U0001faff]"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_ZERO_WIDTH = "\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff"
_SUSPECT = re.compile(f"[\r\u200d{_SELECTORS}{_ZERO_WIDTH}]")  # quick to search for, unlike the next one
_INVISIBLE = re.compile(
    f"\r(?=\n)|[{_SELECTORS}{_ZERO_WIDTH}]"
    f"|(?<!{_SYMBOL})(?<!{_SYMBOL}\ufe0f)\u200d"  # a joiner counts only inside an emoji, where it makes another one
)
_FOLDED: dict[str, str] = {
    **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full-width forms
    **dict.fromkeys("\r\v\f\x85\u2028\u2029", "\n"),
    **dict.fromkeys("\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006", " "),
    **dict.fromkeys("\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "),
    **dict.fromkeys("‘’‚‛′ʼ", "'"),
    **dict.fromkeys("“”„‟″", '"'),
    **dict.fromkeys("\u2010\u2011", "-"),
}
_FOLDABLE = re.compile(f"[{re.escape(''.join(_FOLDED))}]")


class Offsets:
    """Positions in the cleaned text as positions in the text as it was given."""

    def __init__(self) -> None:
        self._clean = [0]
        self._raw = [0]

    def add(self, clean: int, raw: int) -> None:
        """From `clean` on, cleaned characters stand where `raw` starts; called in rising order."""
        self._clean.append(clean)
        self._raw.append(raw)

    def raw(self, position: int) -> int:
        """Where the cleaned character at `position` starts in the text as it was given."""
        part = bisect_right(self._clean, position) - 1
        return self._raw[part] + position - self._clean[part]


class Cleaned(NamedTuple):
    """A cleaned text and the maps back, the last step first."""

    text: str
    maps: tuple[Offsets, ...]

    def raw(self, position: int) -> int:
        """Where the cleaned character at `position` starts in the text as it was given."""
        for offsets in self.maps:
            position = offsets.raw(position)
        return position


def clean(raw: str) -> Cleaned:
    """NFC, LF line ends, straight quotes, plain spaces, ASCII for full-width; no selectors or zero-width characters."""
    if raw.isascii() and "\r" not in raw:
        return Cleaned(raw, ())
    text, maps = raw, ()
    if _SUSPECT.search(text):
        text, offsets = _without_invisible(text)
        maps = (offsets,)
    text = _FOLDABLE.sub(lambda match: _FOLDED[match.group()], text)
    if not unicodedata.is_normalized("NFC", text):
        text, offsets = _composed(text)
        maps = (offsets, *maps)
    return Cleaned(text, maps)


def _without_invisible(text: str) -> tuple[str, Offsets]:
    pieces: list[str] = []
    offsets, length, last = Offsets(), 0, 0
    for match in _INVISIBLE.finditer(text):
        pieces.append(text[last : match.start()])
        length += match.start() - last
        last = match.end()
        offsets.add(length, last)
    return "".join([*pieces, text[last:]]), offsets


def _composed(text: str) -> tuple[str, Offsets]:
    import regex  # noqa: PLC0415 - few texts need it

    pieces: list[str] = []
    offsets, length = Offsets(), 0
    for match in regex.finditer(r"\X", text):
        piece = unicodedata.normalize("NFC", match.group())
        pieces.append(piece)
        length += len(piece)
        offsets.add(length, match.end())
    return "".join(pieces), offsets
