"""The kinds of rules: one table, one union that YAML and JSON Schema are read with, and canonical English back."""

from collections.abc import Iterator, Sequence
from typing import Annotated, cast

from pydantic import Discriminator, TypeAdapter

from community.norms.clean import clean
from community.norms.predicates.base import Predicate
from community.norms.predicates.boundary import Boundary
from community.norms.predicates.case import Case
from community.norms.predicates.characters import Characters
from community.norms.predicates.combination import All, Any, Not
from community.norms.predicates.contains import Contains
from community.norms.predicates.divided import Divided
from community.norms.predicates.echo import Echo
from community.norms.predicates.enclosed import Enclosed
from community.norms.predicates.json_object import JsonObject
from community.norms.predicates.language import Language
from community.norms.predicates.layout.alliteration import Alliteration
from community.norms.predicates.layout.lists import ListItems
from community.norms.predicates.layout.synonyms import Synonyms
from community.norms.predicates.layout.verse import Verse
from community.norms.predicates.length.count import Count
from community.norms.predicates.order import Order
from community.norms.predicates.overlap import Overlap
from community.norms.predicates.part import Part
from community.norms.predicates.pattern import Pattern
from community.norms.predicates.quoting import sentences_of
from community.norms.predicates.restatement import Restatement
from community.norms.predicates.substitution import Substitution
from community.norms.text import Text

AnyPredicate = Annotated[
    Count
    | ListItems
    | Alliteration
    | Synonyms
    | Verse
    | Contains
    | Boundary
    | Substitution
    | Restatement
    | Pattern
    | Case
    | Characters
    | Divided
    | Echo
    | Enclosed
    | JsonObject
    | Language
    | Order
    | Overlap
    | Part
    | All
    | Any
    | Not,
    Discriminator("kind"),
]

KINDS: dict[str, type[Predicate]] = {
    "count": Count,
    "list_items": ListItems,
    "alliteration": Alliteration,
    "synonyms": Synonyms,
    "verse": Verse,
    "contains": Contains,
    "boundary": Boundary,
    "substitution": Substitution,
    "restatement": Restatement,
    "regex": Pattern,
    "case": Case,
    "characters": Characters,
    "divided": Divided,
    "echo": Echo,
    "enclosed": Enclosed,
    "json": JsonObject,
    "language": Language,
    "order": Order,
    "overlap": Overlap,
    "part": Part,
    "all": All,
    "any": Any,
    "not": Not,
}
"""Every kind, in the order in which sentences are parsed and proposals are made."""

for _kind in (All, Any, Not, Part):
    _kind.model_rebuild(_types_namespace={"AnyPredicate": AnyPredicate})

ADAPTER: TypeAdapter[AnyPredicate] = TypeAdapter(AnyPredicate)


def parse_sentence(sentence: str) -> AnyPredicate | None:
    """The predicate that states itself with exactly this sentence, or None."""
    for kind in KINDS.values():
        found = kind.parse(sentence)
        if found is not None:
            return cast("AnyPredicate", found)  # KINDS and AnyPredicate list the same classes
    return None


def parse_description(text: str) -> AnyPredicate | None:
    """The predicate of the first sentence of `text` that states one in canonical English, or None.

    Curly quotes and the like are read as plain ones where the text as it stands states nothing.
    """
    for spelling in dict.fromkeys((text, clean(text).text)):
        for sentence in sentences_of(spelling):
            found = parse_sentence(sentence) or parse_sentence(sentence.rpartition(": ")[2])
            if found is not None:
                return found
    return None


def propose(texts: Sequence[Text], question: str | None = None) -> Iterator[Predicate]:
    """Specific rules of every kind that hold on all of `texts`, for someone who looks for regularities.

    The same texts give the same proposals in the same order.
    """
    if texts:
        for kind in KINDS.values():
            yield from kind.propose(texts, question)
