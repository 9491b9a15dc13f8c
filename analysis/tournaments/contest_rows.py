"""Rows of contests: shares, and differences from the control."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from analysis.tables.confidence_intervals import wilson
from analysis.tournaments.control_groups import BESIDE, beside, points
from analysis.tournaments.share_rows import SEATS
from analysis.tournaments.square_values import touching_pairs
from kifu import games

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.tournaments.contests import ContestGame, ContestSettings, PlayedContest

SHARE_COLUMNS = (
    "nodes", "side", "rival", "seat", "games", "a_won", "b_won", "drawn", "unfinished", "share", "low", "high", "half",
    "half_low", "half_high", "placed", "rival_placed", "touching", "rival_touching", "plies", "seed",
)  # fmt: skip
CONTROLS = ("nodes", "side", "rival", "control", *BESIDE)
GAMES = ("nodes", "side", "rival", "game", "winner", "plies", "placed", "rival_placed", "touching", "rival_touching")


def share_rows(settings: ContestSettings, played: Sequence[PlayedContest]) -> Iterator[dict[str, object]]:
    """Yield the share of each side, by seat, as rows of :data:`SHARE_COLUMNS`.

    ``share`` is of the games that ended, ``half`` counts a game broken off as half a point; Wilson's intervals, 95 %.
    ``placed`` and ``touching`` are the means of the units placed and of the pairs of their squares that touch.
    """
    for contest in played:
        for seat, exchanged in SEATS.items():
            tally, seen = contest.tally(exchanged=exchanged), list(contest.games(exchanged=exchanged))
            counts = [_counts(settings, game) for game in seen]
            means = (f"{fmean(column):.2f}" for column in zip(*counts, strict=True)) if counts else ("",) * len(COUNTS)
            yield {
                **_contest_columns(contest),
                "seat": seat,
                "games": len(seen),
                "a_won": tally.a,
                "b_won": tally.b,
                "drawn": tally.draw,
                "unfinished": tally.unfinished,
                **_share_columns("share", "low", "high", points(tally), tally.finished),
                **_share_columns("half", "half_low", "half_high", points(tally, half=True), sum(tally)),
                **dict(zip(COUNTS, means, strict=True)),
                "plies": f"{fmean(game.plies for game in seen):.1f}" if seen else "",
                "seed": contest.tasks[0].seed,
            }


def control_rows(played: Sequence[PlayedContest]) -> Iterator[dict[str, object]]:
    """Yield each side beside its control, as rows of :data:`CONTROLS`.

    The control played the same rival with the same nodes.
    """
    tallies = {(contest.side.word, contest.rival.word, contest.nodes): contest.tally() for contest in played}
    compared = []
    for contest in played:
        control = tallies.get((contest.side.control, contest.rival.word, contest.nodes))
        if control is not None:
            compared.append(({**_contest_columns(contest), "control": contest.side.control}, contest.tally(), control))
    yield from beside(compared)


def game_rows(settings: ContestSettings, played: Sequence[PlayedContest]) -> Iterator[dict[str, object]]:
    """Yield every game as rows of :data:`GAMES`.

    The side is 先手 in the games of even number. Its sets follow from the seed.
    """
    for contest in played:
        for number, game in enumerate(contest.results):
            counts = dict(zip(COUNTS, _counts(settings, game), strict=True))
            yield {
                **_contest_columns(contest),
                "game": number,
                "winner": game.winner or "",
                "plies": game.plies,
                **counts,
            }


COUNTS = ("placed", "rival_placed", "touching", "rival_touching")


def _counts(settings: ContestSettings, game: ContestGame) -> tuple[int, ...]:
    columns = games.load(settings.game).board.columns
    sets = (set(game.a_placed), set(game.b_placed))
    return (*map(len, sets), *(touching_pairs(squares, columns) for squares in sets))


def _contest_columns(contest: PlayedContest) -> dict[str, object]:
    return {"nodes": contest.nodes, "side": contest.side.word, "rival": contest.rival.word}


def _share_columns(share: str, low: str, high: str, won: float, of: int) -> dict[str, object]:
    ends = wilson(won, of)
    return {share: f"{won / of:.4f}" if of else "", low: f"{float(ends[0]):.4f}", high: f"{float(ends[1]):.4f}"}
