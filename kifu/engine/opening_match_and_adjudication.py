"""Match of two opening sets, and adjudication of games by proof.

The engine plays the rest; sides and symmetries are balanced.
"""

from __future__ import annotations

import random
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from kifu.core import games
from kifu.core.errors import InvalidMove
from kifu.core.message import Message, quoted
from kifu.core.outcome import Outcome, Side
from kifu.engine.play_engine_games import MAX_PLIES, NOISE, EngineGame, Player, play_engine_game
from kifu.engine.solver import SolverAnswer, prove_forced_win

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game, Position


NODES = 20_000
"""The default number of positions that the solver searches for each position: some hundredths of a second."""
LAST = 30
"""The plies before the end of a game in which the solver is asked, unless a ply is given."""
AUTO = -1
"""As the first ply: the last plies of each game."""


class AdjudicationSettings(NamedTuple):
    """How the solver is asked: the same values give the same answers."""

    start: int = AUTO
    """The ply from which on it is asked; AUTO: the last LAST plies of each game."""
    nodes: int = NODES
    """The positions that it searches for each position."""

    def first(self, plies: int) -> int:
        """First ply to solve of a game, its last position at latest."""
        return max(0, min(plies, plies - LAST if self.start == AUTO else self.start))


class AdjudicatedGame(NamedTuple):
    """A game that a proof has decided."""

    ply: int
    """The ply after which the winner had a proven win for the first time."""
    winner: Side
    plies: int
    """The length of the win from there."""

    @property
    def outcome(self) -> Outcome:
        """The outcome that the winner can force."""
        return Outcome.win(self.winner)


def solve_positions(
    game: Game, positions: Sequence[Position], settings: AdjudicationSettings
) -> Iterator[tuple[int, SolverAnswer]]:
    """Ply and solver's answer of each solved position that is not over.

    `positions` are those of a game, its start first. What is proven for the side that waits is proven after each move of
    its opponent too, also where the budget would not be enough. Raises ValueError for a game that cannot be solved.
    """
    last: SolverAnswer | None = None
    for ply in range(settings.first(len(positions) - 1), len(positions)):
        position = positions[ply]
        if game.outcome(position) is not None:
            continue
        answer = prove_forced_win(game, position, settings.nodes)
        forced = last is not None and last.winner is not None and game.turn(positions[ply - 1]) != last.winner
        if last is not None and forced and not answer.proven:
            answer = SolverAnswer(last.winner, last.plies - 1, answer.positions, proven=True)
        yield ply, answer
        last = answer


def adjudicated_game_and_last_answer(
    game: Game, start: Position, moves: Sequence[int], settings: AdjudicationSettings
) -> tuple[AdjudicatedGame | None, SolverAnswer | None]:
    """Decision of a game by proof, and the solver's last answer.

    Either is None if there is none. The first proven win counts. Raises ValueError for a game that cannot be solved.
    """
    positions = list(accumulate(moves, game.play_legal, initial=start))
    answer = None
    for ply, answer in solve_positions(game, positions, settings):
        if answer.winner is not None:
            return AdjudicatedGame(ply, answer.winner, answer.plies), answer
    return None, answer


OpeningSet = tuple[int, ...] | int | None
"""The squares on which a side places its opening set; or how many units it must place, where it chooses the squares as it goes;
None: the side opens freely."""


class MatchSettings(NamedTuple):
    """The conditions that all games of a duel share."""

    game: str
    """Id of the game, under its default rules."""
    sets: tuple[OpeningSet, OpeningSet]
    """The opening sets of A and B. A is 先手 in the even games."""
    nodes: tuple[int, int]
    """The nodes of a move of A and of B."""
    seed: int
    exchange: bool = True
    """Whether A is 後手 in the odd games."""
    noise: int = NOISE
    plies: int = MAX_PLIES
    stale: int = 0
    """The units of evaluation that a repeated position costs."""
    adjudication: AdjudicationSettings | None = None
    """How the solver decides games; None: it is not asked."""
    drawn: int = 0
    """The first plies of each game that are drawn uniformly from the legal moves, so that openings vary."""
    proofs: bool = True
    """Whether A and B ask the solver before each search (:class:`kifu.engine.play_engine_games.Player`)."""


