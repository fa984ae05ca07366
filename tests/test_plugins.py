import pytest

from community.errors import PluginError, UnknownIdError
from community.plugins import Registry

REGISTRY = Registry(
    "animal", {"cat": "collections:Counter", "dog": "no.such.module:Dog"}, "community.test-animals"
)


def test_load_imports_when_asked() -> None:
    assert REGISTRY.load("cat").__name__ == "Counter"  # type: ignore[attr-defined]


def test_load_takes_a_path() -> None:
    assert REGISTRY.load("collections:OrderedDict").__name__ == "OrderedDict"  # type: ignore[attr-defined]


def test_load_of_an_unknown_id_suggests_the_nearest() -> None:
    with pytest.raises(UnknownIdError, match="unknown animal 'cta'; did you mean 'cat'"):
        REGISTRY.load("cta")


def test_load_of_a_broken_plugin_names_it() -> None:
    with pytest.raises(PluginError, match="animal 'dog' cannot be loaded"):
        REGISTRY.load("dog")
