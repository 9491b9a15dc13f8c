"""Likeliest reading of a sheet, also by what its sure plies show of the hand."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from analysis.scan.beam_search import Decoder
from analysis.scan.join_pages import join_plies
from analysis.scan.move_likelihood import SurePly

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.scan.beam_search import DecodedGame
    from analysis.scan.move_likelihood import PlyInk
    from analysis.scan.scanned_sheet import Sheet
    from kifu.core.game.game import Game, Position

WIDTH = 5
"""The lines of play that are followed to compare readings."""
SURE = 0.8
"""The share of the lines of play from which on their move shows the hand."""


class _SheetGames(NamedTuple):
    """The games of a sheet in one of its readings, each with its number in the match, its plies and its likeliest line."""

    sheet: Sheet
    games: tuple[tuple[int, list[PlyInk], DecodedGame], ...]

    @property
    def likelihood(self) -> float:
        """The logarithm of the chance of ink and rules together."""
        return sum(decoded.score + sum(ink.best for ink in plies) for _, plies, decoded in self.games)

    def sure_plies(self) -> Iterator[SurePly]:
        """Yield the legal moves that show the hand, in whose boxes nothing is crossed out."""
        for part, plies, decoded in self.games:
            for step, share in zip(decoded.steps, decoded.shares, strict=True):
                row, chance = step.rows[0], share.get(step.text, 0.0)
                if step.move is not None and row is not None and not plies[row].silent and chance > SURE:
                    yield SurePly(part, plies[row], step.text, chance)


def likeliest_reading(game: Game, start: Position, sheet: Sheet, *, alone: bool) -> Sheet:
    """Return a sheet in the reading whose ink and rules together are the likeliest.

    Of a sheet that stands alone the sure plies show the hand, and it is read once more by them; two make each other sure.
    """
    alone = alone and all(page.flat for page in sheet.pages)
    if not sheet.readings and not alone:
        return sheet
    readings = [sheet, *(sheet._replace(pages=pages, fitted=how) for how, pages in sheet.readings)]
    best = max((_decode_games_of_sheet(game, start, one) for one in readings), key=attrgetter("likelihood"))
    if alone:
        from analysis.scan.fine_tune import average_readings, read_by_own_plies  # noqa: PLC0415 - an extra

        own = read_by_own_plies(best.sheet, list(best.sure_plies()))
        mean = own._replace(pages=tuple(map(average_readings, best.sheet.pages, own.pages)))
        best = max(
            best, *(_decode_games_of_sheet(game, start, one) for one in (own, mean)), key=attrgetter("likelihood")
        )
    return best.sheet._replace(readings=())


def _decode_games_of_sheet(game: Game, start: Position, sheet: Sheet) -> _SheetGames:
    games = []
    for part in sorted({page.part for page in sheet.pages}):
        plies = join_plies(game, [page for page in sheet.pages if page.part == part])
        games.append((part, plies, Decoder(game, start, [plies], WIDTH).best_game()))
    return _SheetGames(sheet, tuple(games))
