"""Writes a verdict as HTML for a notebook: the status, the result, the fault, and the board after the last legal ply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kifu.model.markup import markup
from kifu.model.message import Message
from kifu.model.outcome import PLAYERS
from kifu.referee.verdict_like import VerdictLike
from kifu.scene.board import Board

if TYPE_CHECKING:
    from kifu.contract.game import Game
    from kifu.model.outcome import Ending
    from kifu.referee.basis import Basis
    from kifu.referee.fault import Fault
    from kifu.referee.record import Record
    from kifu.referee.replay import Replay


class Shown(VerdictLike, Protocol):
    """A verdict of the referee, as far as it is shown here."""

    @property
    def games(self) -> tuple[Shown, ...]: ...  # noqa: D102 - as in Verdict
    @property
    def record(self) -> Record | None: ...  # noqa: D102
    @property
    def replay(self) -> Replay | None: ...  # noqa: D102


def verdict_html(verdict: Shown) -> str:
    """Return a verdict as an HTML element. All text from the record and the name of its file is escaped."""
    shown = [_headline(verdict), *_lines(verdict)]
    shown += [verdict_html(game) for game in verdict.games]
    return f'<div class="kifu-verdict">{"".join(shown)}{_board(verdict)}</div>'


def _headline(verdict: Shown) -> str:
    game = verdict.game
    played = "" if game is None else f": {_both(game.name)} (<code>{markup(game.id)}</code>, {markup(game.rules)})"
    plies = "" if game is None else f", {_both(Message(f'{verdict.plies} 手', f'{verdict.plies} plies'))}"
    file = f"<code>{markup(verdict.file)}</code> [{verdict.index}]"
    return f"<p><strong>{markup(verdict.status.value)}</strong> {markup(verdict.status.label.ja)}{played}{plies}<br>{file}</p>"


def _lines(verdict: Shown) -> list[str]:
    """Return the players, the results and the fault, each as a paragraph."""
    game = None if verdict.games else verdict.game  # the sides change hands between the games of a match
    lines = []
    if players := _players(verdict):
        lines.append(players)
    for label, ending in (
        (Message("結果", "result"), verdict.outcome),
        (Message("記録", "recorded"), verdict.recorded),
    ):
        if ending is not None:
            lines.append(f"{_both(label)}: {_ending(game, ending)}")
    if verdict.fault is not None:
        lines.append(_fault(verdict.fault))
    if verdict.basis is not None:
        lines.append(_basis(verdict.basis))
    return [f"<p>{line}</p>" for line in lines]


def _players(verdict: Shown) -> str:
    head = {} if verdict.record is None else verdict.record.head
    return " ".join(f"{side}：{markup(head[side])}" for side in PLAYERS if head.get(side))


def _ending(game: Game | None, ending: Ending) -> str:
    won = ending.outcome
    label = won and (won.label if game is None else game.outcome_label(won))
    who = f"{_both(label)}, " if label else ""
    article = f" [{markup(ending.article)}]" if ending.article else ""
    return f"{who}{_both(ending.termination.label)}{article}"


def _fault(fault: Fault) -> str:
    line = "" if fault.line is None else f" ({_both(Message(f'{fault.line} 行目', f'line {fault.line}'))})"
    ply = f"{_both(Message(f'{fault.ply} 手目', f'ply {fault.ply}'))} " if fault.ply else ""
    move = f"<code>{markup(fault.move)}</code>" if fault.move else ""
    article = f"{markup(fault.article)}: " if fault.article else ""
    message = f"{markup(fault.message.ja)}<br>{markup(fault.message.en)}"
    return f"{ply}{move}{line} {article}{message} [{markup(fault.code)}]"


def _basis(basis: Basis) -> str:
    data = ", ".join(_both(label) for label in basis.data.values())
    by = f" ({_both(Message('再構成のデータによる', 'by reconstructed data'))}: {data})" if data else ""
    return f"{_both(Message('根拠', 'basis'))}: {markup(basis.article)} {_both(basis.kind.label)}{by}"


def _board(verdict: Shown) -> str:
    game, replay = verdict.game, verdict.replay
    if game is None or replay is None:
        return ""
    turn = game.sides[game.turn(replay.positions[-1])].label
    after = Message(f"{verdict.plies} 手目のあと、手番", f"after ply {verdict.plies}, to move:")
    board = Board.at(game, replay.positions, replay.moves, verdict.plies)
    return f"<p>{_both(after)} {_both(turn)}</p>{board._repr_svg_()}"


def _both(message: Message) -> str:
    """Return a message in both languages; once if both are the same."""
    return " / ".join(dict.fromkeys(map(markup, message)))
