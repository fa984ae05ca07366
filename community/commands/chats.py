"""`community show` of a run of chats: all chats in a table, or one as a transcript."""

from typing import TYPE_CHECKING

from community.commands.streams import emit, emit_json, emit_rich, stdout_console

if TYPE_CHECKING:
    from community.experiments.chats.config import ChatRunConfig
    from community.experiments.runs.directory import RunDirectory


def show_chats(directory: "RunDirectory", config: "ChatRunConfig", number: int | None, *, json: bool) -> None:
    """Print a line about every chat, or one chat in full."""
    from community.chat import read_event
    from community.experiments.chats.chapters import ChatRows, ChatTranscript, chapter, chapters, row
    from community.experiments.chats.overview import overview
    from community.experiments.chats.transcript import Transcript
    from community.experiments.runs.log import read_events

    events, console = read_events(directory.events, read_event), stdout_console()
    run_dir, simulated = str(directory.path), config.simulated
    rows = tuple(map(row, chapters(events)))
    found = None if number is None else chapter(events, number)
    if json and found is None:
        emit_json(ChatRows(run_dir=run_dir, simulated=simulated, chats=rows))
    elif json and found is not None:
        emit_json(
            ChatTranscript(
                run_dir=run_dir, simulated=simulated, number=found.number, events=tuple(found.events)
            )
        )
    else:
        if simulated:
            emit("simulated: scripted people took part")
        picture = overview(rows, console) if found is None else Transcript(console).of(found)
        emit_rich(console, picture, wrapped=found is not None)
