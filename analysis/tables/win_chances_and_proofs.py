"""Win chances and proven wins of a record's positions, with what its moves lost."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.tables.verdict_access import game_and_replay
from kifu import engine
from kifu.core.message import Message
from kifu.core.outcome import SIDE_IDS, Outcome, Side

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kifu.core.game.game import Game, Position
    from kifu.engine.opening_match_and_adjudication import AdjudicationSettings
    from kifu.engine.solver import SolverAnswer
    from kifu.referee.verdict import Verdict

LISTED = 10
"""How many of the moves that lost most are listed: the worst."""
MIN_SWING = 0.1
"""The smallest loss of winning chance that counts."""


class Estimate(NamedTuple):
    """A search's estimate of a position."""

    chance: float
    """先手's winning chance, from 0 to 1; a draw counts one half."""
    best: int | None = None
    """The move that the search would play; None where the game is over."""
    after_best: float | None = None
    """先手's winning chance after that move, searched by itself; None where the game is over, and where it was played."""


class Swing(NamedTuple):
    """Move that lost winning chance against the engine's move.

    Both chances come from searches of the positions after the two moves, in which the same side is to move: a search
    mostly likes the side to move too well.
    """

    ply: int
    side: Side
    move: str
    chance: float
    """The mover's winning chance after it, from 0 to 1."""
    better: str
    better_chance: float
    """The mover's winning chance after the move that the search would have played, at least MIN_SWING higher."""

    @property
    def points(self) -> int:
        """Loss in percent points of the two rounded chances."""
        return round(100 * self.better_chance) - round(100 * self.chance)

    def to_json(self) -> dict[str, Any]:
        """Return the swing as JSON, chances in per cent."""
        chance, better = round(100 * self.chance, 1), round(100 * self.better_chance, 1)
        played = {"ply": self.ply, "side": SIDE_IDS[self.side], "move": self.move, "chance": chance}
        return played | {"better": self.better, "better_chance": better, "lost": round(better - chance, 1)}


def estimate_chances(verdict: Verdict, nodes: int) -> Iterator[Estimate]:
    """Yield estimates of the start and of each legal ply.

    A search looks at `nodes` positions for each estimate, and asks no solver. Its chance is exact only if the search sees the end of the
    game. The same verdict and `nodes` give the same estimates. Raises ValueError if the verdict has no replay, and where
    a search gives no chances (:func:`missing_chances_reason`).
    """
    game, replay = game_and_replay(verdict)
    if (why := missing_chances_reason(game, nodes)) is not None:
        raise ValueError(why.en)
    played = zip(replay.positions, (*replay.moves, None), strict=True)
    return (search_estimate_and_line(game, position, nodes, move)[0] for position, move in played)


def missing_chances_reason(game: Game, nodes: int) -> Message | None:
    """Return the reason for missing chances at `nodes` positions, if any."""
    found = engine.best_move_and_win_chance.probability_curve(game, nodes)
    return found if isinstance(found, Message) else None


def chance_reliability_text(game: Game, nodes: int) -> Message:
    """Return the remark on the chances' reliability, if measured."""
    return engine.best_move_and_win_chance.brier_gain_text(game, nodes) or Message("", "")


def search_estimate_and_line(
    game: Game, position: Position, nodes: int, played: int | None = None
) -> tuple[Estimate, tuple[int, ...]]:
    """Return the search's estimate and line; no line after the end.

    `played` is the move of the record. Raises ValueError where a search gives no chances (:func:`missing_chances_reason`).
    """
    first, line = _first_chance_and_line(game, position, nodes)
    if not line:
        return Estimate(first), ()
    after = None if line[0] == played else _first_chance_and_line(game, game.play_legal(position, line[0]), nodes)[0]
    return Estimate(first, line[0], after), line


