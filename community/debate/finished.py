"""One finished debate and its numbers; a run averages them, and a table of debates has a row of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from community.debate.records import Event, ExchangeEvent, MessageEvent
from community.debate.roster import NEWCOMER
from community.statistics.estimate import share


@dataclass(frozen=True)
class FinishedDebate:
    """The events of one debate that came to its end; each number is None when there is nothing to compute it from."""

    newcomer: Sequence[MessageEvent] = field(default_factory=list[MessageEvent])
    insiders: Sequence[MessageEvent] = field(default_factory=list[MessageEvent])
    exchanges: Sequence[ExchangeEvent] = field(default_factory=list[ExchangeEvent])

    @classmethod
    def of(cls, events: Iterable[Event]) -> "FinishedDebate":
        """The debate that these are all events of."""
        newcomer, insiders = list[MessageEvent](), list[MessageEvent]()
        exchanges = list[ExchangeEvent]()
        for event in events:
            if isinstance(event, MessageEvent):
                (newcomer if event.agent == NEWCOMER else insiders).append(event)
            elif isinstance(event, ExchangeEvent):
                exchanges.append(event)
        return cls(newcomer, insiders, exchanges)

    @property
    def scored(self) -> list[MessageEvent]:
        """The newcomer's messages of rounds 1 to the final one."""
        return [message for message in self.newcomer if message.round > 0]

    @property
    def taken_part(self) -> list[ExchangeEvent]:
        """The exchanges of rounds in which the newcomer did not only observe."""
        return [exchange for exchange in self.exchanges if exchange.outcome != "observed"]

    @property
    def follow_rate(self) -> float | None:
        """Share of scored rounds whose newcomer message satisfies every enforced norm."""
        return share([message.complies for message in self.scored])

    @property
    def initial_follow_rate(self) -> float | None:
        """The same for the initial answer."""
        return share([self.newcomer[0].complies])

    @property
    def accuracy(self) -> float:
        """1 when the newcomer's last message has the right letter; a missing letter is wrong."""
        return float(self.newcomer[-1].correct)

    @property
    def initial_accuracy(self) -> float:
        """The same for the initial answer."""
        return float(self.newcomer[0].correct)

    @property
    def community_accuracy(self) -> float | None:
        """Share of the background agents' last messages that have the right letter."""
        last = self.newcomer[-1].round
        return share([message.correct for message in self.insiders if message.round == last])

    @property
    def admission_rate(self) -> float | None:
        """Share of exchanges that were not refused, of those in which the newcomer took part."""
        return share([exchange.outcome == "shared" for exchange in self.taken_part])

    @property
    def over_imitation(self) -> float | None:
        """Share of scored rounds whose newcomer message shows a habit of a background agent, where there are habits."""
        return share([bool(message.habits) for message in self.scored if message.text])
