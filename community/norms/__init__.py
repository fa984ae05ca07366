"""What is enforced: norms on text, read from YAML, judged without a model, and enacted by small edits."""

from community.norms.catalogue import list_broken, list_norms, load_norm
from community.norms.norm import Norm, enact_all
from community.norms.predicates import parse_description, propose
from community.norms.predicates.base import CannotEnactError, Verdict
from community.norms.text import Span, Text

__all__ = [
    "CannotEnactError",
    "Norm",
    "Span",
    "Text",
    "Verdict",
    "enact_all",
    "list_broken",
    "list_norms",
    "load_norm",
    "parse_description",
    "propose",
]
