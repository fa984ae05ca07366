import re
from pathlib import Path

from community.experiments.reports.report import write_report

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")


def first_cells(heading: str) -> list[str]:
    """The first cells of the table under a heading."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return [line.split(" | ")[0].strip("| ") for line in section.splitlines() if line.startswith("| ")][1:]


def test_page_names_every_study() -> None:
    studies = sorted(path.name for path in (ROOT / "studies").iterdir())

    assert sorted(cell.strip("`") for cell in first_cells("The studies")) == studies


def test_page_names_every_file_and_section_of_a_report(sweep: Path, tmp_path: Path) -> None:
    written = write_report(sweep, tmp_path)
    named = set(re.findall(r"`([^`\n]+)`", PAGE))
    titles = re.findall(r"^## (.*) \(simulated\)$", written.text.read_text(encoding="utf-8"), re.MULTILINE)
    sections = " ".join(first_cells("Which sections there are"))

    for path in written.files:
        name = path.relative_to(tmp_path).as_posix()
        assert name in named or name.replace(path.stem, "ID") in named, name
    assert titles and all(title.lower() in sections for title in titles)