class MatchGame(NamedTuple):
    """One game of a duel."""

    exchanged: bool
    """Whether A was 後手."""
    symmetry: int
    """Number of the symmetry that both sets were turned by."""
    played: EngineGame
    """The game as the engine played it, to its end."""
    decided: AdjudicatedGame | None = None
    """How a proof decided the game, before the end that the engine played."""
    neither: bool = False
    """Whether the game was broken off, and it is proven that neither side could force a win in its last position."""

    @property
    def winner(self) -> str | None:
        """``a``, ``b``, ``draw``, or None for a game that was broken off.

        A proof counts before what was played.
        """
        return self._winner_name(self.decided.outcome if self.decided else self.played.outcome)

    @property
    def played_winner(self) -> str | None:
        """The winner as the engine played the game, whatever was proven."""
        return self._winner_name(self.played.outcome)

    @property
    def plies(self) -> int:
        """The number of plies that count: up to the proof, or all."""
        return self.decided.ply if self.decided else len(self.played.moves)

    def _winner_name(self, outcome: Outcome | None) -> str | None:
        if outcome in {None, Outcome.DRAW}:
            return outcome and "draw"
        return "ab"[(outcome is Outcome.SECOND) != self.exchanged]


class MatchScore(NamedTuple):
    """The results of the games of a duel."""

    a: int = 0
    b: int = 0
    draw: int = 0
    unfinished: int = 0

    @property
    def finished(self) -> int:
        """The number of games that ended."""
        return self.a + self.b + self.draw

    def with_result(self, winner: str | None) -> MatchScore:
        """Return the tally with one more game."""
        key = winner or "unfinished"
        return self._replace(**{key: getattr(self, key) + 1})


def score_match(games: list[MatchGame], *, exchanged: bool | None = None) -> MatchScore:
    """Score of a duel: all games, or those with sides `exchanged`.

    They are exchanged if A was 後手; False counts the others.
    """
    count = MatchScore()
    for bout in games:
        if exchanged is None or bout.exchanged is exchanged:
            count = count.with_result(bout.winner)
    return count


