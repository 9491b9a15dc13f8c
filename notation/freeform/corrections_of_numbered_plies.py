"""Corrections elsewhere of a ply that they name by its number: 6手目、53じゃなくて51だった; No.13 の行き先は G7 に訂正."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.correction_clauses import (
    LEADS_TO_CLAUSE,
    LEAVES_A_SUFFIX_OUT,
    MAX_CLAUSE_CHARACTERS,
    correction_clause,
    passage_put_right,
)
from notation.freeform.free_text_risk import unit_words
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.move_ink import first_whole_move
from notation.freeform.number_and_time_recogniser import leading_ply_numbers_and_ends
from notation.lazy_pattern import lazy_pattern
from notation.line_kinds import KANJI, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.fold_text import LocatedText

MAX_LINE_OF_PLIES = 400
_HEADING_OF_A_NOTE = r"(?:お詫びと訂正|訂正とお詫び|お詫び|おわび|追記|追伸|備考|メモ|注|(?P<sure>訂正|修正|正誤|誤記|(?i:corrections?|errat(?:um|a)))|(?i:p\.?s\.?|note|n\.?b\.?))"
_REFERENCE = lazy_pattern(
    rf"\W{{0,4}}(?:{_HEADING_OF_A_NOTE}(?:\([^()]{{1,12}}\))?(?=\W)\W{{1,4}})?(?:上の|本局の|(?i:in |the |at ))?"
    rf"(?:(?:第\s?)?(?P<ply>\d{{1,3}}|[{KANJI}十百]{{1,5}})\s?(?:手目?|番目?の手|番)(?=[\sはのをが、:,「])|(?:No\.?|№|#|(?i:move|ply|turn))\s?(?P<no>\d{{1,3}})(?!\d)"
    r"|(?P<nth>\d{1,3})(?:st|nd|rd|th)\s(?i:move|ply))"
)
"""What names the ply that a sentence is about, at its beginning."""
_ASPECT = lazy_pattern(
    r"\s?の\s?(?:(?P<goal>行き?先|着点|移動先|行った先|場所|マス|位置|座標|手|指し手|駒|コマ|石)|(?P<unit>[^\s、。はがを「」]{1,6}))\s?(?=[はがを、:])"
)
"""What of the ply it is about: its goal, or its unit by name."""


class _Place(NamedTuple):
    """Place of a move: the index of its line, the line, and the move on it."""

    line: int
    passage: LocatedText
    move: tuple[int, int]


def correct_numbered_ply(game: Game, lines: Sequence[CleanLine], at: int) -> tuple[list[CleanLine] | None, bool]:
    """Return the lines with the ply put right that one of them corrects, and whether that one speaks of a correction.

    There are no lines where it does not, or where it cannot be followed.
    """
    passage = lines[at].passage
    said = _REFERENCE.match(passage.text) if len(passage.text) <= MAX_CLAUSE_CHARACTERS else None
    if said is None:
        return None, False
    text = rewrite_in_notation(game, passage.part(said.end(), None)).text
    aspect = _ASPECT.match(text)
    lead = LEADS_TO_CLAUSE.match(text, 0 if aspect is None else aspect.end())
    start = lead.end() if lead else 0
    clause = correction_clause(game, text, start, pointed=False, sure=bool(said["sure"]))
    told = correction_clause(game, text, start, pointed=True) if clause is None else clause  # 5手目は四03でした
    is_ply = clause is None and (text[:1] not in {*"はのを"} or (told is not None and _is_a_ply(game, told.right)))
    if told is None or is_ply:  # 1手目、五04に占領です
        return None, False
    places = list(_places_of_ply(game, lines, parse_numeral(said["ply"] or said["no"] or said["nth"]), at))
    if len(places) != 1:
        tells_ply = clause is not None and not (said["sure"] or clause.wrong) and _is_a_ply(game, clause.right)
        return None, clause is not None and not tells_ply
    index, above, move = places[0]
    right = passage_put_right(game, above, move, told)
    if LEAVES_A_SUFFIX_OUT.search(passage.text):
        right = None
    if aspect is not None and aspect["unit"] and not _is_unit_of(game, aspect["unit"], above.text[slice(*move)]):
        right = None
    if clause is None or right is None or right.text == above.text:
        return None, right is None or right.text != above.text
    found = list(lines)
    found[index] = found[index]._replace(passage=right, raw=None)
    found[at] = found[at]._replace(furniture=True)
    return found, True


def _is_a_ply(game: Game, text: str) -> bool:
    """Return whether a part is a move with its unit: a text that tells it may be the ply itself."""
    return first_whole_move(game, text, 0) == (0, len(text))


def _is_unit_of(game: Game, word: str, move: str) -> bool:
    """Return whether a word is one for the unit of a move."""
    meant = game.vocabulary.units.get(word, word)
    return word in move or any(game.vocabulary.units.get(unit) == meant and unit in move for unit in unit_words(game))


def _places_of_ply(game: Game, lines: Sequence[CleanLine], ply: int, at: int) -> Iterator[_Place]:
    """Yield the places of the moves with the number of a ply, on lines other than that of the correction."""
    for index, laid in enumerate(lines):
        if index == at or laid.furniture or laid.parts or len(laid.passage.text) > MAX_LINE_OF_PLIES:
            continue
        if str(ply) not in laid.passage.text and not any(sign in laid.passage.text for sign in KANJI):
            continue
        for passage in (laid.passage, rewrite_in_notation(game, laid.passage)):
            moves = {
                move
                for start in _ends_of_number(passage.text, ply)
                if (move := _only_move(game, passage.text, start, ply))
            }
            if moves:
                yield from (_Place(index, passage, move) for move in moves)
                break


def _ends_of_number(text: str, ply: int) -> Iterator[int]:
    """Yield where the number of a ply ends on a line: at its beginning, or behind a blank."""
    blanks = len(text) - len(text.lstrip())
    yield from (blanks + end for value, end in leading_ply_numbers_and_ends(text.lstrip()) if value == ply)
    yield from (found.end() for found in _number_pattern(ply).finditer(text))


def _number_pattern(number: int) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\s、。,|(\[])(?:第|No\.?\s?)?{number}(?:手目?)?(?!\d)[.)\]:、]?")


def _only_move(game: Game, text: str, start: int, ply: int) -> tuple[int, int] | None:
    """Return the place of the move behind the number of a ply; None if none follows, or two do before the next number."""
    following = _number_pattern(ply + 1).search(text, start)
    text = text if following is None else text[: following.start()]
    move = first_whole_move(game, text, start)
    if move is None:
        return None
    cell = text.find("\t", move[0])
    text = text if cell < 0 else text[:cell]
    move = first_whole_move(game, text, start)
    return None if move is None or first_whole_move(game, text, move[1]) is not None else move
