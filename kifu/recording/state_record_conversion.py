"""Conversion of a state to its record, proven by reading, and back.

A stored game is the file of a record, with the state that it was written from.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import InvalidSetup
from kifu.core.message import Message
from kifu.core.outcome import PLAYERS, SIDE_LABELS, SPECIALS, Outcome, Side, claimed_ending
from kifu.recording import game_setup as openings
from kifu.recording.events import BoardEvent, BranchEvent, CloseEvent, CommentEvent, FoulEvent, MoveEvent, SpecialEvent
from kifu.recording.game_setup import GAME_KEY, RULES_KEY, GameSetup, variant_rules_source
from kifu.recording.journal_and_record_mark import JournalMark, add_journal_mark, unmarked_bytes
from kifu.recording.reducer import EventMeta, initial_state, reduce_event
from kifu.recording.session_json import are_judgements_withheld
from kifu.recording.state_and_clock import Instant
from kifu.recording.untrusted_json_fields import Rejected
from kifu.referee.verify import verify
from notation.formats import kif_full_writer as kif
from notation.formats.kif_canonical_writer import spell_closing_line
from notation.formats.kif_head_reader import HALVES, MATCH
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kifu.core.game.game import Game
    from kifu.recording.events import Event
    from kifu.recording.game_setup import FirstGame
    from kifu.recording.state_and_clock import State, TableRemark
    from kifu.referee.record import Record, Variation
    from kifu.referee.verdict import Verdict
    from notation.formats.kif_head_reader import RulesSource

NAME = "table.kif"
MOVE_ELSEWHERE = "move-elsewhere"
"""The error about a comment that names a move before any move is written. The first move takes it away."""


def written_record(state: State) -> kif.WrittenRecord:
    """Return the record of a table as a sheet."""
    diagrams = {board.ply: board.diagram for board in state.boards}
    turns = tuple(
        kif.WrittenTurn(move.text, move.seconds, _remarks(state, move.ply), diagrams.get(move.ply))
        for move in state.moves
    )
    special, closing = _ending_word(state), _closing_line(state)
    end = state.end
    seconds = end.seconds if end is not None and special is not None else None
    main = kif.WrittenPlay(turns, _remarks(state, 0), special, seconds, closing)
    branches = tuple(
        kif.WrittenBranch(
            variant.ply,
            kif.WrittenPlay(tuple(map(kif.WrittenTurn, variant.moves)), tuple(map(kif.Remark, variant.lines))),
        )
        for variant in state.variants
    )
    return kif.WrittenRecord(state.game, _game_headers(state), state.opening.setup, main, branches, diagrams.get(0))


def record_text(state: State) -> str:
    """Return the record as canonical text with LF line ends.

    That of a second game is the whole match.
    """
    return _text_of_game(state, written_record(state))


def record_file_bytes(state: State) -> bytes:
    """Return the bytes of a record's file, journal mark included."""
    return add_journal_mark(record_text(state), JournalMark(state.seq, state.head))


class StoredGame(NamedTuple):
    """A stored game: its file's bytes, and its state."""

    name: str
    data: bytes
    state: State | None = None
    """None for a file without a table."""
    arbiter: bool = False
    """Whether who asks has given the PIN of the game."""

    @property
    def rules(self) -> RulesSource | None:
        """The rules that open the record's variant file."""
        return None if self.state is None else variant_rules_source(self.state.opening.variant)

    @property
    def silent(self) -> bool:
        """True if no judgement may be shown."""
        return self.state is not None and are_judgements_withheld(self.state, arbiter=self.arbiter)


def stored_game(name: str, state: State, *, arbiter: bool = False) -> StoredGame:
    """Return the record of a table."""
    return StoredGame(f"{name}.kif", record_file_bytes(state), state, arbiter)


def record_text_proven_by_reading(state: State) -> str:
    """Return the record's text, read back as the same record.

    Raises Rejected if it would not.
    """
    sheet = written_record(state)
    text = _text_of_game(state, sheet)
    records = read(NAME, unmarked_bytes(text), variant_rules_source(state.opening.variant)).records
    found = _first_difference(state, sheet, records)
    if found is not None:
        raise Rejected(
            "unwritable",
            Message(f"このままでは棋譜に書けません: {found.ja}", f"it cannot stand in a record as it is: {found.en}"),
        )
    return text


def _text_of_game(state: State, sheet: kif.WrittenRecord) -> str:
    first, start = state.opening.first, state.opening.start
    if first is None:
        return kif.write(sheet, start)
    return kif.write_match(state.game, dict(first.headers), first.body, sheet, start)


def _game_headers(state: State) -> dict[str, str]:
    """Return the headers of a game; in a match only its own.

    The names stand with the match.
    """
    headers = {**openings.setup_headers(state.opening), **dict(state.headers)}
    first = state.opening.first
    if first is None:
        return headers
    shared = dict(first.headers)
    return {key: value for key, value in headers.items() if key not in PLAYERS and shared.get(key) != value}


