"""Writes a record for each option of the rules whose verdict depends on that option alone: samples/*/SOURCES.md.

The engine plays up to the disputed ply. Of its games, by seed, the first is taken in which the other value of the option,
and no other option, changes what `kifu readings` says. Every run writes the same bytes.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import sheet
from generate_games import HOPELESS, NODES, Played, cut, engine_game, followed, resignation

from kifu.core import games
from kifu.core.outcome import SIDE_LABELS
from kifu.referee.rule_readings import judge_readings
from kifu.referee.verify import verify
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HERE = Path(__file__).parent
SEEDS = 3000
LEAST = 12
"""The fewest plies before the disputed one."""
CYCLES = 3
"""How often the four plies of a cycle are played: the position then stands for the fourth time."""
PLACING = 28
"""The plies of Master's placing half."""
NOTE = "samples/generate_disputed.py による。エンジンどうし、一手 {nodes} 局面 (種 {seed})"


class Dispute(NamedTuple):
    """What is disputed."""

    kind: str
    option: str
    other: str
    """The value of the option that changes the verdict; the record is judged by the default."""
    article: str
    words: str
    play: Callable[[Dispute, int], tuple[Played, tuple[str, ...], int] | None]
    """Returns the game of a seed, its closing lines, and the plies before its diagram; None if nothing is disputed."""


def refused(rules: Any, played: Played, begin: int = 0) -> int | None:  # noqa: ANN401
    """Return the first ply, from 1, of a game that is not legal under `rules`."""
    position = followed(rules, played.moves[:begin]).positions[-1]
    for ply, move in enumerate(played.moves[begin:], start=begin + 1):
        if move not in set(rules.legal_moves(position)):
            return ply
        position = rules.play(position, move)
    return None


def foul(dispute: Dispute, seed: int) -> tuple[Played, tuple[str, ...], int] | None:
    """One side plays what the other value allows; the other says 反則, and so does the default."""
    game = games.load(dispute.kind)
    played = engine_game(game.under(dispute.option, dispute.other), seed)
    ply = refused(game, played)
    if ply is None or ply < LEAST:
        return None
    winner = SIDE_LABELS[played.game.turn(played.positions[ply])].ja
    return cut(played, ply), (f"{ply + 1:>4} 反則負け", f"まで{ply}手で{winner}の勝ち"), 0


def agreed(dispute: Dispute, seed: int) -> tuple[Played, tuple[str, ...], int] | None:
    """Both play what the other value allows, to the end of the game."""
    game = games.load(dispute.kind)
    played = engine_game(game.under(dispute.option, dispute.other), seed)
    ending = played.game.outcome(played.positions[-1])
    if refused(game, played) is None or ending is None:
        return None
    return played, (_closing(played, ending),), 0


def allowed(dispute: Dispute, seed: int) -> tuple[Played, tuple[str, ...], int] | None:
    """One side plays what the default allows and the other value does not; a side resigns, or the game comes to its end."""
    game = games.load(dispute.kind)
    played, begin = engine_game(game, seed), _begin(dispute)
    ply = refused(game.under(dispute.option, dispute.other), played, begin)
    end = resignation(played, HOPELESS[dispute.kind])
    ending = game.outcome(played.positions[-1])
    if ply is None or ply <= begin + 1:
        return None
    if end is None or end <= ply:
        return (played, (_closing(played, ending, begin),), begin) if ending else None
    played = cut(played, end)
    return played, sheet.resigned(end - begin, played.game.turn(played.positions[-1])), begin


def offered(dispute: Dispute, seed: int) -> tuple[Played, tuple[str, ...], int] | None:
    """One side plays the first move that the default allows and the other value does not; the engine plays on to the end."""
    game = games.load(dispute.kind)
    played = engine_game(game, seed)
    rules = game.under(dispute.option, dispute.other)
    strict = followed(rules, ())
    for ply, (position, move) in enumerate(zip(played.positions, played.moves, strict=False)):
        now = set(rules.legal_moves(strict.positions[-1]))
        only = [other for other in game.legal_moves(position) if other not in now]
        if only and ply >= LEAST:
            after = game.play_legal(position, only[0])
            rest = engine_game(game, seed, start=after).moves
            played = followed(game, (*played.moves[:ply], only[0], *rest))
            ending = game.outcome(played.positions[-1])
            return (played, (_closing(played, ending),), 0) if ending else None
        if move not in now:
            return None
        strict = followed(rules, (move,), start=strict.positions[-1])
    return None


def declined(dispute: Dispute, seed: int) -> tuple[Played, tuple[str, ...], int] | None:
    """Black has the last move, leads, and passes."""
    played, begin = engine_game(games.load(dispute.kind), seed), _begin(dispute)
    game = played.game
    for ply, position in enumerate(played.positions):
        if game.closed(position) is not None and ply > begin:
            played = followed(game, (*played.moves[:ply], -1))
            return played, (_closing(played, game.outcome(played.positions[-1]), begin),), begin
    return None


def _closing(played: Played, ending: Any, begin: int = 0) -> str:  # noqa: ANN401
    return f"まで{len(played.moves) - begin}手で{ending.outcome.label.ja}"


