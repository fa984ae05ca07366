"""A reply without its typography, so that what reads it meets one kind of bracket and no Markdown or LaTeX."""

import re
import unicodedata

_QUOTES = str.maketrans("‘’‛′“”„‟«»【】「」『』〔〕", '\'\'\'\'""""""()()()()')
_CURLY = re.compile(f"[{''.join(map(chr, _QUOTES))}]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]")
_ROMAN_CHARACTERS = re.compile("[\u2160-\u2188]")  # NFKC would make letters of these numerals
_LATEX_TEXT = re.compile(r"\\(?:text|textbf|textit|mathrm|mathbf|mathsf|mathit|bf|rm)\s*\{([^{}]*)\}")
_LATEX_BOX = re.compile(r"\\?\b(?:boxed|fbox)\s*\{([^{}]*)\}")
_LATEX_DELIMITER = re.compile(r"\\[()\[\]]|\$")
_EMPHASISED_LETTER = re.compile(
    r"(?<![\w*`~])[*_`~]{1,3} ?[(\[]?([A-Za-z])[)\]]?[.:]? ?[*_`~]{1,3}(?![\w*`~])"
)
_QUOTED_LETTER = re.compile(r"\"([A-Za-z])\"|(?<!\w)'([A-Z])'(?!\w)")
_LINE_MARK = re.compile(r"^[ \t]*(?:(?:>[ \t]?|#+ )+|[-+•][ \t]+)", re.MULTILINE)
_EMPHASIS_MARK = re.compile(r"[*`]|(?<!\w)[_~]+|[_~]+(?!\w)")
_EMPHASIS = frozenset("*_`~")
_BREAK_AFTER_COLON = re.compile(r":[ \t]*\n\s*")


def plain(reply: str) -> str:
    """The words of a reply; a letter that stood out by emphasis, quotes or a box stands out as "(C)"."""
    text = reply if reply.isascii() else _ascii_marks(reply)
    if "\\" in text or "{" in text or "$" in text:
        text = _LATEX_BOX.sub(r" the answer: \1 .", _LATEX_TEXT.sub(r"\1", text))
        text = _LATEX_DELIMITER.sub(" ", text)
    emphasised = not _EMPHASIS.isdisjoint(text)
    if emphasised:
        text = _EMPHASISED_LETTER.sub(r"(\1)", text)
    if '"' in text or "'" in text:
        text = _QUOTED_LETTER.sub(lambda match: f"({match[1] or match[2]})", text)
    text = _LINE_MARK.sub("", text)
    return _BREAK_AFTER_COLON.sub(": ", _EMPHASIS_MARK.sub("", text) if emphasised else text)


def _ascii_marks(text: str) -> str:
    """Full-width, circled and curly characters as plain ones; invisible ones removed."""
    text = unicodedata.normalize("NFKC", _ROMAN_CHARACTERS.sub(" ", _straight(text)))
    return _INVISIBLE.sub("", _straight(text))


def _straight(text: str) -> str:
    return text.translate(_QUOTES) if _CURLY.search(text) else text
