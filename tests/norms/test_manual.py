from pathlib import Path

from community.norms.kinds import kinds
from community.norms.manual import page

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_on_disk_is_the_page_that_is_made():
    """To renew it: python -c "from community.norms.manual import page; print(page(), end='')" > docs/predicates.md."""
    assert (DOCS / "predicates.md").read_text(encoding="utf-8") == page()


def test_every_kind_has_a_row_with_its_example():
    rows = [line for line in page().splitlines() if line.startswith("| `")]

    for kind in kinds():
        assert any(row.startswith(f"| `{kind.kind}` | {kind.summary} | ") for row in rows)
