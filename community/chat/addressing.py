"""Who a message speaks to: everybody that it names, @Name before a bare name."""

import re
from collections.abc import Sequence


def addressed(text: str, names: Sequence[str], *, speaker: str) -> tuple[str, ...]:
    """The people whom a message names, without its own speaker.

    Args:
        text: of the message.
        names: of everybody in the chat; `@name` is found in any case, a bare name as it is written.
        speaker: whose message it is.
    """
    others = [name for name in names if name != speaker]
    if not others:
        return ()
    known = {name.casefold(): name for name in others}
    pattern = "|".join(map(re.escape, others))
    called = re.findall(rf"(?<!\w)@((?i:{pattern}))(?!\w)", text)
    named = re.findall(rf"(?<![\w@])({pattern})(?!\w)", text)
    return tuple(dict.fromkeys(known[name.casefold()] for name in (*called, *named)))
