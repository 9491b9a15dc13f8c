"""Score sheet filled in from a record: header, moves, result, remarks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.pdf import sheet_contents
from analysis.pdf.labelled_fields_and_header import header_keys_with_field
from analysis.pdf.sheet_contents import PlySlot, ScoreSheet, SheetFoul, SheetGame, side_of_each_ply
from kifu.core.message import Message, fill_pattern_in_both_languages
from kifu.core.move_grammar import split_side
from kifu.core.outcome import PLAYERS, SIDE_LABELS, Outcome, Side
from kifu.referee import verdict_text as words
from kifu.referee.resolve import Resolved, resolve
from kifu.referee.status_fault_and_basis import Status
from notation.formats.kif_head_reader import MATCH, SCORE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from analysis.pdf.paper_page import Size
    from kifu.core.game.game import Game, Position
    from kifu.core.message import Language
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict

NAMED = frozenset({"棋種", "規則", MATCH, SCORE})
"""Keys of the head that a sheet shows elsewhere than in the fields of its head."""


def score_sheet_of_record(
    record: Record, verdict: Verdict | None, *, side: Side, size: Size, language: Language
) -> ScoreSheet:
    """Return the sheet of a record whose game is known.

    `verdict` adds the last position and the judgement; None leaves out whatever the rules say. Raises ValueError for a record
    without a game.
    """
    if record.game is None:
        raise ValueError("a record without a game has no sheet")
    games = record.games or (record,)
    judged = [verdict] if not record.games else list(verdict.games) if verdict else []
    parts = tuple(
        _sheet_game(record, game, judged[number] if number < len(judged) else None, number, language)
        for number, game in enumerate(games)
    )
    total = None
    if record.games:
        total = tuple(claim.text for claim in record.main.claims)
        if record.main.closing is not None:
            total += (record.main.closing.text,)
        total += tuple(_recorded_score_lines(record))
        total += tuple(_verdict_lines(verdict, language))
        total += tuple(_match_points_lines(record, verdict, language))
    return ScoreSheet(record.game, side, size, language, parts, record.head, filled=True, sum=total)


def _sheet_game(
    record: Record, game_record: Record, verdict: Verdict | None, game_number: int, language: Language
) -> SheetGame:
    """Return one game of a record as a sheet shows it."""
    game = game_record.game or record.game
    assert game is not None  # noqa: S101 - score_sheet_of_record has looked
    names = [game_record.header(player) or record.header(player) or "" for player in PLAYERS]
    # The players exchange their sides in the second game of a match, whose head names the sides of the first.
    if game_number % 2 and game_record.header(PLAYERS[0]) is None:
        names.reverse()
    start = _start_position(game_record, game)
    replay = None if verdict is None else verdict.replay
    slots = tuple(_ply_slots(game_record, game, start))
    return SheetGame(
        slots=slots,
        title=next((half for half in sheet_contents.HALVES if half.ja == game_record.header(MATCH)), None),
        exchanged=bool(game_number % 2),
        names=(names[0], names[1]),
        ending=_ending_text(verdict, language),
        result=tuple(_result_lines(game_record, verdict, language)),
        foul=_foul_on_sheet(verdict, slots, language),
        shown=start if replay is None else replay.positions[-1],
        caption=sheet_contents.START if replay is None else sheet_contents.FINAL,
        start=start,
        set_up=game_record.setup is not None,
        remarks=tuple(_remark_lines(record, game_record, verdict, game_number, language)),
    )


def _start_position(record: Record, game: Game) -> Position | None:
    settled = resolve(record, game)
    return settled.start if isinstance(settled, Resolved) else None


def _ply_slots(record: Record, game: Game, start: Position | None) -> Iterator[PlySlot]:
    """Return the plies of a record as written on a sheet."""
    turns = side_of_each_ply(game, game.blank_start() if start is None else start)
    main = record.main
    for entry in main.entries:
        side, text = split_side(entry.text)
        turn = next(turns)
        yield PlySlot(entry.ply, turn if side is None else side, text, entry.seconds)
    if main.special is not None:
        text = f"{main.special.word} {main.special.text}".strip()
        turn = next(turns)
        yield PlySlot(
            main.special.ply, turn if main.special.side is None else main.special.side, text, main.special.seconds
        )


def _result_lines(record: Record, verdict: Verdict | None, language: Language) -> Iterator[str]:
    main = record.main
    if main.special is not None:
        yield f"{main.special.ply} {main.special.word} {main.special.text}".strip()
    if main.closing is not None:
        yield main.closing.text
    yield from (claim.text for claim in main.claims)
    yield from _recorded_score_lines(record)
    yield from _verdict_lines(verdict, language)


def _ending_text(verdict: Verdict | None, language: Language) -> str:
    """Return the winner by record, else by rules, with their mark."""
    ended = None if verdict is None else verdict.recorded or verdict.outcome
    if verdict is None or ended is None:
        return ""
    mark = next((f"{side.mark} " for side in Side if ended.outcome is Outcome.win(side)), "")
    return mark + words.ending_text(ended._replace(article=None), verdict.game).in_language(language)


def _foul_on_sheet(verdict: Verdict | None, slots: tuple[PlySlot, ...], language: Language) -> SheetFoul | None:
    """Return the foul that the sheet shows, unless a slip explains it."""
    illegal = verdict is not None and verdict.status is Status.ILLEGAL and verdict.suspicion is None
    fault = verdict.fault if verdict is not None and illegal else None
    slot = None if fault is None else next((slot for slot in slots if slot.ply == fault.ply), None)
    if fault is None or slot is None or slot.side is None:
        return None
    said = fill_pattern_in_both_languages("{}: {}", fault.article, fault.message).in_language(language)
    return SheetFoul(fault.ply, slot.side, said)


def _verdict_lines(verdict: Verdict | None, language: Language) -> Iterator[str]:
    """Yield status, end by the rules, and points, if any."""
    if verdict is None:
        return
    yield f"{sheet_contents.JUDGED.in_language(language)}: {words.headline_of_verdict(verdict).in_language(language)}"
    if verdict.suspicion is not None and verdict.fault is not None and not verdict.games:
        yield verdict.suspicion.in_language(language)
        yield words.fault_sentence(verdict.fault).in_language(language)
    game, final = None if verdict.games else verdict.game, verdict.final  # colours change hands between the games
    if verdict.outcome is not None and verdict.outcome.article is not None:
        by_rules = words.ending_text(verdict.outcome, game).in_language(language)
        yield f"{sheet_contents.BY_RULES.in_language(language)}: {by_rules}"
    if game is not None and final is not None and game.shares(final) is not None:
        yield _points_line(sheet_contents.POINTS, [side.mark for side in game.sides], game.score(final), language)


def _match_points_lines(record: Record, verdict: Verdict | None, language: Language) -> Iterator[str]:
    """Yield each game's points of a match, and their sums.

    By the sides of the first game.
    """
    if verdict is None or not verdict.counted or any(game.status.exit_code for game in verdict.games):
        return
    course = verdict.scores()
    first, total = course[verdict.counted[0].plies], course[-1]
    names = [f"{side.mark} {record.header(player) or ''}".strip() for side, player in zip(Side, PLAYERS, strict=True)]
    if len(verdict.counted) == len(sheet_contents.HALVES):
        second = (total[0] - first[0], total[1] - first[1])
        for half, points in zip(sheet_contents.HALVES, (first, second), strict=True):
            yield _points_line(half, names, points, language)
    yield _points_line(sheet_contents.TOTAL, names, total, language)


def _points_line(title: Message, names: list[str], points: tuple[float, float], language: Language) -> str:
    said = ", ".join(f"{name} {number:g}" for name, number in zip(names, points, strict=True))
    return f"{title.in_language(language)}: {said}"


def _recorded_score_lines(record: Record) -> Iterator[str]:
    score = record.main.score
    if score is not None:
        yield f"{SCORE}：{SIDE_LABELS[Side.FIRST].ja}{score.first} {SIDE_LABELS[Side.SECOND].ja}{score.second}"


def _remark_lines(
    record: Record, game_record: Record, verdict: Verdict | None, game_number: int, language: Language
) -> Iterator[str]:
    """Yield headers without field, fault, comments, and what is left out."""
    heads: tuple[Record, ...] = (
        (record,) if game_record is record else (record, game_record) if game_number == 0 else (game_record,)
    )
    for source in heads:
        yield from _headers_without_field(source)
    if verdict is not None and verdict.fault is not None:
        yield words.fault_sentence(verdict.fault).in_language(language)
    for comment in game_record.main.comments:
        at = Message(f"{comment.ply}手目", f"ply {comment.ply}")
        sign = "*" if comment.kind == "comment" else "&"
        yield f"{at.in_language(language)}: {sign}{comment.text}"
    for message in _left_out_messages(game_record):
        yield message.in_language(language)


def _headers_without_field(record: Record) -> Iterator[str]:
    """Yield headers without a field, and duplicate ones."""
    seen: set[str] = set()
    game = record.game
    known: Mapping[str, str] = {} if game is None else game.required_head
    for header in record.headers:
        shown = header.key in header_keys_with_field() or header.key in NAMED or header.key in known
        if not shown or header.key in seen:
            yield f"{header.key}：{header.value}"
        seen.add(header.key)


def _left_out_messages(record: Record) -> Iterator[Message]:
    """Yield what the record has and the sheet has not."""
    branches, boards = len(record.lines) - 1, len(record.main.checkpoints)
    unread = sum(len(line.unread) for line in record.lines)
    if branches:
        yield Message(
            f"変化 {branches} は棋譜のファイルにあります", f"{branches} branch(es) stand in the record's file only"
        )
    if boards:
        yield Message(
            f"途中の局面図 {boards} は棋譜のファイルにあります", f"{boards} diagram(s) stand in the record's file only"
        )
    if unread:
        yield Message(
            f"読めないところが {unread} あり、載っていません", f"{unread} place(s) could not be read, and are not here"
        )
