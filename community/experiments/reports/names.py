"""What things are called in tables and figures."""

import re

from community.experiments.analysis.clusters import Level
from community.experiments.analysis.rows import Row

MODULES = {
    "none": "Memory only",
    "direct_edit": "Direct edit",
    "infer_edit": "Infer + edit",
    "contrastive": "Contrastive",
    "tom": "Theory of mind",
    "probe_tom": "Probing theory of mind",
    "induction": "Induction",
}
FAMILIES = {
    "local_edit": "Local edit",
    "boundary": "Boundary",
    "substitution": "Substitution",
    "repeated_word": "Repeated word",
    "global_structure": "Global structure",
    "register": "Register",
}
MEASURES = {
    "follow_rate": "Norm following",
    "initial_follow_rate": "Norm following, initial answer",
    "accuracy": "Accuracy",
    "initial_accuracy": "Accuracy, initial answer",
    "community_accuracy": "Accuracy of the community",
    "admission_rate": "Admission",
    "over_imitation": "Over-imitation",
    "belief_agreement": "Agreement of belief and norm",
    "belief_rating": "Judge's rating of the belief",
    "participation": "Participation",
    "first_compliance": "Messages until the first that complies",
    "repair": "Repair after a sanction",
    "unsanctioned_repair": "Repair without a sanction",
    "change_after_own": "Change after an own sanction",
    "change_after_observed": "Change after an observed sanction",
    "change_after_neither": "Change after no sanction",
    "adaptation": "Messages until the first that follows new norms",
    "first_opportunity": "First opportunity",
    "sanctioned": "Sanctioned",
}
_MODELS = {"sim:expert": "scripted expert", "sim:novice": "scripted novice", "sim:module": "scripted module"}
_PATTERNS = {
    "idiosyncratic": "{} habits",
    "rounds": "T = {}",
    "schedule": "{} schedule",
    "exchange": "{} exchange",
    "sanction": "sanction {}",
    "newcomer": "newcomer {}",
    "background": "community {}",
    "judge": "judge {}",
    "subject": "{}",
    "member": "members {}",
    "demonstrations": "demonstrations {}",
    "task": "{}",
    "insiders": "{} insiders",
}


def trait(row: Row, name: str) -> Level:
    """A column of a row as it is, whatever axes of its sweep are called; None where its setting has no such column."""
    found: Level = getattr(row, name, None)
    return found


def measure_name(measure: str) -> str:
    """A measure as a heading."""
    return MEASURES.get(measure, measure.replace("_", " ").capitalize())


def module_name(module: str) -> str:
    """A module as the papers call it, or by its class."""
    return MODULES.get(module, module.rpartition(":")[2])


def family_name(family: object) -> str:
    """A family of norms; several of them joined."""
    parts = str(family or "other").split("+")
    return " + ".join(FAMILIES.get(part, part.replace("_", " ").capitalize()) for part in parts)


def model_name(spec: str) -> str:
    """A model without its provider and address: `qwen3:8b` of `ollama:qwen3:8b@http://host`."""
    parts = [re.sub(r"@https?://[^,*]*", "", part).strip() for part in spec.split(",")]
    return ", ".join(_one_model(part) for part in parts)


def _one_model(spec: str) -> str:
    name, star, count = spec.rpartition("*")
    name = name if star else spec
    shown = _MODELS.get(name) or name.partition(":")[2] or name
    return f"{count} {shown}" if star else shown


def level_name(row: Row, factor: str) -> str:
    """What a row is in one factor of its treatment."""
    level = trait(row, factor)
    match factor:
        case "module":
            name = module_name(str(level))
        case "module_options":
            name = _options(str(level))
        case "module_model":
            name = model_name(str(level))
        case "costly":
            name = (
                "costly habits" if level else "plain habits" if trait(row, "idiosyncratic") else "no habits"
            )
        case "newcomer" | "background" | "judge" | "subject" | "member":
            name = _PATTERNS[factor].format(model_name(str(level)))
        case _:
            name = _PATTERNS.get(factor, "{}").format(level) or "defaults"
    return name


def _options(options: str) -> str:
    """`second order + confidence` for options that are on, others as they stand."""
    told = [
        name.replace("_", " ") if value == "True" else f"{name.replace('_', ' ')} {value}"
        for name, _, value in (option.partition("=") for option in options.split(",") if option)
        if value != "False"
    ]
    return " + ".join(told) or "reference"
