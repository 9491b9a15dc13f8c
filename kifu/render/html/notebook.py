"""Verdict as HTML for notebooks, with the last legal board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kifu.core.message import Message, bilingual_pattern
from kifu.core.outcome import PLAYERS
from kifu.core.untrusted_text import escape_markup
from kifu.referee import verdict_text as words
from kifu.referee.verdict_text import VerdictLike
from kifu.render.board import Board
from kifu.render.shapes import DrawingOptions
from kifu.render.side_panels import TO_MOVE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.referee.record import Record
    from kifu.referee.replay import Replay


class DisplayedVerdict(VerdictLike, Protocol):
    """A verdict of the referee, as far as displayed."""

    @property
    def games(self) -> tuple[DisplayedVerdict, ...]: ...  # noqa: D102 - as in Verdict
    @property
    def record(self) -> Record | None: ...  # noqa: D102
    @property
    def replay(self) -> Replay | None: ...  # noqa: D102


def verdict_html(verdict: DisplayedVerdict) -> str:
    """Return a verdict as HTML; all text of files is escaped."""
    shown = [_headline(verdict), *_verdict_paragraphs(verdict)]
    shown += [verdict_html(game) for game in verdict.games]
    return f'<div class="kifu-verdict">{"".join(shown)}{_last_board(verdict)}</div>'


def _headline(verdict: DisplayedVerdict) -> str:
    heading, played = words.headline_of_verdict(verdict), words.game_and_plies(verdict)
    game = "" if played is None else f" {_both(played)}"
    return f"<p><strong>{_both(heading)}</strong>{game}<br><code>{escape_markup(verdict.file)}</code> [{verdict.index}]</p>"


def _verdict_paragraphs(verdict: DisplayedVerdict) -> Iterator[str]:
    """Yield players, results, fault and basis as paragraphs."""
    head = {} if verdict.record is None else verdict.record.head
    if players := " ".join(f"{side}：{escape_markup(head[side])}" for side in PLAYERS if head.get(side)):
        yield f"<p>{players}</p>"
    fault = () if verdict.fault is None else (words.Phrase(words.FAULT, words.fault_sentence(verdict.fault)),)
    for about, said, _ in (*words.result_phrases(verdict), *fault, *words.basis_phrases(verdict)):
        yield f"<p>{_both(about)}: {_both(said)}</p>"


def _last_board(verdict: DisplayedVerdict) -> str:
    game, replay = verdict.game, verdict.replay
    if game is None or replay is None:
        return ""
    position = replay.positions[-1]
    ended = verdict.outcome or game.outcome(position)
    if ended is None or ended.outcome is None:
        turn = game.sides[game.turn(position)].label
        state = bilingual_pattern("{}: {}", TO_MOVE, turn)
    else:
        state = game.outcome_label(ended.outcome)
    after = Message(f"{verdict.plies} 手目のあと", f"after ply {verdict.plies}")
    board = Board.at(game, replay.positions, replay.moves, verdict.plies, DrawingOptions(ended=verdict.outcome))
    return f"<p>{_both(bilingual_pattern('{}, {}', after, state))}</p>{board._repr_svg_()}"


def _both(message: Message) -> str:
    """Return a message in both languages; once if both are the same."""
    return " / ".join(dict.fromkeys(map(escape_markup, message)))
