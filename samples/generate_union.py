"""Writes the sample records of the Union games (see their SOURCES.md). Every run writes the same bytes.

A program played these games. In King the engine plays against itself. In the others each side mostly unites if that
scores, else makes a random move that loses no points.
"""

from __future__ import annotations

import importlib
import random
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core import games
from kifu.engine import play_engine_games
from notation.formats.kif_canonical_writer import compose_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.outcome import Ending

HERE = Path(__file__).parent
KINDS = ("ace", "king", "master")
LONGEST = 200
SEEDS = 4000
OFTEN = 0.9
"""How often a side unites if that scores."""
NODES = {"king": 400}
"""The games that the engine plays, with the positions that it may visit for a move."""
NOTE = "samples/generate_union.py による。合体できるときは得な合体を選び、あとは乱数 (種 {seed})"
ENGINE_NOTE = "samples/generate_union.py による。エンジンどうし、一手 {nodes} 局面 (種 {seed})"


RUN = {3: "丸・ v三・ ・四 ・丸 ・・ ・・ ・・"}
OVER = {
    2: "・・ 丸'丸' ・・ 三'三' ・・ 四'四' ・・",
    3: "・・ ・・ 五'五' ・・ 六'六' ・・ ・・",
    4: "・・ 八'八' ・・ ・・ ・・ ・・ ・・",
}
ILLEGAL = (
    ("union.1", RUN, "パス"),
    ("union.2", RUN, "二03-二04三内"),
    ("union.2", RUN, "一03-五05丸内"),
    ("union.3", RUN, "一03-一05丸内"),
    ("union.4", RUN, "一03-六03丸内"),
    ("union.5", RUN, "一03-四03丸内"),
    ("union.5", RUN, "一03-五03丸内合"),
    ("union.6", RUN, "一03-三03丸内合"),
    ("master.1", RUN, "五05丸内"),
    ("end", OVER, "二02-二01丸内"),
)
"""An article, the rows of a diagram, and a move of white that breaks the article."""
PLACING = (("master.1", "四04A内"), ("master.2", "四04白A内反"), ("union.2", "四04-四05A内"), ("union.1", "パス"))
"""An article, and a first move in Master that breaks it."""
EMPTY = "・・ ・・ ・・ ・・ ・・ ・・ ・・"
LETTERS = str.maketrans("丸三四五六八十", "ABCDEFG")


class Played(NamedTuple):
    """A whole game."""

    seed: int
    moves: tuple[int, ...]
    ending: Ending
    score: tuple[float, float]
    last_move: bool
    """Whether white reached the target, so black had the last move."""
    leading_before: str
    """The leader before black's last move: first or other; empty without a last move."""


def choose(draw: random.Random, game: Any, position: Any) -> int:  # noqa: ANN401 - needs more than the contract has
    """Return a move: mostly the uniting move that scores most, else a random one that loses no points, else any."""
    moves = [move for move in game.legal_moves(position) if game.spell(move) != "パス"] or [-1]
    side = game.turn(position)
    here = game.score(position)[side]
    uniting = [move for move in moves if game.spell(move).endswith("合")]
    paying = [move for move in uniting if game.score(game.play_legal(position, move))[side] > here]
    if paying and draw.random() < OFTEN:
        return max(paying, key=lambda move: game.score(game.play_legal(position, move))[side])
    keeping = [move for move in moves if game.score(game.play_legal(position, move))[side] >= here]
    return draw.choice(keeping or moves)


def searched(kind: str, seed: int) -> Iterator[int]:
    """Yield the moves of a game of the engine against itself."""
    player = play_engine_games.Player(NODES[kind])
    yield from play_engine_games.play_engine_game(
        games.load(kind), (player, player), seed, plies=LONGEST, stale=play_engine_games.STALE
    ).moves


@cache
def play(kind: str, seed: int) -> Played | None:
    """Return the game of a seed; None if it does not end within LONGEST plies."""
    game: Any = games.load(kind)
    draw = random.Random(f"{kind} {seed}")  # noqa: S311 - reproducible samples
    by_engine = searched(kind, seed) if kind in NODES else None
    position = game.start()
    moves: list[int] = []
    leading = ""
    last = False
    while len(moves) < LONGEST:
        ending = game.outcome(position)
        if ending is not None:
            return Played(seed, tuple(moves), ending, game.score(position), last, leading)
        if game.closed(position) is not None:
            last, leading = True, "first" if game.score(position)[0] > game.score(position)[1] else "other"
        move = next(by_engine) if by_engine else choose(draw, game, position)
        moves.append(move)
        position = game.play_legal(position, move)
    return None


