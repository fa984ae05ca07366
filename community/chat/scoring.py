"""Every number of a run of chats, from its events alone (definitions in `docs/chat.md`)."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from community.chat.episode import Episode, Told, finished_chats, first_compliance
from community.chat.integrity import ChatIntegrity, chat_integrity
from community.chat.records import BeliefEvent, ChatEvent, Event, TurnEvent
from community.chat.standing import is_sanctioned
from community.records import Record
from community.statistics.estimate import Estimate, estimate, mean, share

_NOTHING = "no newcomer wrote in a finished chat"


class CurvePoint(Record):
    """Compliance at one place in a chat."""

    place: int
    """A turn of the chat, or which message of a newcomer, counted from 1."""
    value: float | None
    """Share of the messages there that follow the norms in force; None when none has a verdict."""
    n: int
    """Messages of newcomers there."""


class Scene(Record):
    """The two abilities of the benchmark SCENE (arXiv 2605.07823), as this protocol measures them."""

    responsiveness: Estimate
    """After the first breach of theirs that drew a sanction, share of newcomers whose next message complies."""
    first_opportunity: Estimate
    """Share of newcomers whose first message complies, before any sanction of their own."""
    adaptation_from_peers: Estimate
    """By how much that share exceeds the share in the twin chats without demonstrations."""


class ChatMetrics(Record):
    """The numbers of one run; an estimate is a mean over finished chats of the mean over their newcomers."""

    chats: int
    failed: int
    """Chats that ended in an error; they are counted nowhere else."""
    messages: int
    """Of newcomers."""
    follow_rate: Estimate
    """Share of the newcomers' messages that follow all norms in force."""
    curve: tuple[CurvePoint, ...]
    """Compliance by turn of the chat, at the turns in which a newcomer wrote."""
    learning: tuple[CurvePoint, ...]
    """Compliance by message of a newcomer: its first, its second and so on."""
    first_compliance: Estimate
    """Messages until the first that complies, that one included; newcomers who never comply are left out."""
    never_complied: int
    """How many newcomers, counted in every chat, never complied."""
    repair: Estimate
    """Share of sanctioned breaches after which the newcomer's next message complies."""
    unsanctioned_repair: Estimate
    """The same for breaches that drew no sanction."""
    change_after_own: Estimate
    """Mean change of compliance from a sanctioned message to the newcomer's next."""
    change_after_observed: Estimate
    """The same after a message that was not sanctioned, when another newcomer's sanction was seen in between."""
    change_after_neither: Estimate
    """The same when no sanction was seen at all."""
    over_imitation: Estimate
    """Share of the newcomers' messages that show any habit of a member."""
    relapse: Estimate
    """After a change of norms, share of messages that break the norms in force and follow those of the phase before."""
    adaptation: Estimate
    """Messages after a change of norms until the first that follows the new ones, that one included."""
    scene: Scene
    uptakes: int
    """Newcomers' messages that somebody was to take up."""
    sanctions: dict[str, int]
    """Newcomers' messages that drew a sanction, by its style."""
    fallbacks: int
    """Turns given by round robin because the model that chooses named nobody who could speak."""
    faults: dict[str, int]
    """Newcomers' messages by fault of form: empty, truncated, without tags, capped, without a verdict."""
    beliefs: dict[str, str | None]
    """What each newcomer's module believed last."""
    belief_agreement: Estimate
    """How far beliefs decide like the norms in force on a fixed sample of texts, where they state a rule."""
    integrity: ChatIntegrity