def _first_chance_and_line(game: Game, position: Position, nodes: int) -> tuple[float, tuple[int, ...]]:
    """Return 先手's chance in a position, and the expected line."""
    ending = game.outcome(position)
    if ending is not None:
        return {Outcome.FIRST: 1.0, Outcome.SECOND: 0.0}.get(ending.outcome or Outcome.DRAW, 0.5), ()
    choice = engine.best_move_and_win_chance.find_best_move(
        game, position, nodes, use_proofs=False
    )  # what the curve was fitted to
    if choice.chance is None:
        raise ValueError(game.id)
    return choice.chance if game.turn(position) is Side.FIRST else 1 - choice.chance, choice.line


class EvaluatedMove(NamedTuple):
    """Move with the estimates before and after it."""

    ply: int
    position: Position
    """The position before it."""
    move: int
    before: Estimate
    after: Estimate


def largest_losses(verdict: Verdict, chances: Sequence[Estimate]) -> tuple[Swing, ...]:
    """Return moves that lost MIN_SWING or more, greatest loss first.

    `chances` are the :func:`estimate_chances` of the record. Raises ValueError if the verdict has no replay.
    """
    game, replay = game_and_replay(verdict)
    moves = zip(replay.positions, replay.moves, chances, chances[1:], strict=False)
    return largest_swings(game, (EvaluatedMove(ply, *each) for ply, each in enumerate(moves, start=1)))


def largest_swings(game: Game, moves: Iterable[EvaluatedMove]) -> tuple[Swing, ...]:
    """Return given moves that lost MIN_SWING or more, greatest first."""
    found = []
    for ply, position, move, before, after in moves:
        if before.best in {None, move} or before.after_best is None:
            continue
        side = Side(game.turn(position))
        first = (after.chance, before.after_best)
        chance, better = first if side is Side.FIRST else (1 - first[0], 1 - first[1])
        if better - chance >= MIN_SWING:
            found.append(Swing(ply, side, game.spell(move), chance, game.spell(before.best), better))
    return tuple(sorted(found, key=lambda swing: (swing.chance - swing.better_chance, swing.ply)))


class WorstMoves(NamedTuple):
    """The moves of a record that lost most, in words."""

    title: Message
    """What was searched and how many moves are meant; or why there are no chances."""
    moves: tuple[tuple[int, Message], ...] = ()
    """The ply of each move that is listed, the worst first, and what is said of it."""


def worst_moves_text(verdict: Verdict, chances: Sequence[Estimate] | Message, nodes: int) -> WorstMoves:
    """Return the most costly moves in words. Raises ValueError without replay."""
    if isinstance(chances, Message):
        return WorstMoves(chances)
    game, replay = game_and_replay(verdict)
    found = largest_losses(verdict, chances)
    listed = found[:LISTED]
    least, moves = round(100 * MIN_SWING), len(replay.moves)
    more = Message(f"。悪い順に {len(listed)} 手", f"; the {len(listed)} worst, the worst first")
    rough = chance_reliability_text(game, nodes)
    title = Message(
        f"勝率を下げた手 (一局面に {nodes:,} 局面の探索による見積もり): {moves} 手のうち {len(found)} 手が {least} ポイント以上"
        f"{more.ja if listed else ''}{rough.ja and f' ({rough.ja})'}",
        f"moves that lost winning chance, by searches of {nodes:,} positions each: {len(found)} of {moves} moves lost {least} "
        f"points or more{more.en if listed else ''}{rough.en and f' ({rough.en})'}",
    )
    return WorstMoves(
        title, tuple((swing.ply, _costly_move_text(swing, game.sides[swing.side].mark)) for swing in listed)
    )


def _costly_move_text(swing: Swing, mark: str) -> Message:
    chance, better = round(100 * swing.chance), round(100 * swing.better_chance)
    return Message(
        f"{swing.ply} 手目 {mark}{swing.move}: 勝率 {chance}%。{swing.better} なら {better}% ({swing.points} ポイントの損)",
        f"ply {swing.ply} {mark}{swing.move}: winning chance {chance}%; after {swing.better} {better}% ({swing.points} points "
        "lost)",
    )


