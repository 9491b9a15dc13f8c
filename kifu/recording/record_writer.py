"""Writer of a state's record, proven by reading it; the stored game."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.message import Message
from kifu.core.outcome import PLAYERS, SIDE_LABELS, SPECIALS, claimed_ending
from kifu.recording import game_setup as openings
from kifu.recording.game_setup import variant_rules_source
from kifu.recording.journal import JournalMark, add_journal_mark, unmarked_bytes
from kifu.recording.json_fields import Rejected
from kifu.recording.session_json import are_judgements_withheld
from notation.formats import kif_full_writer as kif
from notation.formats.kif_head import HALVES, MATCH
from notation.formats.kif_writer import spell_closing_line
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kifu.recording.game_setup import FirstGame
    from kifu.recording.state import State, TableRemark
    from kifu.referee.record import Record, Variation
    from notation.formats.kif_head import RulesSource

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


def verified_text(state: State) -> str:
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
    if end is None or end.word is None or _word_depends_on_side(state):
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
        return f"まで{plies}手で{_side(state)}の{end.word}" if _word_depends_on_side(state) else None
    if state.closed is None or state.replay.fault is not None or len(state.stretches) > 1:
        return None
    ending = state.by_rule or state.game.closed(state.position)
    return None if ending is None else spell_closing_line(plies, ending.outcome)


def _word_depends_on_side(state: State) -> bool:
    """Tell whether the ending word depends on its side."""
    end = state.end
    if end is None or end.word is None or end.side is None:
        return False
    meaning = SPECIALS.get(end.word) or state.game.words[end.word]
    return claimed_ending(meaning, state.turn, end.side) != claimed_ending(meaning, state.turn)


def _side(state: State) -> str:
    end = state.end
    return SIDE_LABELS[state.turn if end is None or end.side is None else end.side].ja