def _first_difference(state: State, sheet: kif.WrittenRecord, records: Sequence[Record]) -> Message | None:
    """Return what reads back otherwise than written, or None."""
    if len(records) != 1:
        return Message("棋譜が一つになりません", "it is not one record")
    record = records[0]
    if state.opening.first is None:
        found = chain(_head_differences(state, sheet, record), _play_differences(state, sheet, record))
    elif len(record.games) != len(HALVES):
        return Message("二局になりません", "it is not two games")
    else:
        found = chain(
            _match_differences(state.opening.first, record),
            _head_differences(state, sheet, record.games[1]),
            _play_differences(state, sheet, record.games[1]),
        )
    return next(found, None)


def _match_differences(first_game: FirstGame, record: Record) -> Iterator[Message]:
    if tuple((header.key, header.value) for header in record.headers[2:]) != first_game.headers:
        yield Message("対局の見出しが変わります", "the head of the match changes")
    if record.main.unread:
        yield Message("対局の結果が読めません", "the result of the match is not understood")


def _head_differences(state: State, sheet: kif.WrittenRecord, record: Record) -> Iterator[Message]:
    """Yield what of a head reads back otherwise than written."""
    game = state.game
    if record.game is None or record.refused is not None or record.game.rules != game.rules:
        yield Message("規則が変わります", "its rules change")
        return
    if record.setup is not None and record.game.read_diagram(record.setup) != state.opening.start:
        yield Message("別の局面から始まります", "it begins from another position")
    own = (MATCH,) if state.opening.first is not None else (openings.GAME_KEY, openings.RULES_KEY)
    headers = [(header.key, header.value) for header in record.headers[len(own) :]]
    if headers != list({**game.required_head, **sheet.headers}.items()):
        yield Message("見出しが変わります", "its head changes")
    if any(unread.ply == 0 and unread.code != MOVE_ELSEWHERE for unread in record.main.unread):
        yield Message("見出しが読めません", "its head is not understood")


def _play_differences(state: State, sheet: kif.WrittenRecord, record: Record) -> Iterator[Message]:
    """Yield what of moves, comments, ends and branches reads back otherwise."""
    main = record.main
    if _turns(main) != [(turn.text, turn.seconds) for turn in sheet.main.turns]:
        yield Message("手が変わります", "a move changes")
    if [checkpoint.ply for checkpoint in main.checkpoints] != [board.ply for board in state.boards]:
        yield Message("局面図が変わります", "a diagram changes")
    if _comments(main) != _expected_comments(sheet.main, 0):
        yield Message("注釈が変わります", "a comment changes")
    ends = [(main.special, sheet.main.special), (main.closing, sheet.main.closing)]
    if any((read_back is None) != (put is None) for read_back, put in ends):
        yield Message("終局が変わります", "its end changes")
    branches = sorted(sheet.branches, key=lambda branch: -branch.start)
    if [(line.start, line.parent, _turns(line), _comments(line)) for line in record.lines[1:]] != [
        (
            branch.start,
            0,
            [(turn.text, None) for turn in branch.play.turns],
            _expected_comments(branch.play, branch.start - 1),
        )
        for branch in branches
    ]:
        yield Message("変化が変わります", "a branch changes")


def _turns(line: Variation) -> list[tuple[str, int | None]]:
    return [(entry.text, entry.seconds) for entry in line.entries]


def _comments(line: Variation) -> list[tuple[int, str, bool]]:
    return [(comment.ply, comment.text, comment.kind == "bookmark") for comment in line.comments]


def _expected_comments(play: kif.WrittenPlay, start_ply: int) -> list[tuple[int, str, bool]]:
    expected = [(start_ply, remark.text, remark.bookmark) for remark in play.before]
    for number, turn in enumerate(play.turns, start=start_ply + 1):
        expected += [(number, remark.text, remark.bookmark) for remark in turn.remarks]
    return expected


def _remarks(state: State, ply: int) -> tuple[kif.Remark, ...]:
    return tuple(_lines(remark for remark in state.remarks if remark.ply == ply))


def _lines(remarks: Iterable[TableRemark]) -> Iterable[kif.Remark]:
    for remark in remarks:
        for line in remark.lines:
            yield kif.Remark(line, remark.bookmark)


def _ending_word(state: State) -> str | None:
    """Return the ending word with its detail, or None.

    None also if it is about the side not to move.
    """
    end = state.end
    if end is None or end.word is None or _does_ending_word_depend_on_side(state):
        return None
    return f"{end.word} {end.detail}" if end.detail else end.word


def _closing_line(state: State) -> str | None:
    """Return the closing line, if an end needs one.

    None as long as nothing has ended the game, or if a word says it all.
    """
    end, plies = state.end, state.ply
    if end is not None:
        if end.word is None:
            return f"まで{plies}手で{_side(state)}の反則負け"
        return f"まで{plies}手で{_side(state)}の{end.word}" if _does_ending_word_depend_on_side(state) else None
    if state.closed is None or state.replay.fault is not None or len(state.stretches) > 1:
        return None
    ending = state.by_rule or state.game.closed(state.position)
    return None if ending is None else spell_closing_line(plies, ending.outcome)


