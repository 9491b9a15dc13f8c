"""Draft of one game from its sheets' likeliest readings: plies, candidates, questions."""

from __future__ import annotations

from math import exp
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from analysis.scan.beam_search import Decoder
from analysis.scan.plies_and_move_likelihood import MISSING, SurePly, parse_move, plies_without_gaps
from kifu.reconcile.line_tree import ILLEGAL, START
from kifu.reconcile.slip_rules import slip_between

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.scan.beam_search import DecodedGame, DecodedPly
    from analysis.scan.plies_and_move_likelihood import PlyInk
    from analysis.scan.scanned_sheet import Sheet
    from kifu.core.game.game import Game, Position
    from kifu.core.game.rules import Breach


FOUL_CHANCE = 0.05
"""The chance of an illegal move beside a legal one, before the ink is looked at: rather too high than too low."""
SURE = 0.9
"""A ply of less confidence is asked."""
SUSPECTED, DECIDED = 1.0, 9.0
"""How much better an illegal move fits than the best legal one where a foul is suspected, and where the draft has it."""
LIKELIER, CLEARLY = -1.5, -5.0
"""The fit of the draft's move to the ink of one of two sheets below which a legal move, or an illegal one, is asked."""
CLOSE = -2.0
"""The fit, beside that of the draft's move, from which on another legal move is asked where there is only one sheet."""
TICK_CLOSE = -3.0
"""CLOSE of a move that differs in ticks alone: a speck is a tick, and there is no shape that speaks against it."""
UNRELIABLE, WIDER = 0.4, -3.0
"""The share of plies whose ink says something else than the draft from which on a sheet is asked more, and CLOSE of such a sheet."""
FAR_OFF = -3.0
"""The fit of the draft's move below which it is asked where the only sheet says no move."""
CANDIDATES = 3


class MoveCandidate(NamedTuple):
    """A move that a ply may be."""

    text: str
    weight: float
    breach: Breach | None = None
    """Why it is illegal; None for a legal move, and off the rules."""
    legal: bool = False
    """Whether the rules allow it there."""


class Ply(NamedTuple):
    """One ply of a draft."""

    ply: int
    text: str
    """The canonical text; what is written where the ink speaks against all legal moves; empty where nothing can be read."""
    written: tuple[str | None, ...]
    """What each sheet says by its ink alone; None where it lacks the line."""
    confidence: float
    asked: bool
    candidates: tuple[MoveCandidate, ...]
    slip: bool
    foul: bool
    surplus: str
    """What a sheet has in a row before it that is too many; empty for none."""
    rows: tuple[int | None, ...]
    gain: float
    """How much better another move fits the ink than `text`: above 0, it is the ink that speaks against it."""

    @property
    def differs(self) -> bool:
        """True if a sheet differs from the draft, or is empty there."""
        return any(text != self.text for text in self.written)


class Draft(NamedTuple):
    """The reading of one game."""

    plies: tuple[Ply, ...]
    off: int | None
    """The ply from which the rules no longer explain what is written."""


def draft_of_game(game: Game, start: Position, sheets: Sequence[Sequence[PlyInk]]) -> Draft:
    """Return the draft of a game from scanned plies."""
    decoder = Decoder(game, start, sheets)
    decoded = decoder.best_game()
    plies = _draft_plies(decoder, decoded, CLOSE)
    if sum(ply.differs for ply in plies) > UNRELIABLE * len(plies):
        plies = _draft_plies(decoder, decoded, WIDER)
    return Draft(plies, decoded.off)


def _draft_plies(decoder: Decoder, decoded: DecodedGame, close: float) -> tuple[Ply, ...]:
    """Return the plies of a decoded game with their questions."""
    node, plies = START, []
    # A sheet that ends before the other lacks nothing.
    ends = [
        max((at for at, step in enumerate(decoded.steps, start=1) if step.rows[sheet] is not None), default=0)
        for sheet in range(len(decoder.sheets))
    ]
    for number, (step, share) in enumerate(zip(decoded.steps, decoded.shares, strict=True), start=1):
        inks = [sheet[row] for sheet, row in zip(decoder.sheets, step.rows, strict=True) if row is not None]
        speaking = [ink for ink in inks if not ink.silent]
        ranked = sorted(_candidate_moves(decoder, node, step, speaking, share), key=lambda one: -one.weight)
        lacking = any(row is None and number < end for row, end in zip(step.rows, ends, strict=True))
        plies.append(_draft_ply(decoder, number, step, ranked, inks, close, lacking=lacking))
        node = ILLEGAL if step.move is None else decoded.course.line_after_move(node, step.move)
    for ply in _plies_before_ambiguous_lines(decoded):
        plies[ply - 1] = plies[ply - 1]._replace(asked=True, slip=True)
    return tuple(plies)


