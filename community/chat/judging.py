"""From a draft to a recorded turn: every norm's verdict, the habits it shows, whom it names, how it is met."""

from collections.abc import Sequence

from community.agents.draft import Draft, Place
from community.agents.verdicts import Verdicts, all_hold, judge_all, those_that_hold, write_down
from community.chat.addressing import addressed
from community.chat.cast import Cast, Member
from community.chat.floor import Floor
from community.chat.records import Fault, Reception, TurnEvent
from community.chat.sanctions import busy_members, called_next, receive
from community.chat.speaking import act_of
from community.chat.standing import Log
from community.norms import Norm


async def newcomer_turn(cast: Cast, floor: Floor, at: Place, draft: Draft, log: Log) -> TurnEvent:
    """Judge a newcomer's message by the norms in force, by the former ones and by all habits; decide how it is met."""
    former = cast.former_norms_at(floor.turn) if draft.text else ()
    norms = (*cast.norms_at(floor.turn), *former, *cast.all_habits)
    verdicts = await _verdicts(cast, draft, norms, at, floor.speaker)
    turn = _record(cast, floor, draft, verdicts, habits=cast.all_habits)
    more = {
        "candidate": draft.candidate,
        "follows_former": all_hold(former, verdicts),
        "reception": _reception(cast, turn, at, log) if draft.text else None,
    }
    return turn.model_copy(update=more)


async def member_turn(
    cast: Cast,
    floor: Floor,
    at: Place,
    draft: Draft,
    *,
    member: Member,
    reacts_to: TurnEvent | None,
    withheld: bool,
) -> TurnEvent:
    """Judge a member's message by the norms in force and by its own habits."""
    norms = (*cast.norms_at(floor.turn), *member.habits)
    verdicts = await _verdicts(cast, draft, norms, at, floor.speaker)
    turn = _record(cast, floor, draft, verdicts, habits=member.habits)
    more = {
        "act": act_of(reacts_to),
        "answers": reacts_to.turn if reacts_to else None,
        "insider": draft.insider,
        "withheld": withheld,
    }
    return turn.model_copy(update=more)


def _record(
    cast: Cast, floor: Floor, draft: Draft, verdicts: Verdicts, *, habits: Sequence[Norm]
) -> TurnEvent:
    """What is recorded of everybody's messages; an empty one has no verdict."""
    in_force = cast.norms_at(floor.turn)
    norms, habits = (in_force, habits) if draft.text else ((), ())
    faults: tuple[Fault, ...] = draft.faults
    return TurnEvent(
        chat=floor.chat,
        turn=floor.turn,
        speaker=floor.speaker,
        role="newcomer" if floor.speaker in cast.newcomer_names else "member",
        given=floor.given,
        text=draft.text,
        addressed=addressed(draft.text, cast.names, speaker=floor.speaker),
        norms=tuple(norm.id for norm in in_force),
        complies=all_hold(norms, verdicts),
        verdicts=write_down(norms, verdicts),
        habits=those_that_hold(habits, verdicts),
        faults=(*faults, "no_verdict") if None in verdicts.values() else faults,
    )


async def _verdicts(cast: Cast, draft: Draft, norms: Sequence[Norm], at: Place, speaker: str) -> Verdicts:
    if not draft.text:
        return {}
    where = f"{at.where}.{speaker}"
    return await judge_all(cast.judge, norms, draft.text, at.question, where=where, known=draft.verdicts)


def _reception(cast: Cast, turn: TurnEvent, at: Place, log: Log) -> Reception:
    return receive(
        cast.config.sanction,
        complied=turn.complies,
        seed=cast.seed,
        where=at.where,
        speaker=turn.speaker,
        members=cast.member_names,
        busy=busy_members(log, [name for name in cast.newcomer_names if name != turn.speaker]),
        called=called_next(cast.config.order, turn.addressed, cast.member_names),
    )
