"""Move player in CSS alone: steps of a record, radio buttons.

Each step is a radio button with its label, and the board behind them is shown while the button is on. So the arrow keys go
from step to step, and a screen reader says the move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.escapes_confusables_and_text_width import escape_markup
from kifu.core.message import Message, fill_pattern_in_both_languages
from kifu.core.outcome import Side
from kifu.referee import verdict_text as words
from kifu.render.board import PLAIN, Board
from kifu.render.html.boards_and_side_panels import PageBoards
from kifu.render.html.document_frame_and_style import sign_html
from kifu.render.html.svg_charts import format_seconds
from kifu.render.shapes_and_svg import DrawingOptions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.game.game import Game
    from kifu.core.message import Language
    from kifu.referee.record import Comment, Entry, Variation
    from kifu.referee.replay import Replay
    from kifu.referee.verdict import Verdict
    from kifu.render.html.document_frame_and_style import Symbols


class Step(NamedTuple):
    """A ply of a line, or its start, with its board."""

    ply: int
    text: str
    """The move as written; empty for the start."""
    board: Board
    seconds: int | None = None
    legal: bool | None = True
    """Whether the rules allow the move; None for one that was not judged. One that they do not allow is not on the board."""
    note: Message | None = None
    """What there is to say about the move or the board."""
    comments: tuple[Comment, ...] = ()
    back: int | None = None
    """The number of the step before it, in its record."""
    side: Side = Side.FIRST
    """The side that moves; behind a fault the sides take turns."""


class Strand(NamedTuple):
    """Consecutive steps under one heading; the game has none."""

    heading: Message | None
    steps: tuple[Step, ...]
    comments: tuple[Comment, ...] = ()
    """The comments before its first step."""
    unplayed: tuple[str, ...] = ()
    """The moves of a branch that begins where no board is known."""


class _Part(NamedTuple):
    """A part of the game up to the ply `end`.

    It begins at its start, or at a diagram after a fault.
    """

    before: int
    replay: Replay
    end: int

    @property
    def last_ply(self) -> int:
        """The ply of its last legal move."""
        return self.before + len(self.replay.moves)


NOT_JUDGED = Message("誤りのあとなので、判定していません", "not judged, because it stands after a fault")
DIAGRAM = Message("記録の局面図", "the diagram of the record")


def record_strands(verdict: Verdict) -> tuple[Strand, ...]:
    """Return the steps of a replayed record, by strand."""
    found: list[Strand] = []
    places: dict[tuple[int, int], int] = {}
    count = 0
    for line, strand in _strands_in_order(verdict):
        steps = []
        for step in strand.steps:
            places[line, step.ply] = count
            steps.append(step._replace(back=_previous_step_number(verdict, places, line, step.ply)))
            count += 1
        found.append(strand._replace(steps=tuple(steps)))
    return tuple(found)


def _previous_step_number(verdict: Verdict, places: dict[tuple[int, int], int], line: int, ply: int) -> int | None:
    """Return the number of the step before a line's ply.

    It may stand in the line that it leaves.
    """
    lines = verdict.record.lines if verdict.record else ()
    at: int | None = line
    while at is not None:
        if (at, ply - 1) in places:
            return places[at, ply - 1]
        at = lines[at].parent
    return None


def _strands_in_order(verdict: Verdict) -> Iterator[tuple[int, Strand]]:
    """Yield the game, its stretches and branches, each with its branch number."""
    record, replay, game = verdict.record, verdict.replay, verdict.game
    if record is None or replay is None or game is None:
        return
    main = record.main
    starts = [(0, replay), *((stretch.before, stretch.replay) for stretch in verdict.stretches)]
    ends = [before for before, _ in starts[1:]] + [len(main.entries)]
    parts = [_Part(before, played, end) for (before, played), end in zip(starts, ends, strict=True)]
    start = Step(0, "", Board(game, replay.positions[0], look=_drawing_options_at(verdict, 0)))
    comments = _comments_by_ply(main, 0, len(main.entries))
    for number, part in enumerate(parts):
        steps = [start._replace(comments=comments.get(0, ()))] if number == 0 else []
        for ply, entry in enumerate(main.entries[part.before : part.end], start=part.before + 1):
            after = parts[number + 1] if ply == part.end and number + 1 < len(parts) else None
            steps.append(_step_of_move(verdict, part, (ply, entry), after)._replace(comments=comments.get(ply, ())))
        yield 0, Strand(None if number == 0 else _stretch_heading(part), tuple(steps))
    for number, line in enumerate(record.lines[1:], start=1):
        yield number, _branch_strand(verdict, number, line)


def _step_of_move(
    verdict: Verdict, strand_part: _Part, ply_and_entry: tuple[int, Entry], next_part: _Part | None
) -> Step:
    """Return the step of a move.

    `next_part` is the part that begins with a diagram at its ply, if one does.
    """
    game, replay, (ply, entry) = verdict.game, strand_part.replay, ply_and_entry
    assert game is not None  # noqa: S101 - the caller has checked it
    played = min(ply, strand_part.last_ply)
    look = PLAIN if strand_part.before else _drawing_options_at(verdict, ply)
    board = Board.at(game, replay.positions, replay.moves, played - strand_part.before, look)
    legal, note = _legality_and_reason(ply, strand_part.last_ply, replay)
    if legal is not True:
        board = Board(game, board.position, look=look)
    if legal is False and verdict.suspicion is not None and not strand_part.before:
        note = fill_pattern_in_both_languages("{} / {}", verdict.suspicion, note)
    if next_part is not None:
        board = Board(game, next_part.replay.positions[0])
        note = DIAGRAM if note is None else fill_pattern_in_both_languages("{} ({})", note, DIAGRAM)
    return Step(
        ply, entry.text, board, entry.seconds, legal, note, side=_side_to_move(game, replay, ply - strand_part.before)
    )


def _drawing_options_at(verdict: Verdict, ply: int) -> DrawingOptions:
    """Return the look after a ply; past the last, the end.

    From the last legal ply on it shows how the game ended.
    """
    return DrawingOptions(ended=verdict.outcome) if ply >= verdict.plies else PLAIN


def _side_to_move(game: Game, replay: Replay, ply: int) -> Side:
    """Return the side to move at a replayed ply, from 1."""
    known = min(ply, len(replay.positions))
    return Side((game.turn(replay.positions[known - 1]) + ply - known) % 2)


def _legality_and_reason(ply: int, played: int, replay: Replay) -> tuple[bool | None, Message | None]:
    if ply <= played:
        return True, None
    if ply == played + 1 and replay.fault is not None:
        article = f" [{replay.fault.article}]" if replay.fault.article else ""
        message = replay.fault.message
        return False, Message(f"{message.ja}{article}", f"{message.en}{article}")
    return None, NOT_JUDGED


def _stretch_heading(part: _Part) -> Message:
    return Message(
        f"続き: {part.before} 手目のあとの局面図から", f"after the fault: from the diagram after ply {part.before}"
    )


def _branch_strand(verdict: Verdict, number: int, line: Variation) -> Strand:
    """Strand of a branch; only its texts where it is not replayed."""
    game, replay = verdict.game, verdict.branches[number - 1]
    of_ja, of_en = (f"変化 {line.parent} の ", f" of branch {line.parent}") if line.parent else ("", "")
    heading = Message(f"変化 {number} ({of_ja}{line.start} 手目から)", f"branch {number}, from ply {line.start}{of_en}")
    last = line.start + len(line.entries) - 1
    comments = _comments_by_ply(line, line.start - 1, last)
    before = comments.get(line.start - 1, ())
    if replay is None or game is None:
        texts = tuple(entry.text for entry in line.entries)
        return Strand(heading, (), tuple(line.comments), texts)
    steps = []
    for ply, entry in enumerate(line.entries, start=line.start):
        legal, note = _legality_and_reason(ply, len(replay.moves), replay)
        board = Board.at(game, replay.positions, replay.moves, min(ply, len(replay.moves)))
        if legal is not True:
            board = Board(game, board.position)
        side = _side_to_move(game, replay, ply)
        steps.append(Step(ply, entry.text, board, entry.seconds, legal, note, comments.get(ply, ()), side=side))
    return Strand(heading, tuple(steps), before)


def _comments_by_ply(line: Variation, first_ply: int, last_ply: int) -> dict[int, tuple[Comment, ...]]:
    """Return the comments by ply, or by the nearest ply."""
    found: dict[int, tuple[Comment, ...]] = {}
    for comment in line.comments:
        ply = min(max(comment.ply, first_ply), last_ply)
        found[ply] = (*found.get(ply, ()), comment)
    return found


START = Message("開始局面", "start")
BOARD = Message("盤", "board")
STEPS = Message("手順", "moves")
MAX_COMMENT_CHARACTERS = 120
"""A comment with more characters is scrolled in its place."""


class PlayerContext(NamedTuple):
    """Context of a player: name, drawings, players, language."""

    name: str
    symbols: Symbols
    players: tuple[str, str]
    language: Language


class _Place(NamedTuple):
    """Place of a step: its number, the next, and initial visibility."""

    number: int
    after: int | None
    on: bool
    numbers: Mapping[int, str] | None
    """The plies on the squares of a board that is printed; None for one that is not."""


def player_html_and_boards(verdict: Verdict, context: PlayerContext) -> tuple[str, PageBoards]:
    """Return the steps of a replayed game, its end, its boards."""
    game = verdict.game
    assert game is not None  # noqa: S101 - a game that was replayed is known
    found = record_strands(verdict)
    steps = [step for strand in found for step in strand.steps]
    boards = PageBoards(game, context.symbols, [step.board for step in steps], context.language)
    on, shown = _next_step_numbers(steps), _initial_step_number(verdict, found)
    paper = ply_numbers_by_printed_step(verdict, found)
    written = [_column_heads_html(game, context)]
    at, count = Side.FIRST, 0
    for number, strand in enumerate(found):
        if strand.heading is not None:
            written += _strand_heading_html(strand, context)
            at = Side.FIRST
        for step in strand.steps:
            if step.text:
                written += ["<s></s>"] * (at != step.side)
                at = step.side.other
            place = _Place(count, on.get(count), count == shown, paper.get(count))
            written.append(_step_html(context, boards, step, place))
            count += 1
        if number == len(verdict.stretches):
            written += _ending_html(verdict)
    label = escape_markup(STEPS.in_language(context.language))
    body = "\n".join(written)
    return f'<div class="game" role="radiogroup" aria-label="{label}">\n{body}\n</div>', boards


def _column_heads_html(game: Game, context: PlayerContext) -> str:
    """Return the heads of the two columns of moves."""
    heads = (
        f"<span>{sign_html(side)} {escape_markup(' '.join(filter(None, (side.label.in_language(context.language), name))))}</span>"
        for side, name in zip(game.sides, context.players, strict=True)
    )
    return f'<p class="heads">{"".join(heads)}</p>'


def _next_step_numbers(steps: Sequence[Step]) -> dict[int, int]:
    """Return the step after each step: the first that comes from it."""
    found: dict[int, int] = {}
    for number, step in enumerate(steps):
        if step.back is not None:
            found.setdefault(step.back, number)
    return found


def _initial_step_number(verdict: Verdict, strands: Sequence[Strand]) -> int:
    """Return the initially shown step: first fault, or last move."""
    game = [step for strand in strands[: 1 + len(verdict.stretches)] for step in strand.steps]
    faults = (number for number, step in enumerate(game) if step.legal is False)
    return next(faults, len(game) - 1)


def _step_html(context: PlayerContext, boards: PageBoards, step: Step, place: _Place) -> str:
    """HTML of a step: radio button, label, board, remarks."""
    own = f"{context.name}-{place.number}"
    fault = f" {words.FAULT.in_language(context.language)}" if step.legal is False else ""
    name = escape_markup(f"{step.ply} {step.text or START.in_language(context.language)}{fault}")
    kinds = ["bad"] * (step.legal is False) + ["idle"] * (step.legal is None) + ["start"] * (not step.text)
    kinds += ["second"] * (step.side is Side.SECOND)
    kind = f' class="{" ".join(kinds)}"' if kinds else ""
    checked = " checked" if place.on else ""
    # On paper a step that says nothing is its label alone, and a board that is printed stands below the label.
    said = " said" if step.comments or (step.note and step.legal is not None) else ""
    paper = "" if place.numbers is None else " paper"
    board = boards.board_svg(place.number, f"{BOARD.in_language(context.language)} {step.ply}", place.numbers or {})
    return (
        f'<input type="radio" name="{context.name}" id="{own}" aria-label="{name}"{checked}>'
        f'<label for="{own}"{kind}>{_step_label_html(context, step)}</label>'
        f'<div class="at{said}{paper}"><div>{board}{_navigation_html(context, step, place)}{_remarks_html(context.language, step)}</div></div>'
    )


def _step_label_html(context: PlayerContext, step: Step) -> str:
    time = "" if step.seconds is None else f" <small>{format_seconds(step.seconds)}</small>"
    said = " *" if step.comments else ""
    return f"<i>{step.ply}</i> {_move_html(context, step)}{time}{said}"


def _move_html(context: PlayerContext, step: Step) -> str:
    text = escape_markup(step.text or START.in_language(context.language))
    return f'<b lang="ja">{text}</b>' if context.language != "ja" and step.text else f"<b>{text}</b>"


def _navigation_html(context: PlayerContext, step: Step, place: _Place) -> str:
    ply = f"{escape_markup(words.ply_place(step.ply).in_language(context.language))} " if step.text else ""
    back, on = _arrow_html(context, step.back), _arrow_html(context, place.after)
    # A screen reader says the name of the button, and its keys go on and back.
    return f"<p class=nav aria-hidden=true>{back}<span>{ply}{_move_html(context, step)}</span>{on}</p>"


def _arrow_html(context: PlayerContext, step_number: int | None) -> str:
    """Return a touch link to another step; CSS has its sign."""
    return "<s></s>" if step_number is None else f"<label for={context.name}-{step_number}></label>"


def _remarks_html(language: Language, step: Step) -> str:
    note = "" if step.note is None else f'<p class="fault">{escape_markup(step.note.in_language(language))}</p>'
    return note + comments_html(step.comments)


def comments_html(comments: Sequence[Comment]) -> str:
    """Return comments and bookmarks as an element; nothing for none."""
    if not comments:
        return ""
    lines = "<br>".join(
        f"{'' if comment.kind == 'comment' else '&amp; '}{escape_markup(comment.text)}" for comment in comments
    )
    # What scrolls has to be reached by the keys.
    long = ' tabindex="0"' if sum(len(comment.text) + 20 for comment in comments) > MAX_COMMENT_CHARACTERS else ""
    return f'<p class="comment" lang="ja" dir="auto"{long}>{lines}</p>'


def _strand_heading_html(strand: Strand, context: PlayerContext) -> Iterator[str]:
    assert strand.heading is not None  # noqa: S101 - the caller has checked it
    yield f'<p class="wide"><strong>{escape_markup(strand.heading.in_language(context.language))}</strong></p>'
    if strand.comments:
        yield f'<div class="wide">{comments_html(strand.comments)}</div>'
    if strand.unplayed:
        yield f'<p class="wide" lang="ja">{escape_markup(" ".join(strand.unplayed))}</p>'


def _ending_html(verdict: Verdict) -> list[str]:
    """Return a game's special word and closing line, as written."""
    if verdict.record is None:
        return []
    main = verdict.record.main
    said = []
    if main.special is not None:
        time = "" if main.special.seconds is None else f" <small>{format_seconds(main.special.seconds)}</small>"
        said.append(f"{escape_markup(f'{main.special.word} {main.special.text}'.strip())}{time}")
    if main.closing is not None:
        said.append(escape_markup(main.closing.text))
    return [f'<p class="wide" lang="ja">{word}</p>' for word in said]


PRINT_INTERVAL_PLIES = 20
"""The plies between two printed boards."""


def ply_numbers_by_printed_step(verdict: Verdict, strands: Sequence[Strand]) -> dict[int, dict[int, str]]:
    """Return the steps with printed boards, and their squares' ply numbers.

    Each has the plies since the board before, by the square they ended on.
    They are those of the game itself, not of its branches, and not of plies that were not judged. A game that begins with a
    diagram has its start too.
    """
    record = verdict.record
    diagrams = set() if record is None else {one.ply for one in record.main.checkpoints}
    steps = [step for strand in strands[: 1 + len(verdict.stretches)] for step in strand.steps]
    shown: dict[int, dict[int, str]] = {}
    numbers: dict[int, str] = {}
    last = max((count for count, step in enumerate(steps) if step.legal is not None), default=0)
    for count, step in enumerate(steps[: last + 1]):
        if step.board.last is not None:
            numbers[step.board.last] = "・".join(filter(None, (numbers.get(step.board.last), str(step.ply))))
        due = step.ply in diagrams or step.ply % PRINT_INTERVAL_PLIES == 0 if step.ply else verdict.set_up
        if step.legal is False or count == last or (due and step.legal):
            shown[count], numbers = numbers, {}
    return shown
