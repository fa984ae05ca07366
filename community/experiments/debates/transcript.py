"""One debate to read: who said what, what decided, what was refused, and what the newcomer really saw."""

from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from community.debate import DebateConfig, ExchangeEvent, MessageEvent, QuestionEvent
from community.debate.roster import NEWCOMER
from community.experiments.debates.chapters import Chapter
from community.experiments.watching.glyphs import glyphs_for, one_line, printable
from community.experiments.watching.marks import marked, verdict_text

_EXCERPT = 300
_HOW = {"reasked": "after a re-ask", "enacted": "made to comply", "never": "in spite of all"}


class Transcript:
    """Writes one debate for one console; without colour, what decided stands in [[double brackets]]."""

    def __init__(self, config: DebateConfig, console: Console) -> None:
        self.config = config
        self.glyphs = glyphs_for(console)
        self.brackets = console.color_system is None

    def of(self, chapter: Chapter) -> RenderableType:
        """The whole debate."""
        return Group(*self._parts(chapter))

    def _parts(self, chapter: Chapter) -> Iterator[RenderableType]:
        question = chapter.question
        if question is not None:
            yield from self._question(chapter.number, question)
        for number in sorted({message.round for message in chapter.messages}):
            yield Text()
            yield Rule(self._title(number, question), align="left", style="dim", characters=self._line)
            yield from self._seen(chapter, number)
            for message in chapter.messages:
                if message.round == number:
                    yield Text()
                    yield from self._message(message)
        yield Text()
        yield from self._ending(chapter)

    @property
    def _line(self) -> str:
        return "-" if self.glyphs.dot == "|" else "─"

    def _question(self, number: int, question: QuestionEvent) -> Iterator[RenderableType]:
        about = f"  {question.question}" + (f", {question.category}" if question.category else "")
        yield Text(f"debate {number}", style="bold").append(about, style="not bold dim")
        yield Padding(Text(printable(question.text)), (0, 0, 0, 2))
        yield Text(f"  right answer: ({question.answer})", style="dim")

    def _title(self, number: int, question: QuestionEvent | None) -> Text:
        if number == 0:
            return Text("initial answers", style="bold")
        name = "final round" if number == self.config.rounds + 1 else f"round {number}"
        takes_part = question is None or question.participates[number - 1]
        return Text(f"{name}: the newcomer {'takes part' if takes_part else 'only observes'}", style="bold")

    def _seen(self, chapter: Chapter, number: int) -> Iterator[RenderableType]:
        acts = [exchange for exchange in chapter.exchanges if exchange.round == number]
        hidden = acts and acts[0].outcome == "observed" and not self.config.observation_shares_reasoning
        what = (
            "the question"
            if not acts
            else "nothing of the talk; its memory and module hear it"
            if hidden
            else ""
        )
        yield Text(f"  what the newcomer saw: {what}".rstrip(), style="dim")
        before = {message.agent: message for message in chapter.messages if message.round == number - 1}
        for act in acts:
            yield Padding(self._act(act, before.get(act.agent)), (0, 0, 0, 4))

    def _act(self, act: ExchangeEvent, latest: MessageEvent | None) -> Text:
        glyphs = self.glyphs
        line = Text(f"{act.agent} ", overflow="ellipsis", no_wrap=act.outcome != "refused")
        if act.outcome == "refused":
            words = f"{glyphs.opening}{printable(act.text)}{glyphs.closing}" if act.text else "silence"
            line.append(f"refused: {words}", style="red")
            return line.append("  although the norm was followed" if act.complied else "", style="yellow")
        if act.outcome == "shared":
            line.append("admitted it", style="green").append(" and shared: ")
        else:
            line.append("was overheard: ", style="dim")
        excerpt = one_line(latest.text, _EXCERPT, glyphs) if latest else ""
        line.append(excerpt, style="dim")
        broke = act.outcome == "shared" and act.complied is False and self.config.condition != "open"
        return line.append("  although the norm was broken" if broke else "", style="yellow")

    def _message(self, message: MessageEvent) -> Iterator[RenderableType]:
        yield self._heading(message)
        if message.text:
            yield Padding(marked(message.text, message.verdicts, brackets=self.brackets), (0, 0, 0, 2))
        if message.candidate:
            own = Text("before its module: ", style="dim").append(printable(message.candidate))
            yield Padding(own, (0, 0, 0, 4))

    def _heading(self, message: MessageEvent) -> Text:
        heading = Text(message.agent, style="bold cyan" if message.agent == NEWCOMER else "bold")
        letter = f"({message.letter})" if message.letter else "no letter"
        heading.append(f"  {letter} ", style="not bold default")
        heading.append("right" if message.correct else "wrong", style="not bold dim")
        for verdict in message.verdicts:
            heading.append_text(verdict_text(verdict, self.glyphs))
        notes = [f"habit {habit}" for habit in message.habits]
        notes += [_HOW[message.insider]] if message.insider in _HOW else []
        notes += [fault.replace("_", " ") for fault in message.faults if fault != "no_letter"]
        return heading.append("".join(f"  {note}" for note in notes), style="not bold yellow")

    def _ending(self, chapter: Chapter) -> Iterator[RenderableType]:
        end = chapter.end
        yield Rule(style="dim", characters=self._line)
        if end is None:
            yield Text("this debate is not finished", style="yellow")
        elif end.status == "failed":
            yield Text(f"this debate failed: {printable(end.reason or '')}", style="red")
        else:
            rate = "n/a" if end.follow_rate is None else f"{end.follow_rate:.2f}"
            yield Text(f"followed {rate}, answer {'right' if end.correct else 'wrong'}")
        yield Text("belief afterwards: ", style="dim").append(
            printable(chapter.belief) if chapter.belief else "none", style="not dim italic"
        )
