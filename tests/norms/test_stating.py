from hypothesis import given
from hypothesis import strategies as st

from community.norms import Text, parse_description
from community.norms.predicates import KINDS, parse_sentence
from community.norms.predicates.boundary import Boundary
from community.norms.predicates.combination import All, Any, Not
from community.norms.predicates.contains import Contains
from community.norms.predicates.lexicon import lexicons
from community.norms.predicates.pattern import Pattern
from community.norms.predicates.restatement import Restatement
from community.norms.predicates.scope import SCOPES
from community.norms.predicates.substitution import Substitution

WORDS = st.text(min_size=1, max_size=12).filter(lambda text: bool(Text(text).words))
WORD = WORDS.filter(lambda text: Text(text).word_count == 1)
SIGNS = st.text(min_size=1, max_size=6).filter(lambda text: bool(Text(text).clean.strip()))
SOUGHT = st.one_of(
    st.lists(WORDS, min_size=1, max_size=3).map(lambda items: {"words": tuple(items)}),
    st.lists(SIGNS, min_size=1, max_size=3).map(lambda items: {"characters": tuple(items)}),
    st.sampled_from(list(lexicons())).map(lambda name: {"one_of": name}),
)
BOUNDS = st.one_of(
    st.just({}),
    st.integers(1, 30).map(lambda low: {"min": low}),
    st.integers(0, 30).map(lambda high: {"max": high}),
    st.integers(0, 30).map(lambda count: {"exactly": count}),
    st.tuples(st.integers(1, 5), st.integers(5, 9)).map(lambda pair: {"min": pair[0], "max": pair[1]}),
)
SCOPE = st.sampled_from(SCOPES)
AT = st.sampled_from(["start", "end", "both"])
EXAMPLE = st.sampled_from([None, "3 a."])
SIMPLE = st.one_of(
    st.tuples(SOUGHT, BOUNDS, SCOPE).map(
        lambda parts: Contains.model_validate({**parts[0], **parts[1], "within": parts[2]})
    ),
    st.tuples(SOUGHT, AT, st.integers(0, 20)).map(
        lambda parts: Boundary.model_validate({**parts[0], "at": parts[1], "slack": parts[2]})
    ),
    st.builds(lambda use, never: Substitution(use=use, never=never), WORD, WORD),
    st.integers(1, 100).map(lambda percent: Restatement(threshold=percent / 100)),
    st.tuples(BOUNDS, EXAMPLE).map(
        lambda parts: Pattern.model_validate({"pattern": r"[\"'\[]?\d+ \w", "example": parts[1], **parts[0]})
    ),
)
RULES = st.recursive(
    SIMPLE,
    lambda rules: st.one_of(
        st.lists(rules, min_size=1, max_size=3).map(lambda items: All(of=tuple(items))),
        st.lists(rules, min_size=1, max_size=3).map(lambda items: Any(of=tuple(items))),
        rules.map(lambda rule: Not(rule=rule)),
    ),
    max_leaves=4,
)


@given(RULES)
def test_what_a_rule_states_parses_to_the_same_rule(rule):
    assert parse_sentence(rule.describe()) == rule


@given(SIMPLE)
def test_a_statement_is_found_among_other_sentences(rule):
    text = f"I am not sure yet. Perhaps so:\n- {rule.describe()} Nothing else."

    assert parse_description(text) == rule


def test_curly_quotes_and_case_do_not_matter():
    assert parse_description("use the word “frim” AT LEAST 3 times") == Contains(words=("frim",), min=3)


def test_markdown_around_a_statement_does_not_matter():
    assert parse_description('1. **Use the word "frim".**') == Contains(words=("frim",))
    assert parse_description('> - `Use the word "frim"`') == Contains(words=("frim",))


def test_ordinary_text_states_nothing():
    assert parse_description('They like to use words such as "frim". Begin early! The end: use it.') is None
    assert parse_description("") is None


def test_every_kind_has_a_line_about_itself():
    assert all(kind.summary and kind.model_fields["kind"].default == name for name, kind in KINDS.items())