def repeated(dispute: Dispute, seed: int) -> tuple[Played, tuple[str, ...], int] | None:
    """Both sides step to and fro until a position stands for the fourth time; the game goes on, and a side resigns."""
    played, begin = engine_game(games.load(dispute.kind), seed), _begin(dispute)
    game = played.game
    for ply in range(max(LEAST, begin), len(played.moves) - 1):
        cycle = _cycle(game, played.positions[ply])
        if cycle is not None:
            played = followed(game, (*played.moves[:ply], *cycle * CYCLES, played.moves[ply]))
            plies = len(played.moves)
            return played, sheet.resigned(plies - begin, game.turn(played.positions[-1])), begin
    return None


def _cycle(game: Any, start: Any) -> tuple[int, ...] | None:  # noqa: ANN401
    """Return four moves that lead back to a position: a move of each side, and the same ways back."""
    for out in _steps(game, start):
        one = game.play_legal(start, out)
        for reply in _steps(game, one):
            two = game.play_legal(one, reply)
            for home in _back(game, two, out):
                three = game.play_legal(two, home)
                for back in _back(game, three, reply):
                    if game.play_legal(three, back) == start:
                        return out, reply, home, back
    return None


def _steps(game: Any, position: Any) -> list[int]:  # noqa: ANN401
    """Return the moves from one square to another."""
    return [move for move in game.legal_moves(position) if game.spell(move).count("-") == 1]


def _back(game: Any, position: Any, move: int) -> Iterator[int]:  # noqa: ANN401
    """Yield the legal move that takes a move back, if there is one."""
    path, _, unit = game.spell(move).partition("-")
    for other in _steps(game, position):
        if game.spell(other) == f"{unit[:3]}-{path}{unit[3:]}":
            yield other


def _begin(dispute: Dispute) -> int:
    """Return the plies before the diagram of a record: Master's placing, whose every move the option `first` changes."""
    return PLACING if dispute.kind == "master" else 0


TURN = "裏返った駒をもう一度裏返せるか"
FOUR = "同じ局面が四回目になったら引き分けか、そのまま続くか。両者は続け、あとで一方が投了した"
LAST = "ほかに手のある黒が最終手をパスできるか"
DISPUTES = (
    Dispute("six", "near", "any", "six.4", "武を敵の占の隣に置けるか。相手は反則を申し立てた", foul),
    Dispute(
        "six", "line", "blocked", "six.12・six.13", "怨が、飛び越した駒の先でほかの駒を越えて降りられるか", offered
    ),
    Dispute("six", "beat", "any", "six.13", "怨が敵の怨を倒せるか。両者は倒せるものとして最後まで指した", agreed),
    Dispute("six", "four", "draw", "six.16", FOUR, repeated),
    Dispute("ace", "turn", "both", "union.8", f"{TURN}。相手は反則を申し立てた", foul),
    Dispute("king", "turn", "once", "union.8", f"{TURN}。相手は何も言わず、あとで一方が投了した", allowed),
    Dispute("master", "turn", "once", "union.8", f"{TURN}。相手は何も言わず、あとで一方が投了した", allowed),
    *(Dispute(kind, "four", "draw", "union.11", FOUR, repeated) for kind in ("ace", "king", "master")),
    Dispute("ace", "last", "must", "ace.2", LAST, declined),
    Dispute("king", "last", "must", "king.2", LAST, declined),
    Dispute("master", "last", "must", "master.4", LAST, declined),
    Dispute(
        "master",
        "first",
        "side",
        "master.1",
        "先に置くのは白のプレイヤーか、白い駒か。両者は白のプレイヤーとした",
        agreed,
    ),
)


def record(dispute: Dispute) -> str:
    """Return the record of a dispute. Raises LookupError if no seed has one."""
    for seed in range(SEEDS):
        found = dispute.play(dispute, seed)
        if found is None:
            continue
        played, closing, begin = found
        game = games.load(dispute.kind)
        text = sheet.sheet(
            {
                "棋種": game.name.ja,
                "規則": game.rules,
                "先手": "プログラム甲",
                "後手": "プログラム乙",
                "備考": NOTE.format(nodes=NODES, seed=seed),
            },
            [game.spell(move) for move in played.moves[begin:]],
            closing,
            diagram=game.spell_diagram(followed(game, played.moves[:begin]).positions[-1]) if begin else "",
            before=f"争点：{dispute.words} ({dispute.article}、{dispute.option}={dispute.other} で判定が変わる)",
        )
        if differing(text) == [f"{dispute.option}={dispute.other}"]:
            return text
    raise LookupError(dispute.option)


def differing(text: str) -> list[str]:
    """Return the readings that change the verdict on a record."""
    (found,) = read("sample", text.encode()).records
    return [other.name for other in judge_readings(found, verify(found, "", ())).differing]


def main() -> None:
    """Write the samples."""
    for dispute in DISPUTES:
        (HERE / dispute.kind / f"disputed-{dispute.option}.kif").write_text(record(dispute), "utf-8")


if __name__ == "__main__":
    main()
