"""A study file: what all runs share, and the axes along which they differ."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field

from community.config import Config, Document, parse_yaml, validate
from community.errors import Fault, FileFaultsError, UnknownIdError, UserError
from community.experiments.runs.directory import slug
from community.experiments.runs.setting import DEFAULT, Setting, setting_named

AxisValues = Any
"""One value, or a list of values."""


class StudyConfig(Config):
    """One study. Its cells are all combinations of the values of `axes`, without `exclude` and with `include`."""

    title: str = Field(min_length=1)
    """What is studied, in a line."""
    setting: str = DEFAULT
    """What kind of run each cell is."""
    base: dict[str, Any] = Field(default_factory=dict)
    """Fields of the run configuration that all cells share."""
    axes: dict[str, AxisValues] = Field(min_length=1)
    """Field of the run configuration (dotted for a nested one) -> values. A value of `norms` may be `{set: core}`,
    `{family: boundary}`, or a list of norms at once; `{label: NAME, value: ...}` names any value. An axis of another
    name is linked: its values are mappings of a `label` and of several fields that change together."""
    include: tuple[dict[str, AxisValues], ...] = ()
    """Further cells: all combinations of the values that are given here, over `base`."""
    exclude: tuple[dict[str, AxisValues], ...] = ()
    """Cells to leave out: those that have these values (or labels), whatever their other axes are."""


@dataclass(frozen=True)
class Study:
    """A study file that was read.

    Attributes:
        name: of the file, safe in a path; the sweep's directory is called so.
        config: what it says.
        document: the same with the lines on which it stands.
        text: of the file, byte for byte.
    """

    name: str
    config: StudyConfig
    document: Document
    text: str

    @property
    def setting(self) -> Setting[Any]:
        """The setting of its cells."""
        return setting_named(self.config.setting)


def read_study(path: Path) -> Study:
    """Read a study file; what its fields hold is checked when its cells are planned.

    Raises:
        UserError: the file cannot be read.
        FileFaultsError: it is no study, or of no known setting; every fault with its line.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from error
    document = parse_yaml(text, str(path))
    study = Study(slug(path.stem), validate(document, StudyConfig), document, text)
    try:
        _ = study.setting
    except UnknownIdError as error:
        raise FileFaultsError(
            str(path), [Fault("setting", str(error), document.line(("setting",)))]
        ) from error
    return study


def study_schema() -> dict[str, Any]:
    """The JSON Schema of study files of debates, for an editor."""
    schema = StudyConfig.model_json_schema()
    run = setting_named(DEFAULT).config_type.model_json_schema()
    schema["$defs"] = run.pop("$defs", {})
    schema["properties"]["base"] |= {"properties": run["properties"], "additionalProperties": False}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