def find(kind: str, wanted: Callable[[Played], bool]) -> Played:
    """Return the first game, by seed, for which `wanted` is true. Raises LookupError if there is none."""
    for seed in range(SEEDS):
        played = play(kind, seed)
        if played is not None and wanted(played):
            return played
    raise LookupError(kind)


def record(kind: str, played: Played, *, closing: str | None = None, points: bool = True) -> str:
    """Return a game as a record, with the points the players counted."""
    text = compose_record(games.load(kind), _headers(kind, played), played.moves, None)
    outcome = played.ending.outcome
    assert outcome is not None  # noqa: S101 - the rules ended it
    count = f"得点：先手{played.score[0]} 後手{played.score[1]}\n" if points else ""
    return text + count + (f"まで{len(played.moves)}手で{outcome.label.ja}\n" if closing is None else closing)


def _headers(kind: str, played: Played) -> dict[str, str]:
    note = ENGINE_NOTE.format(nodes=NODES[kind], seed=played.seed) if kind in NODES else NOTE.format(seed=played.seed)
    return {"先手": "プログラム", "後手": "プログラム", "備考": note}


def samples(kind: str) -> dict[str, str]:
    """Return the samples of a game by file name."""
    game: Any = games.load(kind)
    white = find(kind, lambda game: game.last_move and game.ending.outcome == "first")
    black = find(kind, lambda game: not game.last_move)
    decisive = find(kind, lambda game: game.leading_before == "first" and game.ending.outcome == "second")
    drawn = find(kind, lambda game: game.ending.outcome == "draw")
    declined = record(kind, white._replace(moves=white.moves[:-1]), points=False)
    wrong = record(kind, white).replace(f"先手{white.score[0]}", f"先手{white.score[0] + 5}")
    passed = record(kind, white._replace(moves=(*white.moves[:-1], -1)), points=False)
    texts = {
        "last-move-taken.kif": record(kind, white),
        "last-move-declined.kif": passed,
        "closed-before-the-last-move.kif": declined,
        "last-move-decides.kif": record(kind, decisive),
        "black-reaches-the-target.kif": record(kind, black),
        "draw.kif": record(kind, drawn),
        "wrong-total.kif": wrong,
        "illegal-moves.kif": illegal(kind),
    }
    if game.match_article is not None:
        texts["match.kif"] = match(kind, white, black)
    return texts


def illegal(kind: str) -> str:
    """Return a file of records, each with a diagram and one illegal move; a comment before it names the article."""
    game: Any = games.load(kind)
    turned = ("union.8", {3: "丸'・ ・・ ・・ ・・ ・・ ・・ ・・"}, "一03-二03丸内反") if kind == "ace" else None
    still = ("union.8", RUN, f"一03-一03{'丸' if kind == 'ace' else '四' if kind == 'king' else '五'}内反")
    end = importlib.import_module(f"{game.package}.game").FAMILY.end_article
    records = []
    for article, rows, move in (*ILLEGAL, still, *([turned] if turned else [])):
        drawn = "".join(f"{rows.get(row, EMPTY)} {row:02d}\n" for row in range(1, 8))
        if kind == "master":
            drawn, move = drawn.translate(LETTERS), _lettered(move)  # noqa: PLW2901
        cited = end if article == "end" else article
        records.append(f"棋種：{game.name.ja}\n# {cited}\n局面図\n一 二 三 四 五 六 七\n{drawn}手番：白\n   1 {move}\n")
    if kind == "master":
        records += [f"棋種：{game.name.ja}\n# {article}\n   1 {move}\n" for article, move in PLACING]
    return "\n".join(records)


def _lettered(move: str) -> str:
    """Return a move with its unit as a letter of Master; the squares keep their numerals."""
    at = max(move.find("内"), move.find("外")) - 1
    return move if at < 0 else move[:at] + move[at].translate(LETTERS) + move[at + 1 :]


def match(kind: str, first: Played, second: Played) -> str:
    """Return two games as one match."""
    head = f"棋種：{games.load(kind).name.ja}\n先手：プログラム甲\n後手：プログラム乙\n備考：samples/generate_union.py による\n"
    halves = [record(kind, played).partition("手数----")[2] for played in (first, second)]
    return head + "".join(f"対局：{name}\n手数----{half}" for name, half in zip(("前半", "後半"), halves, strict=True))


def main() -> None:
    """Write the samples."""
    for kind in KINDS:
        (HERE / kind).mkdir(exist_ok=True)
        for name, text in samples(kind).items():
            (HERE / kind / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