def score_chats(events: Sequence[Event], *, twin: Sequence[Event] = ()) -> ChatMetrics:
    """All metrics of a run, with no model and no norm needed.

    Args:
        events: of the run.
        twin: of the same run under the other condition of `demonstrations`, for the adaptation from peers.
    """
    ends = [event for event in events if isinstance(event, ChatEvent)]
    chats = finished_chats(events)
    own = [turn for chat in chats for episode in chat.episodes for turn in episode.turns]
    switched = any(chat.switches for chat in chats)
    habits = any(any(chat.opening.habits.values()) for chat in chats)

    def over_chats(value: Callable[[Episode], float | None], reason: str = _NOTHING) -> Estimate:
        return _estimate(chats, value, reason)

    return ChatMetrics(
        chats=len(ends),
        failed=len(ends) - len(chats),
        messages=len(own),
        follow_rate=over_chats(lambda e: share([turn.complies for turn in e.turns])),
        curve=_curve((turn.turn, turn) for turn in own),
        learning=_curve(
            numbered for chat in chats for e in chat.episodes for numbered in enumerate(e.turns, start=1)
        ),
        first_compliance=over_chats(lambda e: first_compliance(e.turns), "no newcomer ever complied"),
        never_complied=sum(first_compliance(e.turns) is None for chat in chats for e in chat.episodes),
        repair=over_chats(
            lambda e: share([s.after.complies for s in e.breaches if s.sanctioned]),
            "no sanctioned breach was followed by another message",
        ),
        unsanctioned_repair=over_chats(
            lambda e: share([s.after.complies for s in e.breaches if not s.sanctioned]),
            "no breach without a sanction was followed by another message",
        ),
        change_after_own=over_chats(
            lambda e: mean([s.change for s in e.steps if s.sanctioned]),
            "no sanctioned message was followed by another",
        ),
        change_after_observed=over_chats(
            lambda e: mean([s.change for s in e.steps if s.observed and not s.sanctioned]),
            "nobody saw another newcomer's sanction without one of its own",
        ),
        change_after_neither=over_chats(
            lambda e: mean([s.change for s in e.steps if not s.observed and not s.sanctioned]),
            "there was no step without a sanction",
        ),
        over_imitation=over_chats(
            lambda e: share([bool(turn.habits) for turn in e.turns if turn.text]) if habits else None,
            _NOTHING if habits else "no member has a habit",
        ),
        relapse=over_chats(
            _relapse, "no newcomer wrote after the change" if switched else "the norms never changed"
        ),
        adaptation=over_chats(
            _adaptation,
            "no newcomer complied after the change" if switched else "the norms never changed",
        ),
        scene=_scene(chats, finished_chats(twin)),
        uptakes=sum(turn.reception is not None and not is_sanctioned(turn) for turn in own),
        sanctions=_sanctions(own),
        fallbacks=sum(turn.given == "fallback" for chat in chats for turn in chat.log),
        faults=dict(sorted(Counter(fault for turn in own for fault in turn.faults).items())),
        beliefs={event.newcomer: event.belief for event in events if isinstance(event, BeliefEvent)},
        belief_agreement=_belief_agreement(events, chats),
        integrity=chat_integrity(chats),
    )


def _estimate(chats: Sequence[Told], value: Callable[[Episode], float | None], reason: str) -> Estimate:
    per_chat = [mean([value(episode) for episode in chat.episodes]) for chat in chats]
    return estimate(per_chat, reason=reason)


def _curve(placed: Iterable[tuple[int, TurnEvent]]) -> tuple[CurvePoint, ...]:
    by_place: dict[int, list[bool | None]] = defaultdict(list)
    for place, turn in placed:
        by_place[place].append(turn.complies)
    return tuple(
        CurvePoint(place=place, value=share(flags), n=len(flags)) for place, flags in sorted(by_place.items())
    )


def _relapse(episode: Episode) -> float | None:
    later = [turn for phase in episode.phases_after_a_switch for turn in phase]
    return share([turn.complies is False and turn.follows_former is True for turn in later if turn.text])


def _adaptation(episode: Episode) -> float | None:
    return mean(first_compliance(phase) for phase in episode.phases_after_a_switch)


def _sanctions(own: Sequence[TurnEvent]) -> dict[str, int]:
    styles = [turn.reception.sanction for turn in own if turn.reception and turn.reception.sanction]
    return dict(sorted(Counter[str](styles).items()))


def _belief_agreement(events: Sequence[Event], chats: Sequence[Told]) -> Estimate:
    agreed: dict[int, list[float | None]] = {chat.opening.chat: [] for chat in chats}
    for event in events:
        if isinstance(event, BeliefEvent) and event.chat in agreed:
            agreed[event.chat].append(event.verdict.agreement if event.verdict else None)
    return estimate([mean(values) for values in agreed.values()], reason="no belief stated a rule")


def _scene(chats: Sequence[Told], twin: Sequence[Told]) -> Scene:
    return Scene(
        responsiveness=_estimate(chats, _responds, "no sanctioned breach was followed by another message"),
        first_opportunity=_estimate(chats, _first, _NOTHING),
        adaptation_from_peers=_from_peers([*chats, *twin]),
    )


def _responds(episode: Episode) -> float | None:
    first = next((step for step in episode.breaches if step.sanctioned), None)
    return None if first is None else float(first.after.complies is True)


def _first(episode: Episode) -> float | None:
    complies = episode.turns[0].complies
    return None if complies is None else float(complies)


def _from_peers(chats: Sequence[Told]) -> Estimate:
    """Over the chats that were played under both conditions."""
    first = {
        (chat.opening.demonstrations, chat.opening.chat): mean(map(_first, chat.episodes)) for chat in chats
    }
    pairs = [
        (value, first.get((False, chat)))
        for (shown, chat), value in first.items()
        if shown and (False, chat) in first
    ]
    differences = [None if value is None or without is None else value - without for value, without in pairs]
    return estimate(
        differences, reason="needs the twin of a chat: the same one under the other `demonstrations`"
    )
