"""Plays pairs of random sets: two games each, the sides exchanged. Each game is looked at once, ply by ply, and kept as a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.tournaments.game_tasks_and_journal import (
    COLUMNS,
    GIVEN,
    GamesJournal,
    GameTask,
    TaskBatch,
    duel_seed,
    journal_rows,
    seeded_random,
    task_cells,
)
from analysis.tournaments.square_sets_up_to_symmetry import opening_points, random_set, untaken_points
from kifu.core import games
from kifu.core.outcome import Outcome, Side, Termination
from kifu.engine.opening_match_and_adjudication import MatchSettings, play_match_game
from kifu.engine.play_engine_games import NOISE, STALE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from analysis.tournaments.square_sets_up_to_symmetry import Squares
    from kifu.core.game.game import Game

GAMES_OF_A_PAIR = 2
WINNERS: Mapping[Outcome | None, Side] = {Outcome.FIRST: Side.FIRST, Outcome.SECOND: Side.SECOND}
MEASURES = ("hand", "mobility", "ghosts", "fighters")
"""The measures of a game that a :class:`PairLook` needs."""

PAIR_COLUMNS = (*COLUMNS[:GIVEN], "winner", "ending", "plies", "last_moves", "looks")
"""The task, then what came of the game. A look is its four numbers joined by dots, looks are joined by blanks."""
SIDES = {"": None, **{side.name.lower(): side for side in Side}}
ENDINGS = {"", *map(str, Termination)}


class PairSettings(NamedTuple):
    """All that determines the games of pairs: equal settings give equal games."""

    game: str
    """Id of a game with opening sets."""
    size: int
    pairs: int
    nodes: int
    seed: int
    plies: int
    """A game is broken off after this number of plies."""
    noise: int = NOISE
    stale: int = STALE
    rival: int | None = None
    """The size of the second set of each pair; None: that of the first."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """The size of both sets, or the sizes of the first and of the second."""
        return (self.size,) if self.rival in {None, self.size} else (self.size, self.rival or 0)


class PairLook(NamedTuple):
    """A position in which neither side has a unit in hand, as the side to move has it."""

    moves: int
    rival_ghosts: int
    """The beaten units of the opponent, which stand as obstacles."""
    own_ghosts: int
    own_fighters: int


class PairGame(NamedTuple):
    """One game of a pair."""

    pair: int
    exchanged: bool
    """Whether the first set of the pair was 後手's."""
    winner: Side | None
    """None: the game was broken off."""
    ending: str
    """How it ended: the termination; empty if it was broken off."""
    plies: int
    last_moves: int | None
    """The legal moves that the loser had in their last turn; None without a loser, or if they had no turn."""
    looks: tuple[PairLook, ...]


def sets_of(settings: PairSettings, pair: int) -> tuple[Squares, Squares]:
    """Return the two sets of a pair, drawn uniformly from those without a common square. They depend on sizes and seed."""
    points = opening_points(games.load(settings.game))
    draw = seeded_random(settings, "pairs", *settings.sizes, pair)
    first = random_set(draw, points, settings.size)
    return first, random_set(draw, untaken_points(points, first), settings.sizes[-1])


def batch_of(settings: PairSettings) -> TaskBatch:
    """Return all games of a study of pairs, in order."""
    seed = _seed_of_games(settings)
    numbers = range(GAMES_OF_A_PAIR * settings.pairs)
    sets = [sets_of(settings, pair) for pair in range(settings.pairs)]
    return TaskBatch(
        "pairs", tuple(GameTask(*sets[number // GAMES_OF_A_PAIR], settings.nodes, seed, number) for number in numbers)
    )


def play_pair_game(settings: PairSettings, number: int) -> PairGame:
    """Play game `number`, counted from 0 through all pairs; the same settings and number give the same game."""
    game = games.load(settings.game)
    pair = number // GAMES_OF_A_PAIR
    contest = MatchSettings(
        settings.game,
        sets_of(settings, pair),
        (settings.nodes, settings.nodes),
        _seed_of_games(settings),
        noise=settings.noise,
        plies=settings.plies,
        stale=settings.stale,
        proofs=False,
    )
    result = play_match_game(contest, number)
    return looked_at(game, pair, result.played.moves, exchanged=result.exchanged)


def looked_at(game: Game, pair: int, moves: tuple[int, ...], *, exchanged: bool) -> PairGame:
    """Replay a game by its rules, and return how it ended and what it looked like on the way."""
    position = game.start()
    looks: list[PairLook] = []
    last_turn: list[int | None] = [None, None]
    names = [measure.key for measure in game.measures]
    known = set(MEASURES) <= set(names)
    for move in moves:
        side = game.turn(position)
        if known:
            row = dict(zip(names, game.measure(position), strict=True))
            last_turn[side] = int(row["mobility"][side])
            if not any(row["hand"]):
                own, rival = int(side), 1 - int(side)
                looks.append(
                    PairLook(
                        int(row["mobility"][own]),
                        int(row["ghosts"][rival]),
                        int(row["ghosts"][own]),
                        int(row["fighters"][own]),
                    )
                )
        position = game.play_legal(position, move)
    ending = game.outcome(position)
    winner = None if ending is None else WINNERS.get(ending.outcome)
    lost = None if winner is None else last_turn[1 - winner]
    how = "" if ending is None else str(ending.termination)
    return PairGame(pair, exchanged, winner, how, len(moves), lost, tuple(looks))


def _seed_of_games(settings: PairSettings) -> int:
    return duel_seed(settings, "pairs", *settings.sizes, settings.nodes)


def as_pair_row(settings: PairSettings, task: GameTask, game: PairGame) -> tuple[str, ...]:
    """Return a game as text, by :data:`PAIR_COLUMNS`."""
    winner = "" if game.winner is None else game.winner.name.lower()
    last = "" if game.last_moves is None else str(game.last_moves)
    looks = " ".join(".".join(map(str, look)) for look in game.looks)
    return (*task_cells(settings, task), winner, game.ending, str(game.plies), last, looks)


def read_pairs(settings: PairSettings, batch: TaskBatch, text: str) -> list[PairGame]:
    """Return the first games of a batch from their lines, head included.

    Raises ValueError for lines that are not those of the games of the batch, in its order.
    """
    rows = journal_rows(settings, batch, text, PAIR_COLUMNS)
    return [read_pair(task, row[GIVEN:]) for task, row in zip(batch.tasks, rows, strict=False)]


def read_pair(task: GameTask, cells: Sequence[str]) -> PairGame:
    """Return what came of a game from the cells after its task. Raises ValueError for any other cells."""
    winner, ending, plies, last, looks = cells
    if winner not in SIDES or ending not in ENDINGS:
        raise ValueError(cells)
    seen = tuple(_look(word) for word in looks.split())
    moves = int(last) if last else None
    return PairGame(task.number // GAMES_OF_A_PAIR, task.exchanged, SIDES[winner], ending, int(plies), moves, seen)


def _look(word: str) -> PairLook:
    moves, rival, own, fighters = map(int, word.split("."))
    return PairLook(moves, rival, own, fighters)


def _play(settings: PairSettings, task: GameTask) -> PairGame:
    return play_pair_game(settings, task.number)


PAIRS = GamesJournal(_play, lambda _: PAIR_COLUMNS, as_pair_row, read_pairs)
"""The journal of pairs. Results are of the type :class:`PairGame`."""
