"""A line or more for every command that shows how it is used; `--help` ends with them, and the tests parse each."""

EXAMPLES: dict[str, tuple[str, ...]] = {
    "run": (
        "community run --norm sy_star --module tom",
        "community run --norm sy_star --newcomer ollama:gemma3:4b --background 'ollama:qwen3:8b*2'",
        "community run --norm sy_star --questions 10 --assert 'follow_rate>=0.5' --json",
        "community run --config runs/NAME/config.json --dry-run",
    ),
    "chat": (
        "community chat --norm sy_star",
        "community chat --norm sy_star --newcomer ollama:gemma3:4b --member ollama:qwen3:8b --dry-run",
    ),
    "resume": ("community resume latest", "community resume runs/NAME --max-failed 0.2"),
    "score": ("community score latest", "community score runs/NAME --json"),
    "show": ("community show latest", "community show latest --debate 4"),
    "report": ("community report runs paper", "community report latest --html"),
    "view": ("community view", "community view runs --port 8080 --no-open"),
    "compare": (
        "community compare runs/ONE runs/OTHER",
        "community compare runs --arms module=none module=tom --by norm",
    ),
    "export": (
        "community export runs --csv debates.csv --jsonl debates.jsonl",
        "community export latest --rounds --csv rounds.csv",
    ),
    "graph": ("community graph",),
    "init": ("community init my-study",),
    "list": (
        "community list",
        "community list runs --status killed --status interrupted",
        "community list sweeps/NAME --json",
    ),
    "clean": (
        "community clean --unfinished --dry-run",
        "community clean runs --older-than 30d --yes",
        "community clean --cache",
    ),
    "doctor": ("community doctor", "community doctor --endpoint ollama:gemma3:4b --json"),
    "paths": ("community paths", "community paths --json"),
    "norms list": ("community norms list", "community norms list --set costly --json"),
    "norms show": ("community norms show sy_star", "community norms show norms/mine.yaml"),
    "norms try": (
        "community norms try sy_end_tag 'I agree with (A).'",
        "community norms try sy_star --file message.txt --json",
    ),
    "norms check": ("community norms check", "community norms check norms/mine.yaml"),
    "norms base-rate": ("community norms base-rate", "community norms base-rate sy_star --json"),
    "norms new": (
        "community norms new says_indeed",
        "community norms new says_indeed --title 'Says indeed' --kind contains -p words=[indeed]",
    ),
    "norms predicates": ("community norms predicates",),
    "norms schema": ("community norms schema --out norm.schema.json",),
    "scenarios list": ("community scenarios list", "community scenarios list --venue workplace --json"),
    "scenarios show": ("community scenarios show scenarios/mine.yaml",),
    "scenarios run": (
        "community scenarios run --venue workplace --condition naive -k 1",
        "community scenarios run --subject ollama:gemma3:4b --judge ollama:qwen3:8b --dry-run",
    ),
    "scenarios rejudge": ("community scenarios rejudge latest --judge ollama:qwen3:8b",),
    "scenarios check": ("community scenarios check", "community scenarios check scenarios/mine.yaml"),
    "scenarios schema": ("community scenarios schema --out scenario.schema.json",),
    "scenarios judge-check": (
        "community scenarios judge-check",
        "community scenarios judge-check --judge ollama:qwen3:8b --labels labels.csv --json",
    ),
    "scenarios generate": (
        "community scenarios generate --event standup --norm no_apology_culture_norm --model ollama:qwen3:8b",
    ),
    "scenarios review": ("community scenarios review", "community scenarios review candidates"),
    "models check": (
        "community models check ollama:gemma3:4b",
        "community models check openai:NAME@http://host:8000/v1 --set api_key_env=MY_KEY",
    ),
    "modules list": ("community modules list",),
    "tasks list": ("community tasks list --json",),
}
"""The words of a command -> its examples."""
