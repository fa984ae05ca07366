"""A place where a reply means an option, and what the words around it say about it."""

import re
from dataclasses import dataclass
from functools import cached_property

_FILLER = (
    r"[\s:=>\-–—→\"(\[]*(?:(?:the|options?|choices?|answers?|letters?|correct|right|final|definitely|clearly|simply|"
    r"just|now|indeed|then|still|again|instead|also|therefore|thus|probably|really|with|at|that|is|be|it|it's)"
    r"[\s:=>\-–—→\"(\[]*){0,4}$"
)
_ANNOUNCED = re.compile(
    r"(?:\b(?:answer|choice|option|letter|pick|vote|verdict|conclusion|solution|result)\b[^.?!\n]{0,45}?"
    r"(?:\b(?:is|be|to|becomes|remains|stays)\b|'s\b|[:=>→]|[-–—] )"
    r"|\b(?:I|we|I'd|I'll|we'd|to|and|would|should|will|must|can|me|let's|let us|am|I'm)\s(?:\w+\s)?"
    r"(?:choose|pick|select|say|take|vote|go|get|conclude|prefer|answer|support|keep)(?:\s(?:for|with|on))?"
    r"|\b(?:chose|choosing|picking|selecting|go(?:ing)? with|settled? (?:on|for)|settling (?:on|for)|"
    r"stick(?:ing)? (?:to|with)|stay(?:ing)? with|switch(?:ing|ed)? to|opt(?:ing)? for|vot(?:e|ing) for|"
    r"leav(?:es|ing)(?: us| me)?(?: with)?|left with|concur\w*(?: with| on)?|lean(?:ing)? (?:to|towards?))"
    r"|\b(?:chang|revis|switch)\w*\b[^.?!\n]{0,40}?\bto"
    r"|\bagree\w*\b[^.?!\n]{0,40}?\b(?:with|on|is|that|to|choice of)"
    r"|\b(?:must|should|has to|have to|can only) be|\b(?:it|that|this|which|one) is|\b(?:it|that)'s"
    r"|\b(?:I|we)\s(?:\w+\s)?(?:think|believe|guess)|\b(?:choose|select)|^\s*(?:=>|->|→)"
    r"|\b(?:namely|so|thus|therefore|hence|actually|reflection|making it|match(?:es|ing)?|corresponds? to|final))"
    r"(?:,|\b|(?<=[>→]))" + _FILLER,
    re.IGNORECASE,
)
_AFFIRMED = re.compile(
    r"[\s)]*(?:(?:is|seems|looks|must be)\s+(?:to be\s+)?(?:\w+ly\s+)?(?:the\s+)?(?:\w+\s+)?"
    r"(?:correct|right|answer|best|true)\b|(?:works|fits|holds|matches|satisfies|meets)\b)",
    re.IGNORECASE,
)
_REJECTED_BEFORE = re.compile(
    r"(?:\b(?:not|never|rather than|instead of|(?<!other )than|over|against|unlike|without|except|exclud\w+|"
    r"none of|disagree\w*|eliminat\w+|reject\w*|discard\w*|dismiss\w*|rul\w+ out|drop\w*|such as|nor|neither|wrong|"
    r"incorrect|cannot|away from|from)|n't|\be\.?g\.,?)"
    r"(?:\s(?:be|to|say|pick|choose|select|agree|equal|go))?(?: with)?(?!.*\bbut\b)"
    r"(?: (?:agents? \w+|your|their|his|her)(?:'s)?)?" + _FILLER,
    re.IGNORECASE,
)
_REJECTED_AFTER = re.compile(
    r"(?:[^.?!\n(]{0,25}?,? (?:which|but that|but this|that))?\s*"
    r"(?:\b(?:is|are|was|were|seems?|looks?|would be|isn't|wasn't)\s+(?:\w+ly\s|also\s|just\s|far\s|an?\s|the\s){0,3}"
    r"(?:wrong|incorrect|not|false|out|impossible|ruled|eliminated|excluded|invalid|tempting|off|trap|mistake|slip|"
    r"distractor|too)\b"
    r"|\b(?:isn't|cannot|can't|couldn't|doesn't|does not|fails?|ignores?|forgets?|assumes?|would|comes? from|"
    r"overcounts?|double-?\s?counts?|misses|neglects?|mixes|confuses|results? from|needs|violates?|contradicts?|"
    r"breaks?)\b)",
    re.IGNORECASE,
)
_ASCRIBED = re.compile(
    r"(?:\b(?:agents?|you|your|they|their|he|his|she|her|others?|somebody|someone|newcomer|peer|colleague|everyone)\b"
    r"|\b(?:first|initial|initially|originally|earlier|previous|previously|before|tempt\w*|trap|thought|considered|"
    r"was|were|had|if|though|although)\b)"
    r"(?!.*\b(?:I|I'm|I'd|my|me|we|our|but|so|now|therefore|agree\w*|concur\w*|right|correct\w*|convinc\w*|"
    r"persuad\w*)\b)",
    re.IGNORECASE,
)
_AGREEING = re.compile(
    r"\b(?:agree\w*|concur\w*|same|like|join\w*|support\w*|side|siding|with|echo)\b", re.IGNORECASE
)
_NAMED = re.compile(r"\b(?:options?|choices?|answers?|letters?)[\s:=\-–—>\"]*$", re.IGNORECASE)


@dataclass(frozen=True)
class Mention:
    """One place where a reply means an option.

    Attributes:
        letter: capital letter of the option.
        start: where it begins in the plain text.
        end: where it ends.
        before: the words of the same sentence before it.
        after: the words that follow it, beyond its sentence too.
        marked: a bracket, a line of its own or the like sets it apart from prose.
        lower: it is written in lower case.
    """

    letter: str
    start: int
    end: int
    before: str
    after: str
    marked: bool
    lower: bool

    @cached_property
    def announced(self) -> bool:
        """Words that state a decision lead up to it: "so I choose"."""
        return _ANNOUNCED.search(self.before) is not None

    @cached_property
    def affirmed(self) -> bool:
        """What follows says that it is right."""
        return not self.rejected and _AFFIRMED.match(self.after) is not None

    @cached_property
    def named(self) -> bool:
        """The word "option" or the like stands right before it."""
        return _NAMED.search(self.before) is not None

    @cached_property
    def rejected(self) -> bool:
        """It is said not to be the answer: "rather than", "is too small"."""
        return bool(_REJECTED_BEFORE.search(self.before) or _REJECTED_AFTER.match(self.after))

    @cached_property
    def ascribed(self) -> bool:
        """It is what somebody else says, or what the speaker thought before."""
        other = _ASCRIBED.search(self.before)
        return other is not None and _AGREEING.search(self.before, 0, other.start()) is None