def _does_ending_word_depend_on_side(state: State) -> bool:
    """Tell whether the ending word depends on its side."""
    end = state.end
    if end is None or end.word is None or end.side is None:
        return False
    meaning = SPECIALS.get(end.word) or state.game.words[end.word]
    return claimed_ending(meaning, state.turn, end.side) != claimed_ending(meaning, state.turn)


def _side(state: State) -> str:
    end = state.end
    return SIDE_LABELS[state.turn if end is None or end.side is None else end.side].ja


FILE_SENDER = "file"
"""By whom the moves of a file are: it does not say."""
_FOUL = "反則負け"


def import_as_closed_state(file_name: str, data: bytes, file_time: str) -> State:
    """Return the closed state of a file's one game.

    `file_time` is when the file was written, in UTC, ISO 8601. Raises Rejected for a file that does not hold exactly one game, and
    for a game that would not have the same verdict at the table.
    """
    document = read(file_name, data)
    if len(document.records) != 1 or document.records[0].games:
        raise Rejected("not-one-game", Message("一局だけの棋譜ではありません", "it does not hold exactly one game"))
    record = document.records[0]
    if record.game is None or record.refused is not None or record.variant is not None:
        raise _not_as_at_table_rejection()
    verdict = verify(record, document.sha256)
    try:
        state = initial_state(
            _setup_of_record(record, record.game), EventMeta(FILE_SENDER, file_time, Instant("", 0), 1)
        )
        for number, event in enumerate(_events_of_record(record, verdict), start=2):
            state = reduce_event(state, str(number), event, EventMeta(FILE_SENDER, file_time, Instant("", 0), number))
    except InvalidSetup as wrong:  # of the diagram it begins from, or of one within it
        raise Rejected(wrong.code, wrong.message, wrong.article) from None
    there = read(file_name, unmarked_bytes(record_text_proven_by_reading(state)))
    if _claim_of_verdict(verify(there.records[0], there.sha256)) != _claim_of_verdict(verdict):
        raise _not_as_at_table_rejection()
    return state


def _not_as_at_table_rejection() -> Rejected:
    return Rejected("not-a-table", Message("ファイルのままで読んでください", "it can be read as a file alone"))


def _claim_of_verdict(verdict: Verdict) -> tuple[object, ...]:
    fault = verdict.fault
    return (verdict.status, verdict.outcome, verdict.plies, None if fault is None else (fault.ply, fault.article))


def _setup_of_record(record: Record, game: Game) -> GameSetup:
    start = None if record.setup is None else game.read_diagram(record.setup)
    first, second = (record.header(key) or "" for key in PLAYERS)
    own = {GAME_KEY, RULES_KEY, *PLAYERS, *game.required_head}
    head = tuple((header.key, header.value) for header in record.headers if header.key not in own)
    setup = None if start is None else game.spell_diagram(start)
    return GameSetup(game, start or game.start(), "record", (first, second), head, setup, None)


def _events_of_record(record: Record, verdict: Verdict) -> Iterator[Event]:
    """Yield the events that would give a record; may raise Rejected."""
    main, game = record.main, verdict.game
    if game is None:
        raise _not_as_at_table_rejection()
    # Before a fault a diagram repeats the board; from a fault on play goes on from it.
    fault = len(main.entries) + 1 if verdict.fault is None else verdict.fault.ply
    boards = {
        checkpoint.ply: game.spell_diagram(game.read_diagram(checkpoint.diagram))
        for checkpoint in main.checkpoints
        if checkpoint.ply >= fault
    }
    for entry in main.entries:
        yield MoveEvent(entry.ply, entry.text, entry.seconds)
        if entry.ply in boards:
            yield BoardEvent(boards[entry.ply])
    yield from _comment_events(main)
    for line in record.lines[1:]:
        if line.parent != 0:
            raise _not_as_at_table_rejection()
        yield BranchEvent(line.start, tuple(entry.text for entry in line.entries), tuple(_comment_texts(line)))
    yield from _end_events(main)
    yield CloseEvent()


def _comment_events(line: Variation) -> Iterator[Event]:
    for comment in line.comments:
        yield CommentEvent(comment.ply, (comment.text,), comment.kind == "bookmark")


def _comment_texts(line: Variation) -> Iterator[str]:
    for comment in line.comments:
        yield comment.text


def _end_events(line: Variation) -> Iterator[Event]:
    special, closing = line.special, line.closing
    if special is not None:
        yield SpecialEvent(special.word, special.text, special.side)
    elif closing is not None and closing.text.endswith(_FOUL) and closing.outcome is not None:
        yield FoulEvent(Side.SECOND if closing.outcome is Outcome.FIRST else Side.FIRST)
