from community.experiments.runs.config import Place
from community.experiments.runs.seating import Seating, asked, connect
from community.models import ModelOptions
from community.models.calls import Caller
from community.models.chat import ChatModel
from community.models.pool import ModelPool
from community.models.structured import load_model_prompts
from community.simulation import scripted

SERVED = "openai:x@http://127.0.0.1:9/v1"
PLACES = {
    "Ada": Place("sim:expert", "member", ModelOptions()),
    "Ben": Place("sim:expert", "member", ModelOptions()),
    "Cleo": Place(SERVED, "newcomer", ModelOptions(temperature=0.5)),
    "Dan": Place(SERVED, "judge", ModelOptions(), temperature=0.0),
    "Eva": Place(SERVED, "judge", ModelOptions(temperature=0.3), temperature=0.0),
    "Cleo's module": Place("sim:module", "module", ModelOptions(), asked=False),
}


def person(spec: str) -> ChatModel:
    return scripted(spec, seed=0, answers={}, norms=())


def test_one_scripted_person_sits_at_all_places_of_its_spec() -> None:
    models = connect(PLACES, ModelPool(), person)

    assert models["Ada"] is models["Ben"]
    assert [model.spec for model in models.values()] == [place.spec for place in PLACES.values()]


def test_models_are_asked_once_and_only_where_somebody_asks_them() -> None:
    models = connect(PLACES, ModelPool(), person)

    assert [id(model) for model in asked(PLACES, models)] == list(
        dict.fromkeys(id(models[name]) for name in ("Ada", "Cleo", "Dan", "Eva"))
    )


def test_seats_have_the_options_of_their_places() -> None:
    seats = Seating(PLACES, connect(PLACES, ModelPool(), person), Caller(), 7, load_model_prompts())

    drawn = {name: seats.seat(name).sampling.temperature for name in ("Cleo", "Dan", "Eva")}
    assert drawn == {"Cleo": 0.5, "Dan": 0.0, "Eva": 0.3}
    assert (seats.seat("Ada").name, seats.seat("Ada").seed) == ("Ada", 7)
    assert seats.seat_if_any("Judge") is None