def chances_json(verdict: Verdict, chances: Sequence[Estimate] | Message) -> dict[str, Any]:
    """Return chances and swings as JSON in per cent, or why not."""
    if isinstance(chances, Message):
        return {"why": chances._asdict(), "first": None, "lost": None}
    lost = [swing.to_json() for swing in largest_losses(verdict, chances)]
    return {"why": None, "first": [round(100 * each.chance, 1) for each in chances], "lost": lost}


AGAIN = 10
"""The times as many positions that are searched before a win that is no longer proven counts as missed."""


class ProvenWin(NamedTuple):
    """A position in which a side can force a win."""

    ply: int
    """The number of plies before it."""
    plies: int
    """The length of the win against best defence, or more."""


class MissedWin(NamedTuple):
    """Move that gives a proven win away."""

    ply: int
    side: Side
    move: str
    plies: int
    """The length of the win that it had."""
    better: str
    """A move that keeps the win."""
    certain: bool
    """Whether it is proven that the side cannot force a win any more; else none was found within `searched` plies."""
    searched: int


class RecordProofs(NamedTuple):
    """Solver's results on the positions of a record."""

    asked: Mapping[int, SolverAnswer]
    """The answers by ply, in order."""
    first: tuple[ProvenWin | None, ProvenWin | None]
    """The first proven win of 先手 and of 後手."""
    missed: tuple[MissedWin, ...]

    def winner(self, ply: int) -> Side | None:
        """Return the side with a proven win after `ply` plies."""
        return self.asked[ply].winner if ply in self.asked else None

    def to_json(self) -> dict[str, Any]:
        """Return it as an object of JSON."""
        wins = {ply: answer for ply, answer in self.asked.items() if answer.winner is not None}
        return {
            "asked": len(self.asked),
            "wins": [
                {"ply": ply, "winner": SIDE_IDS[answer.winner or 0], "plies": answer.plies}
                for ply, answer in wins.items()
            ],
            "neither": [ply for ply, answer in self.asked.items() if answer.proven and answer.winner is None],
            "first": {name: win and win._asdict() for name, win in zip(SIDE_IDS, self.first, strict=True)},
            "missed": [miss._asdict() | {"side": SIDE_IDS[miss.side]} for miss in self.missed],
        }


def solve_record_positions(verdict: Verdict, settings: AdjudicationSettings) -> RecordProofs:
    """Solve the positions of a record, reproducibly.

    Raises ValueError if the verdict has no replay, or for a game that cannot be solved.
    """
    game, replay = game_and_replay(verdict)
    asked = dict(engine.opening_match_and_adjudication.solve_positions(game, replay.positions, settings))
    missed = tuple(_missed_wins(game, verdict, asked, settings))
    first = tuple(
        next((ProvenWin(ply, answer.plies) for ply, answer in asked.items() if answer.winner is side), None)
        for side in Side
    )
    return RecordProofs(asked, (first[0], first[1]), missed)


def _missed_wins(
    game: Game, verdict: Verdict, answers: dict[int, SolverAnswer], settings: AdjudicationSettings
) -> Iterator[MissedWin]:
    """Yield the missed wins; longer proofs are added to `answers`."""
    _, replay = game_and_replay(verdict)
    for ply, after in pairwise(sorted(answers)):
        before = answers[ply]
        position = replay.positions[ply]
        if before.winner is None or after != ply + 1 or game.turn(position) != before.winner:
            continue
        if not answers[after].proven:
            answers[after] = engine.solver.prove_forced_win(game, replay.positions[after], AGAIN * settings.nodes)
        answer = answers[after]
        if answer.winner is before.winner:
            continue
        line = engine.solver.solve(game, position, AGAIN * settings.nodes).line
        better = game.spell(line[0]) if line else ""
        move = game.spell(replay.moves[ply])
        yield MissedWin(after, before.winner, move, before.plies, better, answer.proven, answer.plies)