def _plies_before_ambiguous_lines(decoded: DecodedGame) -> Iterator[int]:
    """Yield the plies before a line that a sheet lacks which may as well stand behind it.

    The lack is seen only where the rules no longer explain what follows; while units are placed that may be many plies later.
    """
    course, nodes = decoded.course, [START]
    for step in decoded.steps:
        nodes.append(ILLEGAL if step.move is None else course.line_after_move(nodes[-1], step.move))
    for number, step in enumerate(decoded.steps):
        if step.guessed and not any(row is not None for row in step.rows):
            for first in range(number - 1, -1, -1):
                node, texts = nodes[first], [one.text for one in decoded.steps[first:number]]
                if not any(
                    course.allows_texts(course.line_after_move(node, move), texts)
                    for move in course.legal_moves_after(node)
                ):
                    break
                yield first + 1


def _draft_ply(  # noqa: PLR0913, PLR0917 - what a ply is judged by
    decoder: Decoder,
    number: int,
    step: DecodedPly,
    ranked: Sequence[MoveCandidate],
    inks: Sequence[PlyInk],
    nearest: float,
    *,
    lacking: bool,
) -> Ply:
    """Return a ply: its text, confidence, whether it is asked."""
    own = next((one for one in ranked if one.text == step.text), None)
    total = sum(one.weight for one in ranked)
    confidence = 0.0 if own is None or step.guessed else own.weight / total
    others = [one for one in ranked if one.text != step.text]
    gain = max((_log_likelihood_gain(one, step, inks) for one in others), default=MISSING)
    against = next((one for one in ranked if one.breach is not None), None)
    against_gain = MISSING if against is None else _log_likelihood_gain(against, step, inks)
    foul = against is not None and (step.move is None or against_gain > SUSPECTED)
    text = against.text if against is not None and against_gain > DECIDED else step.text
    written = tuple(
        None if row is None else sheet[row].best_text for sheet, row in zip(decoder.sheets, step.rows, strict=True)
    )
    close = len(decoder.sheets) == 1 and any(
        one.legal
        and _log_likelihood_gain(one, step, inks)
        > (TICK_CLOSE if _differ_in_ticks_alone(inks, one.text, step.text) else nearest)
        for one in others
    )
    contested = close or any(
        _does_ink_contradict_move(ink, step.text, others, alone=len(inks) == 1) for ink in inks if not ink.silent
    )
    crossed = any(ink.crossed for ink in inks) and not _does_one_sheet_settle_move(inks, step.text)
    astray = step.guessed or lacking or step.surplus != ""
    asked = confidence < SURE or gain > 0 or step.move is None or crossed or contested or astray
    return Ply(
        ply=number,
        text="" if step.guessed else text,
        written=written,
        confidence=round(confidence, 4),
        asked=asked,
        candidates=tuple(ranked[:CANDIDATES]),
        surplus=step.surplus,
        slip=astray or (foul and step.move is not None and _is_slip_of_move(decoder, step, against)),
        foul=foul,
        rows=step.rows,
        gain=round(gain, 2),
    )


def _differ_in_ticks_alone(inks: Sequence[PlyInk], first_text: str, second_text: str) -> bool:
    """Tell whether two moves differ in ticked words alone."""
    return all(
        one == two or box.place == "tick"
        for ink in inks
        for row, symbols, others in zip(ink.rows, ink.rows_of(first_text), ink.rows_of(second_text), strict=False)
        for box, one, two in zip((box for box in row.boxes if box.place != "digit"), symbols, others, strict=False)
    )


def _does_ink_contradict_move(ink: PlyInk, text: str, others: Sequence[MoveCandidate], *, alone: bool) -> bool:
    """Tell whether the ink of a sheet says another move than the draft.

    Any that the only sheet says is asked; of two, a legal move that is likelier, and an illegal one that is clearly so. Where
    the only sheet says no move, as with a tick too many, it is asked if the draft is far from it.
    """
    said = next((one for one in others if one.text == ink.best_text), None)
    if alone:
        return said is not None or (ink.best_text != text and ink.fit_of_text(text) < FAR_OFF)
    return said is not None and ink.fit_of_text(text) < (LIKELIER if said.legal else CLEARLY)


