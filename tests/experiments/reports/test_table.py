import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.experiments.reports.number import Count, pool
from community.experiments.reports.table import Cell, Cited, Table, escaped, latex, markdown, shown
from tests.experiments.reports.rows import debate

MEAN = pool([debate("sy_star", follow_rate=0.25), debate("greeting", follow_rate=0.5)], "follow_rate")


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("tom", "tom"),
        (1234, "1,234"),
        (None, "–"),
        (Count(part=1234), "1,234"),
        (Count(part=1, whole=4), "0.25 (1 of 4)"),
        (Count(part=0, whole=0), "–"),
        (Cited(0.2), "0.200"),
        (Cited(0.2, 0.148), "0.200 ± 0.148"),
        (Cited(0.2, ends=(0.1, 0.25)), "0.200 [0.100, 0.250]"),
        (pool([debate(follow_rate=0.25)], "follow_rate"), "0.25"),
        (pool([debate()], "over_imitation"), "n/a"),
    ],
)
def test_cells_read_as_people_write_numbers(cell: Cell, text: str) -> None:
    assert shown(cell) == text


def test_a_mean_over_norms_has_its_interval() -> None:
    low, high = MEAN.ends or (0, 0)

    assert (MEAN.unit, MEAN.mean.n, MEAN.value) == ("norms", 2, 0.375)
    assert shown(MEAN) == f"0.38 [{low:.2f}, {high:.2f}]"


def test_every_norm_counts_alike_however_many_debates_it_has() -> None:
    rows = [debate("sy_star", index=index, follow_rate=1.0) for index in range(1, 10)]

    assert pool([*rows, debate("greeting", follow_rate=0.0)], "follow_rate").value == 0.5


def test_what_is_missing_or_failed_is_counted() -> None:
    lost = debate(index=2, status="failed", reason="died", follow_rate=None)
    found = pool([debate(), lost, debate(index=3, follow_rate=None)], "follow_rate")

    assert (found.values, found.missing, found.failed, found.value) == (1, 1, 1, 0.5)


TABLE = Table("a_b", "A & B", ("Norm", "n"), (("sy_star", 3), ("a|b", 1)), "100 % of it", simulated=True)


def test_markdown_escapes_what_it_would_read() -> None:
    assert markdown(TABLE).splitlines() == [
        "**A & B (simulated)**",
        "",
        "| Norm | n |",
        "|---|---:|",
        "| sy\\_star | 3 |",
        "| a\\|b | 1 |",
        "",
        "100 % of it",
    ]


def test_latex_has_rules_label_and_caption() -> None:
    text = latex(TABLE)

    assert r"\caption{A \& B (simulated). 100 \% of it}" in text
    assert r"\label{tab:a-b}" in text
    assert r"sy\_star & 3 \\" in text
    assert [text.count(rule) for rule in (r"\toprule", r"\midrule", r"\bottomrule")] == [1, 1, 1]
    assert r"\begin{tabular}{lr}" in text


def test_latex_stacks_long_headings_and_prints_small_what_stands_beside_a_number() -> None:
    row = ("none", Count(part=1, whole=4), Cited(0.5, se=0.1))
    text = latex(Table("wide", "Wide", ("Module", "prompts that hold the norm", "published"), (row,)))

    assert r"\shortstack[r]{prompts that\\hold the norm} & \shortstack[r]{published} \\" in text
    assert r"none & 0.25 {\scriptsize (1 of 4)} & 0.500 {\scriptsize $\pm$ 0.100} \\" in text
    assert r"\ifdim\width>\linewidth" in text, "a table is never wider than the line"


def test_latex_breaks_a_long_table_over_pages() -> None:
    rows = tuple((f"norm{number}", number) for number in range(60))

    assert r"\begin{longtable}" in latex(Table("long", "Long", ("Norm", "n"), rows))


@given(st.text())
def test_escaped_text_has_no_bare_special_sign(text: str) -> None:
    plain = escaped(text)
    for pair in (r"\textbackslash{}", r"\textasciitilde{}", r"\textasciicircum{}", r"$\pm$"):
        plain = plain.replace(pair, "")
    for sign in "&%$#_{}":
        plain = plain.replace(f"\\{sign}", "")
    words = (r"\textless{}", r"\textgreater{}", r"\textbar{}", r"\textasciigrave{}")
    for named in (*words, "{[}", "{]}", "{*}"):
        plain = plain.replace(named, "")

    assert not set(plain) & set("&%$#_{}~^\\")


def test_escaped_text_says_nothing_to_latex_at_the_head_of_a_row_or_unseen() -> None:
    assert escaped("*a?`\x1b\x00b\u202e") == r"{*}a?\textasciigrave{}b"
