"""Spec strings and options: what they mean, and what is refused before anything runs."""

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from community.errors import PluginError, UnknownIdError, UserError
from community.models import ModelOptions, ModelSpec, connect, is_simulated, parse_spec, sampling_for


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("ollama:gemma3:4b", ModelSpec("ollama", "gemma3:4b")),
        ("ollama:gemma3:4b@http://lab:11434", ModelSpec("ollama", "gemma3:4b", "http://lab:11434")),
        ("openai:gpt-5-nano", ModelSpec("openai", "gpt-5-nano")),
        ("openai:Qwen/Qwen3-8B@http://h:8000/v1/", ModelSpec("openai", "Qwen/Qwen3-8B", "http://h:8000/v1")),
        (
            "openai:a/b:free@https://openrouter.ai/api/v1",
            ModelSpec("openai", "a/b:free", "https://openrouter.ai/api/v1"),
        ),
        ("local:/models/x@y.gguf", ModelSpec("local", "/models/x@y.gguf")),
        ("langchain:pack.age:Class,model=m", ModelSpec("langchain", "pack.age:Class,model=m")),
        ("sim:expert", ModelSpec("sim", "expert")),
    ],
)
def test_parse_spec_reads_every_form_and_writes_it_back(text: str, spec: ModelSpec):
    assert parse_spec(text) == spec
    assert parse_spec(str(spec)) == spec


def test_parse_spec_names_the_nearest_provider():
    with pytest.raises(UnknownIdError, match="did you mean 'ollama'"):
        parse_spec("olama:gemma3:4b")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gemma3", "PROVIDER:NAME"),
        ("ollama:", "PROVIDER:NAME"),
        ("ollama:gemma3@lab:11434", "with its scheme"),
        ("openai:m@http://", "not an address"),
        ("openai:m@http://host:port/v1", "not an address"),
    ],
)
def test_parse_spec_says_what_is_wrong(text: str, message: str):
    with pytest.raises(UserError, match=message):
        parse_spec(text)


@pytest.mark.parametrize(
    "address", ["http://me:pass-word@h/v1", "http://h/v1?key=pass-word", "http://h/v1#pass-word"]
)
def test_parse_spec_refuses_an_address_with_a_password_and_does_not_repeat_it(address: str):
    with pytest.raises(UserError, match="no user, password or query") as caught:
        parse_spec(f"openai:m@{address}")

    assert "pass-word" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("ollama:gemma3:4b", "ollama-gemma3-4b"),
        ("openai:Qwen/Qwen3-8B@http://h:8000/v1", "openai-Qwen-Qwen3-8B"),
        ("local:/models/SmolLM2.Q4_1.gguf", "local-SmolLM2.Q4_1"),
        ("langchain:langchain_x:ChatX,model=a", "langchain-ChatX"),
    ],
)
def test_slug_is_readable(text: str, slug: str):
    assert parse_spec(text).slug == slug


@given(st.text())
def test_slug_is_safe_in_a_file_name_whatever_the_name(name: str):
    assert re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,46}[A-Za-z0-9])?", ModelSpec("ollama", name).slug)


def test_connect_leaves_scripted_people_to_the_room_that_builds_them():
    with pytest.raises(UserError, match="scripted"):
        connect("sim:expert")


@pytest.mark.parametrize(
    ("spec", "options", "message"),
    [
        ("openai:m@http://h/v1", {"num_ctx": 4096}, "num_ctx"),
        ("openai:m@http://h/v1", {"keep_alive": "5m"}, "keep_alive"),
        ("openai:m@http://h/v1", {"threads": 2}, "threads"),
        ("openai:m@http://h/v1", {"reasoning": "on"}, "reasoning"),
        ("openai:m@http://h/v1", {"extra": {"max_tokens": 5}}, "use the option max_tokens"),
        ("ollama:m", {"api_key_env": "X"}, "api_key_env"),
        ("ollama:m", {"reasoning": "minimal"}, "reasoning"),
        ("ollama:m", {"extra": {"num_ctx": 5}}, "use the option num_ctx"),
        ("langchain:m:C", {"num_ctx": 4096}, "num_ctx"),
    ],
)
def test_connect_refuses_a_setting_that_the_provider_cannot_honour(
    spec: str, options: dict[str, object], message: str
):
    with pytest.raises(UserError, match=message):
        connect(spec, ModelOptions.model_validate(options))


@pytest.mark.parametrize("name", ["api_key", "openai_api_key", "client_secret", "password", "access_token"])
def test_options_refuse_keys_in_a_configuration(name: str):
    with pytest.raises(ValidationError, match="api_key_env"):
        ModelOptions(extra={name: "sk-1"})


def test_sampling_has_the_defaults_of_the_model():
    plain = sampling_for(parse_spec("ollama:gemma3:4b"), ModelOptions())
    hosted = sampling_for(parse_spec("openai:gpt-5-nano"), ModelOptions())
    chosen = sampling_for(
        parse_spec("openai:gpt-5-nano"), ModelOptions(top_p=0.5, max_tokens=9, temperature=1)
    )

    assert (plain.top_p, plain.max_tokens, plain.temperature) == (0.9, 2048, None)
    assert (hosted.top_p, hosted.max_tokens) == (None, 16384)
    assert (chosen.top_p, chosen.max_tokens, chosen.temperature) == (0.5, 9, 1)


def test_a_reasoning_model_behind_an_own_server_has_plain_defaults(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://lab:8000/v1")

    assert sampling_for(parse_spec("openai:gpt-5-nano"), ModelOptions()).top_p == 0.9


def test_importing_models_imports_no_provider():
    providers = ["openai", "ollama", "xllamacpp", "httpx"]
    code = f"import sys, community.models; print([name for name in {providers} if name in sys.modules])"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_a_provider_of_a_third_party_that_is_broken_is_named(monkeypatch: pytest.MonkeyPatch):
    from community.models import spec  # noqa: PLC0415

    monkeypatch.setitem(spec.PROVIDERS.table, "mine", "no.such.module:connect")  # pyright: ignore[reportArgumentType]

    with pytest.raises(PluginError, match="'mine'"):
        connect("mine:model")


@pytest.mark.parametrize(
    ("spec", "expected"), [("sim:expert", True), ("sim:x?y", True), ("openai:sim:x", False)]
)
def test_is_simulated_goes_by_the_provider(spec: str, expected: bool):
    assert is_simulated(spec) is expected


@pytest.mark.parametrize(
    ("spec", "chosen", "expected"),
    [
        ("ollama:gemma3:4b", None, 0.0),
        ("ollama:gemma3:4b", 0.7, 0.7),
        ("openai:gpt-5-nano", None, None),
        ("langchain:module:Class", None, None),
    ],
)
def test_temperature_of_a_seat_holds_where_the_user_leaves_it_open_and_the_model_takes_one(
    spec: str, chosen: float | None, expected: float | None
):
    drawn = sampling_for(parse_spec(spec), ModelOptions(temperature=chosen), temperature=0.0)

    assert drawn.temperature == expected
