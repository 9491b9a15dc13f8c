"""Writes a game so that a reader goes through it without a script.

Each step is a radio button with its label, and the board behind them is shown while the button is on. So the arrow keys go
from step to step, and a screen reader says the move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.model.markup import markup
from kifu.model.message import Message
from kifu.page.steps import strands
from kifu.page.times import spelled
from kifu.scene.look import Look
from kifu.scene.panels import panels

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kifu.model.message import Language
    from kifu.page.boards import Boards
    from kifu.page.steps import Step, Strand
    from kifu.referee.record import Comment
    from kifu.referee.verdict import Verdict

START = Message("開始局面", "start")
BOARD = Message("盤", "board")
STEPS = Message("手順", "moves")
POINTS = Message("得点", "points")
FAULT = Message("誤り", "fault")
LONG = 120
"""A comment with more characters is scrolled in its place."""
WIDE = 200
"""More columns than any line beside a board has: a page breaks its lines itself."""


class Seat(NamedTuple):
    """What the steps of a game are written with: its name in the page, its boards, the players, and the language."""

    name: str
    boards: Boards
    players: tuple[str, str]
    language: Language


def play(verdict: Verdict, seat: Seat) -> str:
    """Return the steps of a game that was replayed, and how it ended by its own words."""
    found = strands(verdict)
    steps = [step for strand in found for step in strand.steps]
    on = _following(steps)
    shown = _first_shown(verdict, found)
    written: list[str] = []
    count = 0
    for number, strand in enumerate(found):
        if strand.heading is not None:
            written += _heading(strand, seat)
        for step in strand.steps:
            written.append(_step(seat, verdict, step, _Place(count, on.get(count), on=count == shown)))
            count += 1
        if number == len(verdict.stretches):
            written += _end(verdict)
    label = markup(STEPS.in_language(seat.language))
    body = "\n".join(written)
    return f'<div class="game" role="radiogroup" aria-label="{label}">\n{body}\n</div>'


class _Place(NamedTuple):
    """The place of a step: its number, the number of the step after it, and whether it is shown at first."""

    number: int
    after: int | None
    on: bool


def _following(steps: Sequence[Step]) -> dict[int, int]:
    """Return the step after each step: the first that comes from it."""
    found: dict[int, int] = {}
    for number, step in enumerate(steps):
        if step.back is not None:
            found.setdefault(step.back, number)
    return found


def _first_shown(verdict: Verdict, found: Sequence[Strand]) -> int:
    """Return the number of the step that a page opens with: the first fault of the game, or else its last move."""
    game = [step for strand in found[: 1 + len(verdict.stretches)] for step in strand.steps]
    faults = (number for number, step in enumerate(game) if step.legal is False)
    return next(faults, len(game) - 1)


def _step(seat: Seat, verdict: Verdict, step: Step, place: _Place) -> str:
    own = f"{seat.name}-{place.number}"
    fault = f" {FAULT.in_language(seat.language)}" if step.legal is False else ""
    name = markup(f"{step.ply} {step.text or START.in_language(seat.language)}{fault}")
    kind = {True: "", False: ' class="bad"', None: ' class="idle"'}[step.legal]
    checked = " checked" if place.on else ""
    # On paper a step that says nothing is its label alone.
    said = " said" if step.comments or (step.note and step.legal is not None) else ""
    return (
        f'<input type="radio" name="{seat.name}" id="{own}" aria-label="{name}"{checked}>'
        f'<label for="{own}"{kind}>{_label(seat, step)}</label>'
        f'<div class="at{said}"><div>{_nav(seat, step, place)}{_around(seat, verdict, step)}'
        f"{_remarks(seat.language, step)}</div></div>"
    )


def _label(seat: Seat, step: Step) -> str:
    time = "" if step.seconds is None else f" <small>{spelled(step.seconds)}</small>"
    said = " *" if step.comments else ""
    return f"<i>{step.ply}</i> {_move(seat, step)}{time}{said}"


def _move(seat: Seat, step: Step) -> str:
    text = markup(step.text or START.in_language(seat.language))
    return f'<b lang="ja">{text}</b>' if seat.language != "ja" and step.text else f"<b>{text}</b>"


def _nav(seat: Seat, step: Step, place: _Place) -> str:
    ply = markup(Message(f"{step.ply} 手目", f"ply {step.ply}").in_language(seat.language))
    middle = f"<span>{ply} {_move(seat, step)}</span>" if step.text else f"<span>{_move(seat, step)}</span>"
    back, on = _arrow(seat, step.back, "◀"), _arrow(seat, place.after, "▶")
    # A screen reader says the name of the button, and its keys go on and back.
    return f'<p class="nav" aria-hidden="true">{back}{middle}{on}</p>'


def _arrow(seat: Seat, to: int | None, sign: str) -> str:
    """Return what leads to another step by touch."""
    return "<s></s>" if to is None else f'<label for="{seat.name}-{to}">{sign}</label>'


def _around(seat: Seat, verdict: Verdict, step: Step) -> str:
    """Return the board of a step between the lines of its sides."""
    game = verdict.game
    assert game is not None  # noqa: S101 - a step has a game
    text = panels(game, step.board.position, Look(language=seat.language, names=seat.players), WIDE)
    name = f"{BOARD.in_language(seat.language)} {step.ply}"
    above, below = (_lines(row.text for row in rows) for rows in (text.above, text.below))
    return f"{above}{seat.boards.svg(step.board, name)}{below}{_points(seat, verdict, step)}"


def _points(seat: Seat, verdict: Verdict, step: Step) -> str:
    game = verdict.game
    if game is None or game.shares(step.board.position) is None:
        return ""
    both = zip(game.sides, game.score(step.board.position), strict=True)
    sums = " ".join(f"{side.label.in_language(seat.language)} {points:g}" for side, points in both)
    return _lines([f"{POINTS.in_language(seat.language)}: {sums}"])


def _lines(lines: Iterable[str]) -> str:
    return f'<p class="side">{"<br>".join(map(markup, lines))}</p>'


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
    long = ' tabindex="0"' if sum(len(comment.text) + 20 for comment in comments) > LONG else ""
    return f'<p class="comment" lang="ja" dir="auto"{long}>{lines}</p>'


def _heading(strand: Strand, seat: Seat) -> Iterator[str]:
    assert strand.heading is not None  # noqa: S101 - the caller has checked it
    yield f'<p class="wide"><strong>{markup(strand.heading.in_language(seat.language))}</strong></p>'
    if strand.comments:
        yield f'<div class="wide">{comments_html(strand.comments)}</div>'
    if strand.unplayed:
        yield f'<p class="wide" lang="ja">{markup(" ".join(strand.unplayed))}</p>'


def _end(verdict: Verdict) -> list[str]:
    """Return the special word and the closing line of a game, as they are written."""
    if verdict.record is None:
        return []
    main = verdict.record.main
    words = []
    if main.special is not None:
        time = "" if main.special.seconds is None else f" <small>{spelled(main.special.seconds)}</small>"
        words.append(f"{markup(f'{main.special.word} {main.special.text}'.strip())}{time}")
    if main.closing is not None:
        words.append(markup(main.closing.text))
    return [f'<p class="wide" lang="ja">{word}</p>' for word in words]
