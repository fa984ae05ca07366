"""One chat to read: who said what, which norm was in force, what it says of a message, and how newcomers were met."""

from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from community.chat import BeliefEvent, ChatEvent, Event, OpeningEvent, PhaseEvent, TopicEvent, TurnEvent
from community.chat.standing import is_sanctioned
from community.experiments.chats.chapters import ChatChapter
from community.experiments.chats.progress import met
from community.experiments.watching.glyphs import glyphs_for, printable
from community.experiments.watching.marks import marked, verdict_text

_HOW = {"reasked": "after a re-ask", "enacted": "made to comply", "never": "in spite of all"}
_ACTS = {
    "uptake": "takes up",
    "tease": "makes fun of",
    "correction": "is irritated at",
    "topic_change": "changes the topic after",
}


class Transcript:
    """Writes one chat for one console; without colour, what decided stands in [[double brackets]]."""

    def __init__(self, console: Console) -> None:
        self.glyphs = glyphs_for(console)
        self.brackets = console.color_system is None
        self._line = "-" if self.glyphs.dot == "|" else "─"

    def of(self, chapter: ChatChapter) -> RenderableType:
        """The whole chat."""
        return Group(*self._parts(chapter))

    def _parts(self, chapter: ChatChapter) -> Iterator[RenderableType]:
        yield Text(f"chat {chapter.number}", style="bold")
        for event in chapter.events:
            yield from self._event(event, chapter)
        if chapter.end is None:
            yield Text("this chat is not finished", style="yellow")

    def _event(self, event: Event, chapter: ChatChapter) -> Iterator[RenderableType]:
        match event:
            case OpeningEvent():
                yield from self._opening(event)
            case PhaseEvent():
                yield Text()
                title = Text(f"from turn {event.turn}: {' + '.join(event.norms)} is in force", style="bold")
                yield Rule(title, align="left", style="dim", characters=self._line)
            case TopicEvent():
                yield Text()
                yield Text(f"topic: {printable(event.text)}", style="dim")
            case BeliefEvent():
                belief = printable(event.belief) if event.belief else "nothing"
                yield Text(f"  {event.newcomer} now believes: ", style="dim").append(belief, style="italic")
            case TurnEvent():
                yield Text()
                yield from self._turn(event, chapter)
            case ChatEvent():
                yield Rule(style="dim", characters=self._line)
                yield self._ending(event)

    def _opening(self, event: OpeningEvent) -> Iterator[Text]:
        for name in event.members:
            habits = event.habits.get(name, ())
            yield Text(f"  {name}, member").append(
                f", habit {' + '.join(habits)}" if habits else "", style="yellow"
            )
        for name in event.newcomers:
            yield Text(f"  {name}, newcomer", style="cyan")
        if not event.demonstrations:
            yield Text("  members show the norm only after the newcomers' first messages", style="yellow")

    def _turn(self, turn: TurnEvent, chapter: ChatChapter) -> Iterator[RenderableType]:
        yield self._heading(turn, chapter)
        if turn.text:
            yield Padding(marked(turn.text, turn.verdicts, brackets=self.brackets), (0, 0, 0, 4))
        if turn.candidate is not None:
            own = Text("before its module: ", style="dim").append(printable(turn.candidate))
            yield Padding(own, (0, 0, 0, 6))
        if turn.reception is not None:
            yield self._met(turn)

    def _heading(self, turn: TurnEvent, chapter: ChatChapter) -> Text:
        heading = Text(f"{turn.turn:>3} ", style="dim")
        heading.append(turn.speaker, style="not dim bold cyan" if turn.role == "newcomer" else "not dim bold")
        if turn.answers is not None and turn.act in _ACTS:
            whom = chapter.turns[turn.answers - 1].speaker
            heading.append(f"  {_ACTS[turn.act]} {whom}, turn {turn.answers}", style="not dim")
        for verdict in turn.verdicts:
            heading.append_text(verdict_text(verdict, self.glyphs))
        notes = [f"habit {habit}" for habit in turn.habits]
        notes += [_HOW[turn.insider]] if turn.insider in _HOW else []
        notes += ["does not know the norm yet"] if turn.withheld else []
        notes += ["follows the former norm"] if turn.follows_former and not turn.complies else []
        notes += ["empty"] if not turn.text else []
        notes += [fault.replace("_", " ") for fault in turn.faults]
        return heading.append("".join(f"  {note}" for note in dict.fromkeys(notes)), style="not dim yellow")

    def _met(self, turn: TurnEvent) -> Text:
        assert turn.reception is not None
        sanctioned = is_sanctioned(turn)
        who = "everybody" if turn.reception.act is None else " and ".join(turn.reception.by)
        how = f"sanction: {met(turn)}, by {who}" if sanctioned else f"to be taken up by {who}"
        text = Text(f"    {how}", style="red" if sanctioned else "green")
        unfair = sanctioned and turn.complies
        spared = not sanctioned and turn.complies is False
        note = (
            "  although the norm was followed"
            if unfair
            else "  although the norm was broken"
            if spared
            else ""
        )
        return text.append(note, style="yellow")

    def _ending(self, event: ChatEvent) -> Text:
        if event.failed:
            return Text(f"this chat failed: {printable(event.reason or '')}", style="red")
        rate = "n/a" if event.follow_rate is None else f"{event.follow_rate:.2f}"
        return Text(f"newcomers followed {rate}")