def play_match_game(settings: MatchSettings, game_number: int) -> MatchGame:
    """Play one game of a duel, numbered from 0.

    The same contest and number give the same game. The sides are exchanged with each game. The symmetries that keep the
    sides follow each other. So a duel is balanced if its number of games is a multiple of twice the number of these
    symmetries. The seed draws the order in which a set is placed.
    """
    game = games.load(settings.game)
    exchanged = settings.exchange and game_number % 2 == 1
    usable = [index for index, symmetry in enumerate(game.symmetries) if not symmetry.exchanges]
    symmetry = usable[game_number // (1 + settings.exchange) % len(usable)]
    draw = random.Random(settings.seed * 1_000_003 + game_number)  # noqa: S311 - a reproducible game, no secret
    players = []
    for side in Side:
        player = side ^ exchanged
        squares, size = settings.sets[player], 0
        opening = None
        if isinstance(squares, int):
            size = squares
            draw.sample(range(size), size)  # not used: so the game has the seed of one with a set of this size
        elif squares is not None:
            moves = [game.image_of_move(move, symmetry) for move in placement_moves(game, squares, side)]
            opening = tuple(draw.sample(moves, len(moves)))
        players.append(Player(settings.nodes[player], opening, size=size, proofs=settings.proofs))
    seed = draw.getrandbits(31)
    played = _play_from_drawn_plies(game, settings, (players[0], players[1]), seed, draw)
    if settings.adjudication is None:
        return MatchGame(exchanged, symmetry, played)
    decided, last = adjudicated_game_and_last_answer(game, game.start(), played.moves, settings.adjudication)
    neither = played.outcome is None and decided is None and last is not None and last.proven
    return MatchGame(exchanged, symmetry, played, decided, neither)


def _play_from_drawn_plies(
    game: Game, settings: MatchSettings, players: tuple[Player, Player], seed: int, draw: random.Random
) -> EngineGame:
    """Play a game, its drawn plies first. They have the value 0."""
    how = {"noise": settings.noise, "stale": settings.stale}
    if not settings.drawn:
        return play_engine_game(game, players, seed, plies=settings.plies, **how)
    position = game.start()
    drawn: list[int] = []
    while len(drawn) < min(settings.drawn, settings.plies) and game.outcome(position) is None:
        drawn.append(draw.choice(list(game.legal_moves(position))))
        position = game.play_legal(position, drawn[-1])
    ending = game.outcome(position)
    if ending is not None or len(drawn) == settings.plies:
        return EngineGame(tuple(drawn), (0,) * len(drawn), ending and ending.outcome)
    played = play_engine_game(game, players, seed, start=position, plies=settings.plies - len(drawn), **how)
    return EngineGame((*drawn, *played.moves), (0,) * len(drawn) + played.values, played.outcome)


class ProofCounts(NamedTuple):
    """How often proofs decided the games of a duel."""

    decided: int = 0
    """Games that a proof decided."""
    lost: int = 0
    """Games among them that the side with the proven win had lost."""
    drawn: int = 0
    """Games among them that had been drawn."""
    unfinished: int = 0
    """Games among them that had been broken off."""
    neither: int = 0
    """Games broken off where neither side could force a win in the last position."""

    def with_game(
        self, proven_winner: str | None, played_winner: str | None, *, decided: bool, neither: bool
    ) -> ProofCounts:
        """Counts with one more game: its winner by proof and by play."""
        if not decided:
            return self._replace(neither=self.neither + neither)
        counts = self._replace(decided=self.decided + 1)
        if played_winner == proven_winner:
            return counts
        key = {"draw": "drawn", None: "unfinished"}.get(played_winner, "lost")
        return counts._replace(**{key: getattr(counts, key) + 1})


def count_proofs(games: list[MatchGame]) -> ProofCounts:
    """Count how often proofs decided the games of a duel."""
    count = ProofCounts()
    for each in games:
        count = count.with_game(each.winner, each.played_winner, decided=each.decided is not None, neither=each.neither)
    return count


def parse_squares_or_count(game: Game, squares_or_count: str) -> tuple[int, ...] | int:
    """Squares that `squares_or_count` names, or the number of units.

    Raises InvalidMove for anything else.
    """
    number = squares_or_count.strip()
    if not (number.isascii() and number.isdigit()):
        return parse_squares(game, squares_or_count)
    parse_squares(game, "")  # refuses a game without opening sets
    most = game.board.columns * game.board.rows
    if len(number) > len(str(most)) or not 1 <= int(number) <= most:
        raise InvalidMove(
            "no-such-size", Message(f"個数は 1 から {most} です ({number})", f"a size is 1 to {most}, not {number}")
        )
    return int(number)


def parse_squares(game: Game, square_names: str) -> tuple[int, ...]:
    """Return the squares that `square_names` names, separated by commas, 、 or blanks.

    Raises InvalidMove for a word that is no square of the board, for a square that is named twice, and for a game without
    opening sets.
    """
    if game.opening_unit is None:
        raise InvalidMove(
            "no-opening-sets",
            Message(f"{game.name.ja}には序盤の組がありません", f"{game.name.en} has no opening sets"),
        )
    squares: list[int] = []
    for word in square_names.replace("、", " ").replace("，", " ").replace(",", " ").split():
        square = game.board.parse(word)
        if square is None:
            raise InvalidMove(
                "no-such-square",
                Message(
                    f"「{quoted(word)}」というマスはありません。四04,三03 のように書いてください",
                    f"there is no square '{quoted(word)}'; write 四04,三03",
                ),
            )
        if square in squares:
            raise InvalidMove(
                "square-twice", Message(f"「{quoted(word)}」が二度あります", f"'{quoted(word)}' is named twice")
            )
        squares.append(square)
    return tuple(squares)


def placement_moves(game: Game, squares: tuple[int, ...], side: Side) -> list[int]:
    """Moves with which `side` places its set from the start."""
    position = game.start()
    while game.turn(position) is not side:
        position = game.play_legal(position, next(iter(game.legal_moves(position))))
    unit = game.opening_unit
    return [game.resolve(position, game.read(f"{game.board.spell(square)}{unit}")) for square in squares]
