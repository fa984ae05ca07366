"""What English words sound like at their end, as far as their spelling tells."""

import re
from collections.abc import Mapping
from functools import lru_cache

_SOUNDS = {
    "ite": "ight ite yte height",
    "ay": "ay eigh ey",
    "ate": "ate eight ait aight great",
    "ain": "ain ane eign ein",
    "ed": "ed dead head bread thread spread dread stead tread said",
    "eed": "eed ead ede feed",
    "eam": "eam eem eme",
    "een": "een ean ene",
    "eet": "eet eat ete",
    "eel": "eel eal",
    "eep": "eep eap",
    "ear": "ear eer ere ier appear",
    "air": "air are bear wear swear pear where there heir ayer their",
    "o": "o ow oe know snow show though",
    "ou": "now how brow cow allow vow plough bough",
    "oo": "oo ue ew iew through you to do who too",
    "ore": "ore oor oar our or war pour four",
    "our": "hour flour sour tower power flower",
    "ize": "ise ize eyes ies ighs ize uise",
    "i": "my by sky try fly why die dry cry sigh igh lie tie eye deny reply supply thy",
    "e": "y ee ea be he me we she key",
    "oon": "oon une",
    "ool": "ool ule",
    "oom": "oom ume tomb womb",
    "old": "old olled ould",
    "ood": "ood could would should",
    "ole": "ole oal oul oll",
    "ound": "ound owned",
    "ind": "ind igned ined",
    "ine": "ine ign",
    "ime": "ime yme imb",
    "ide": "ide ied eyed",
    "ame": "ame aim",
    "ake": "ake break steak ache",
    "eak": "eak eek ique",
    "art": "art eart",
    "ace": "ace ase",
    "ense": "ense ence",
    "un": "un done none son won",
    "one": "one own oan",
    "ought": "ought aught",
    "all": "all awl aul",
    "ire": "ire yre choir",
    "ord": "ord oard",
    "urn": "urn earn ern",
    "erd": "ird erd eard word",
    "ove": "ove",
}
_SOUND_OF: Mapping[str, str] = {
    ending: sound for sound, endings in _SOUNDS.items() for ending in endings.split()
}
_LONGEST = max(map(len, _SOUND_OF))
_TAIL = re.compile(r"[aeiouy]+[^aeiouy]*e?$")


@lru_cache(maxsize=4096)
def rhyme_of(word: str) -> str:
    """A key that rhyming words share: the sound of the longest known ending, or the last vowel and what follows."""
    word = word.lower()
    for length in range(min(_LONGEST, len(word)), 0, -1):
        if word[-length:] in _SOUND_OF:
            return _SOUND_OF[word[-length:]]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return f"{rhyme_of(word[:-1])}s"
    tail = _TAIL.search(word)
    return tail.group() if tail else word
