import sys
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest

from community.errors import UnknownIdError
from community.norms import list_broken, list_norms, load_norm

NORM = "id: {id}\ntitle: Says hum\ninstruction: Hum.\ncheck: {{kind: contains, words: [hum]}}\n"
PYTHON = "id: code\ntitle: Code\ninstruction: Code.\ncheck: {kind: python, function: 'operator:eq'}\n"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with norms, importable and offered under the entry points that are given."""
    folder = tmp_path / "site" / "humming_norms"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(
        "from pathlib import Path\n"
        "def files():\n    return [Path(__file__).parent / 'hum_a.yaml']\n"
        "def breaks():\n    raise OSError('no disk')\n"
        "EMPTY = ()\n",
        encoding="utf-8",
    )
    for name in ("hum_a", "hum_b"):
        (folder / f"{name}.yaml").write_text(NORM.format(id=name), encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder.parent))
    monkeypatch.delitem(sys.modules, "humming_norms", raising=False)
    monkeypatch.chdir(tmp_path)

    def offer(*values: str) -> Path:
        points = [EntryPoint(f"p{i}", value, "community.norms") for i, value in enumerate(values)]
        monkeypatch.setattr(
            "community.packages.entry_points",
            lambda *, group: points if group == "community.norms" else entry_points(group=group),
        )
        return folder

    return offer


def test_package_folder_gives_all_its_norms(package):
    package("humming_norms")

    assert [norm.id for norm in list_norms(set="own")] == ["hum_a", "hum_b"]
    assert load_norm("hum_b").check("Hum!").complies
    assert list_broken() == []


def test_callable_gives_the_paths(package):
    package("humming_norms:files")

    assert [norm.id for norm in list_norms(set="own")] == ["hum_a"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("humming_norms:breaks", "plug-in 'p0' failed: OSError: no disk"),
        ("humming_norms:missing", "plug-in 'p0' failed: AttributeError"),
        ("humming_norms:EMPTY", "gives no YAML file"),
        ("no_such_package", "ModuleNotFoundError"),
    ],
)
def test_broken_plugin_is_listed_and_harms_nothing(package, value, message):
    package(value, "humming_norms")

    assert [norm.id for norm in list_norms(set="own")] == ["hum_a", "hum_b"]
    assert [(broken.source, message in str(broken.error)) for broken in list_broken()] == [
        ("plug-in 'p0'", True)
    ]


def test_broken_file_of_a_package_is_listed(package):
    folder = package("humming_norms")
    (folder / "worse.yaml").write_text("id: [", encoding="utf-8")

    assert [Path(broken.source).name for broken in list_broken()] == ["worse.yaml"]


def test_package_may_not_bring_python_rules(package):
    folder = package("humming_norms")
    (folder / "code.yaml").write_text(PYTHON, encoding="utf-8")

    assert "only read from a file of your own" in str(list_broken()[0].error)
    with pytest.raises(UnknownIdError):
        load_norm("a_typing_error")


def test_own_norm_goes_before_one_of_a_package(package, tmp_path):
    package("humming_norms")
    (tmp_path / "norms").mkdir()
    (tmp_path / "norms" / "mine.yaml").write_text(
        NORM.format(id="hum_a").replace("[hum]", "[ham]"), encoding="utf-8"
    )

    assert load_norm("hum_a").check("ham").complies
    assert [Path(broken.source).name for broken in list_broken()] == ["hum_a.yaml"]
