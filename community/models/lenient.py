"""JSON as models write it when nothing holds them to it: a reader that forgives, in linear time.

It takes comments, single and typographic quotes, quotes inside strings, unquoted keys and values, Python literals,
missing and trailing commas, and brackets that were never closed. It reads objects only, and gives up where it would
have to guess.
"""

import json
import math
import re
from typing import Any

_DEEPEST = 40
_BLANK = re.compile(r"(?:\s+|//[^\n]*|#[^\n]*|/\*.*?(?:\*/|\Z))*", re.DOTALL)
_BARE_KEY = re.compile(r"[\w$][\w$. -]*")
_BARE_VALUE = re.compile(r"[^,\]}\n]*")
_COMMENT = re.compile(r"\s(?://|#|/\*).*")
_UNICODE = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "`": "`"}
_STOPS = {closing: re.compile(rf"[{closing}\\]") for closing in _QUOTES.values()}
_AFTER_KEY = re.compile(r"\s*:")
_AFTER_VALUE = re.compile(r"[ \t]*(?:[,\]}]|\r?\n|//|/\*|\Z)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_WORDS = {"true": True, "false": False, "null": None, "none": None, "nan": None, "undefined": None}


def read_object(text: str, start: int = 0) -> dict[str, Any]:
    """Read the object that opens first at or after `start`.

    Raises:
        ValueError: there is none, or it is too broken to be read with confidence.
    """
    opening = text.find("{", start)
    if opening < 0:
        raise ValueError("there is no object")
    return _Reader(text, opening).object(0)


class _Reader:
    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at

    def object(self, depth: int) -> dict[str, Any]:
        self.at += 1
        members: dict[str, Any] = {}
        while self._more("}"):
            key = self._key()
            if self._next() != ":":
                raise ValueError(f"no value for key {key!r}")
            self.at += 1
            members[key] = self._value(depth)
        return members

    def _array(self, depth: int) -> list[Any]:
        self.at += 1
        items: list[Any] = []
        while self._more("]"):
            items.append(self._value(depth))
        return items

    def _more(self, closing: str) -> bool:
        """Step over commas; false at the closing bracket, which is taken, and where it is missing."""
        while (character := self._next()) == ",":
            self.at += 1
        if character == closing:
            self.at += 1
            return False
        return character not in ("", "]", "}")

    def _next(self) -> str:
        """The next character that is neither blank nor in a comment; "" at the end."""
        match = _BLANK.match(self.text, self.at)
        assert match is not None, "the pattern matches the empty text"
        self.at = match.end()
        return self.text[self.at : self.at + 1]

    def _key(self) -> str:
        if self._next() in _QUOTES:
            return self._string(_AFTER_KEY)
        match = _BARE_KEY.match(self.text, self.at)
        if match is None:
            raise ValueError(f"no key at {self.text[self.at : self.at + 20]!r}")
        self.at = match.end()
        return match[0].strip()

    def _value(self, depth: int) -> Any:
        if depth >= _DEEPEST:
            raise ValueError("nested too deeply")
        character = self._next()
        if character == "{":
            return self.object(depth + 1)
        if character == "[":
            return self._array(depth + 1)
        if character in _QUOTES:
            return self._string(_AFTER_VALUE)
        match = _BARE_VALUE.match(self.text, self.at)
        assert match is not None, "the pattern matches the empty text"
        self.at = match.end()
        return _literal(_COMMENT.sub("", match[0]).strip())

    def _string(self, after: re.Pattern[str]) -> str:
        """A quoted text; a quotation mark ends it only where what follows can follow a string."""
        closing = _QUOTES[self.text[self.at]]
        self.at += 1
        parts: list[str] = []
        while stop := _STOPS[closing].search(self.text, self.at):
            parts.append(self.text[self.at : stop.start()])
            self.at = stop.end()
            if stop[0] == "\\":
                parts.append(self._escape())
            elif after.match(self.text, self.at):
                return "".join(parts)
            else:
                parts.append(stop[0])
        parts.append(self.text[self.at :])
        self.at = len(self.text)
        return "".join(parts)

    def _escape(self) -> str:
        match = _UNICODE.match(self.text, self.at - 1)
        if match is not None:
            self.at = match.end()
            return json.loads(f'"{match[0]}"')
        character = self.text[self.at : self.at + 1]
        self.at += 1
        return _ESCAPES.get(character, character)


def _literal(text: str) -> Any:
    """The value of an unquoted text: a word of JSON or Python, a finite number, or the text itself."""
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    try:
        return int(text)
    except ValueError:
        pass
    try:
        number = float(text)
    except ValueError:
        return text or None
    return number if math.isfinite(number) else None