def _does_one_sheet_settle_move(inks: Sequence[PlyInk], text: str) -> bool:
    """Tell whether one sheet says a move without crossing out, and what the other crossed out allows it."""
    allowed = all(not (ink.silent or ink.doubtful) and ink.fit_of_text(text) > LIKELIER for ink in inks)
    return allowed and any(not ink.crossed and ink.best_text == text for ink in inks)


def _log_likelihood_gain(candidate: MoveCandidate, step: DecodedPly, inks: Sequence[PlyInk]) -> float:
    """Return the log-likelihood gain of another move over the chosen one."""
    return sum(ink.fit_of_text(candidate.text) for ink in inks if not ink.silent) - step.fit


def _is_slip_of_move(decoder: Decoder, step: DecodedPly, candidate: MoveCandidate | None) -> bool:
    tokenizer = decoder.course.tokenizer
    return (
        candidate is not None
        and slip_between(
            tokenizer.token_of_text(candidate.text), tokenizer.token_of_text(step.text), decoder.course.size
        )
        is not None
    )


def _candidate_moves(
    decoder: Decoder, node: int, step: DecodedPly, inks: Sequence[PlyInk], share: dict[str, float]
) -> Iterator[MoveCandidate]:
    """Yield candidate moves of a ply, from followed lines and from ink.

    The latter are those that the rules forbid, and those that they forbid to be followed by what comes later.
    """
    texts = dict.fromkeys(free.text for ink in inks for free in ink.well_formed_moves)
    own = max(share.get(step.text, 0.0), 1e-9)
    position = None if node == ILLEGAL else decoder.course.position(node)
    for text in {**share, **texts}:
        ink_alone = own * FOUL_CHANCE * exp(min(50.0, sum(ink.fit_of_text(text) for ink in inks) - step.fit))
        weight = share.get(text, 0.0) if text == step.text else max(share.get(text, 0.0), ink_alone)
        move = None if position is None else parse_move(decoder.game, position, text)
        breach = None if position is None or move is None else decoder.game.explain(position, move)
        if text:
            yield MoveCandidate(text, weight, breach=breach, legal=move is not None and breach is None)


WIDTH = 5
"""The lines of play that are followed to compare readings."""
MIN_SURE_SHARE = 0.8
"""The share of the lines of play from which on their move shows the hand."""


class _SheetGames(NamedTuple):
    """The games of a sheet in one of its readings, each with its number in the match, its plies and its likeliest line."""

    sheet: Sheet
    games: tuple[tuple[int, list[PlyInk], DecodedGame], ...]

    @property
    def likelihood(self) -> float:
        """The logarithm of the chance of ink and rules together."""
        return sum(decoded.score + sum(ink.best_log_chance for ink in plies) for _, plies, decoded in self.games)

    def sure_plies(self) -> Iterator[SurePly]:
        """Yield the legal moves that show the hand, in whose boxes nothing is crossed out."""
        for part, plies, decoded in self.games:
            for step, share in zip(decoded.steps, decoded.shares, strict=True):
                row, chance = step.rows[0], share.get(step.text, 0.0)
                if step.move is not None and row is not None and not plies[row].silent and chance > MIN_SURE_SHARE:
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
        from analysis.scan.handwriting import average_readings, reread_by_own_sure_plies  # noqa: PLC0415 - an extra

        own = reread_by_own_sure_plies(best.sheet, list(best.sure_plies()))
        mean = own._replace(pages=tuple(map(average_readings, best.sheet.pages, own.pages)))
        best = max(
            best, *(_decode_games_of_sheet(game, start, one) for one in (own, mean)), key=attrgetter("likelihood")
        )
    return best.sheet._replace(readings=())


def _decode_games_of_sheet(game: Game, start: Position, sheet: Sheet) -> _SheetGames:
    games = []
    for part in sorted({page.part for page in sheet.pages}):
        plies = plies_without_gaps(game, [page for page in sheet.pages if page.part == part])
        games.append((part, plies, Decoder(game, start, [plies], WIDTH).best_game()))
    return _SheetGames(sheet, tuple(games))
