"""What a norm says of a message: a verdict in words, and the message with the stretches marked that decided."""

from collections.abc import Sequence

from rich.text import Text

from community.agents.verdicts import NormVerdict
from community.experiments.watching.glyphs import Glyphs, printable


def verdict_text(verdict: NormVerdict, glyphs: Glyphs) -> Text:
    """One norm's verdict, with the reason unless the marks of the message tell it."""
    sign = glyphs.right if verdict.complies else glyphs.wrong
    word = "follows" if verdict.complies else "breaks"
    text = Text(
        f"  {sign} {word} {verdict.norm}", style="not bold green" if verdict.complies else "not bold red"
    )
    told = verdict.complies and verdict.spans
    return text.append("" if told else f" ({printable(verdict.detail)})", style="dim")


def marked(text: str, verdicts: Sequence[NormVerdict], *, brackets: bool) -> Text:
    """A message with the spans marked that satisfied or broke a norm, by colour or by [[double brackets]]."""
    body = Text(printable(text))
    marks = sorted(
        (span.start, span.end, verdict.complies)
        for verdict in verdicts
        for span in verdict.spans
        if span.start < span.end
    )
    for start, end, complies in marks:
        body.stylize("bold underline green" if complies else "bold underline red", start, end)
    return _bracketed(body.plain, [(start, end) for start, end, _ in marks]) if brackets else body


def _bracketed(text: str, spans: list[tuple[int, int]]) -> Text:
    """`text` with [[ and ]] around each span; spans that overlap share their brackets."""
    parts: list[str] = []
    done = 0
    for start, end in _merged(spans):
        parts += [text[done:start], "[[", text[start:end], "]]"]
        done = end
    return Text("".join([*parts, text[done:]]))


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
