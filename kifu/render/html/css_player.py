"""Move player in CSS alone: radio buttons show boards.

Each step is a radio button with its label, and the board behind them is shown while the button is on. So the arrow keys go
from step to step, and a screen reader says the move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.core.untrusted_text import markup
from kifu.referee import verdict_text as words
from kifu.render.html.boards import Boards
from kifu.render.html.document_frame import sign_html
from kifu.render.html.steps import record_strands
from kifu.render.html.svg_charts import format_seconds

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.game.game import Game
    from kifu.core.message import Language
    from kifu.referee.record import Comment
    from kifu.referee.verdict import Verdict
    from kifu.render.html.document_frame import Symbols
    from kifu.render.html.steps import Step, Strand

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


def player_html(verdict: Verdict, seat: PlayerContext) -> tuple[str, Boards]:
    """Return the steps of a replayed game, its end, its boards."""
    game = verdict.game
    assert game is not None  # noqa: S101 - a game that was replayed is known
    found = record_strands(verdict)
    steps = [step for strand in found for step in strand.steps]
    boards = Boards(game, seat.symbols, [step.board for step in steps], seat.language)
    on, shown, paper = _next_steps(steps), _first_shown(verdict, found), printed_steps(verdict, found)
    written = [_column_heads(game, seat)]
    at, count = Side.FIRST, 0
    for number, strand in enumerate(found):
        if strand.heading is not None:
            written += _strand_heading(strand, seat)
            at = Side.FIRST
        for step in strand.steps:
            if step.text:
                written += ["<s></s>"] * (at != step.side)
                at = step.side.other
            place = _Place(count, on.get(count), count == shown, paper.get(count))
            written.append(_step_html(seat, boards, step, place))
            count += 1
        if number == len(verdict.stretches):
            written += _ending_html(verdict)
    label = markup(STEPS.in_language(seat.language))
    body = "\n".join(written)
    return f'<div class="game" role="radiogroup" aria-label="{label}">\n{body}\n</div>', boards


def _column_heads(game: Game, seat: PlayerContext) -> str:
    """Return the heads of the two columns of moves."""
    heads = (
        f"<span>{sign_html(side)} {markup(' '.join(filter(None, (side.label.in_language(seat.language), name))))}</span>"
        for side, name in zip(game.sides, seat.players, strict=True)
    )
    return f'<p class="heads">{"".join(heads)}</p>'


def _next_steps(steps: Sequence[Step]) -> dict[int, int]:
    """Return the step after each step: the first that comes from it."""
    found: dict[int, int] = {}
    for number, step in enumerate(steps):
        if step.back is not None:
            found.setdefault(step.back, number)
    return found


def _first_shown(verdict: Verdict, found: Sequence[Strand]) -> int:
    """Return the initially shown step: first fault, or last move."""
    game = [step for strand in found[: 1 + len(verdict.stretches)] for step in strand.steps]
    faults = (number for number, step in enumerate(game) if step.legal is False)
    return next(faults, len(game) - 1)


def _step_html(seat: PlayerContext, boards: Boards, step: Step, place: _Place) -> str:
    own = f"{seat.name}-{place.number}"
    fault = f" {words.FAULT.in_language(seat.language)}" if step.legal is False else ""
    name = markup(f"{step.ply} {step.text or START.in_language(seat.language)}{fault}")
    kinds = ["bad"] * (step.legal is False) + ["idle"] * (step.legal is None) + ["start"] * (not step.text)
    kinds += ["second"] * (step.side is Side.SECOND)
    kind = f' class="{" ".join(kinds)}"' if kinds else ""
    checked = " checked" if place.on else ""
    # On paper a step that says nothing is its label alone, and a board that is printed stands below the label.
    said = " said" if step.comments or (step.note and step.legal is not None) else ""
    paper = "" if place.numbers is None else " paper"
    board = boards.svg(place.number, f"{BOARD.in_language(seat.language)} {step.ply}", place.numbers or {})
    return (
        f'<input type="radio" name="{seat.name}" id="{own}" aria-label="{name}"{checked}>'
        f'<label for="{own}"{kind}>{_label(seat, step)}</label>'
        f'<div class="at{said}{paper}"><div>{board}{_nav(seat, step, place)}{_remarks(seat.language, step)}</div></div>'
    )


def _label(seat: PlayerContext, step: Step) -> str:
    time = "" if step.seconds is None else f" <small>{format_seconds(step.seconds)}</small>"
    said = " *" if step.comments else ""
    return f"<i>{step.ply}</i> {_move(seat, step)}{time}{said}"


def _move(seat: PlayerContext, step: Step) -> str:
    text = markup(step.text or START.in_language(seat.language))
    return f'<b lang="ja">{text}</b>' if seat.language != "ja" and step.text else f"<b>{text}</b>"


def _nav(seat: PlayerContext, step: Step, place: _Place) -> str:
    ply = f"{markup(words.at(step.ply).in_language(seat.language))} " if step.text else ""
    back, on = _arrow(seat, step.back), _arrow(seat, place.after)
    # A screen reader says the name of the button, and its keys go on and back.
    return f"<p class=nav aria-hidden=true>{back}<span>{ply}{_move(seat, step)}</span>{on}</p>"


def _arrow(seat: PlayerContext, to: int | None) -> str:
    """Return a touch link to another step; CSS has its sign."""
    return "<s></s>" if to is None else f"<label for={seat.name}-{to}></label>"


def _remarks(language: Language, step: Step) -> str:
    note = "" if step.note is None else f'<p class="fault">{markup(step.note.in_language(language))}</p>'
    return note + comments_html(step.comments)


def comments_html(comments: Sequence[Comment]) -> str:
    """Return comments and bookmarks as an element; nothing for none."""
    if not comments:
        return ""
    lines = "<br>".join(
        f"{'' if comment.kind == 'comment' else '&amp; '}{markup(comment.text)}" for comment in comments
    )
    # What scrolls has to be reached by the keys.
    long = ' tabindex="0"' if sum(len(comment.text) + 20 for comment in comments) > MAX_COMMENT_CHARACTERS else ""
    return f'<p class="comment" lang="ja" dir="auto"{long}>{lines}</p>'


def _strand_heading(strand: Strand, seat: PlayerContext) -> Iterator[str]:
    assert strand.heading is not None  # noqa: S101 - the caller has checked it
    yield f'<p class="wide"><strong>{markup(strand.heading.in_language(seat.language))}</strong></p>'
    if strand.comments:
        yield f'<div class="wide">{comments_html(strand.comments)}</div>'
    if strand.unplayed:
        yield f'<p class="wide" lang="ja">{markup(" ".join(strand.unplayed))}</p>'


def _ending_html(verdict: Verdict) -> list[str]:
    """Return a game's special word and closing line, as written."""
    if verdict.record is None:
        return []
    main = verdict.record.main
    said = []
    if main.special is not None:
        time = "" if main.special.seconds is None else f" <small>{format_seconds(main.special.seconds)}</small>"
        said.append(f"{markup(f'{main.special.word} {main.special.text}'.strip())}{time}")
    if main.closing is not None:
        said.append(markup(main.closing.text))
    return [f'<p class="wide" lang="ja">{word}</p>' for word in said]


PRINT_INTERVAL_PLIES = 20
"""The plies between two printed boards."""


def printed_steps(verdict: Verdict, found: Sequence[Strand]) -> dict[int, dict[int, str]]:
    """Return the steps with printed boards, and their squares' ply numbers.

    Each has the plies since the board before, by the square they ended on.
    They are those of the game itself, not of its branches, and not of plies that were not judged. A game that begins with a
    diagram has its start too.
    """
    record = verdict.record
    diagrams = set() if record is None else {one.ply for one in record.main.checkpoints}
    steps = [step for strand in found[: 1 + len(verdict.stretches)] for step in strand.steps]
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
