"""What several verdicts come to, with those that are lacking counted as unknown rather than as breaches."""

from collections.abc import Sequence


def majority(labels: Sequence[bool | None]) -> bool | None:
    """Whether at least half of the labels are true; None when those that are unknown could turn it."""
    needed = -(-len(labels) // 2)
    known, unknown = labels.count(True), labels.count(None)
    if known >= needed:
        return True
    return None if known + unknown >= needed else False


def unanimous(labels: Sequence[bool | None]) -> bool | None:
    """Whether all labels are equal; None when those that are unknown could turn it."""
    if True in labels and False in labels:
        return False
    return None if None in labels else True


def label_of(complies: bool | None) -> str | None:
    """A verdict as the label of a rater."""
    return None if complies is None else "complies" if complies else "breaches"
