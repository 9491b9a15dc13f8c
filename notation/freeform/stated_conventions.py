"""Finds the conventions that a record states, order of figures, signs and sides, and rewrites its lines by them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import chain, takewhile
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import PLAYERS, SIDE_MARKS, SIDE_NAMES, Side
from notation.freeform.armies_over_lines import with_plain_army_lines
from notation.freeform.army_context import ArmyContext
from notation.freeform.axis_order_and_direction import (
    COUNTED_OTHERWISE,
    MAX_SENTENCE_CHARACTERS,
    RIGHT,
    counts_from_below,
    find_order_of_figures,
    find_unusual_counted_sides,
    lines_with_rows_counted_from_above,
)
from notation.freeform.check_running_points import with_points_between_moves
from notation.freeform.claims_of_players import with_claims_of_players, with_told_fouls
from notation.freeform.corrected_plies import with_restated_plies_as_comments, with_rewritten_plies_as_comments
from notation.freeform.corrections_beside_moves import correct_moves_beside
from notation.freeform.corrections_of_numbered_plies import (
    apply_corrections,
    lines_parted_at_moves_taken_back,
)
from notation.freeform.doubtful_texts import with_unknown_flags_refused
from notation.freeform.drawn_boards import bracketed_side, lines_parted_at_hands, writer_names
from notation.freeform.fold_text import LocatedText
from notation.freeform.free_text_risk import RESULT_MARK, count_move_like_texts
from notation.freeform.head_lines_in_other_words import read_head
from notation.freeform.legends_of_signs import (
    find_case_or_column_legend,
    find_legend,
    find_legend_of_suffix_sign,
    sign_pattern,
    signs_behind_moves,
)
from notation.freeform.marks_and_labels_of_sides import (
    with_labels_as_numbers_and_sides,
    with_marks_of_sides_exchanged,
    with_plies_parted_at_sides_and_numbers,
)
from notation.freeform.move_and_unit_rewriting import with_unit_characters_for_names
from notation.freeform.omitted_plies_and_numbers import with_fallen_suffixes, with_plies_put_in, with_skipped_numbers
from notation.freeform.one_line_records import lines_parted_at_closing_sign, lines_parted_behind_players
from notation.freeform.plain_diagram_lines_and_setup import mark_bare_units
from notation.freeform.players_named_in_sentences import players_of_sentences
from notation.freeform.players_of_head_lines import HONORIFICS, TELLS_WHAT_IS_PLACED
from notation.freeform.redraw_boards_in_notation import redraw_boards
from notation.freeform.sides_of_names_in_texts import (
    sides_named_in_sentences,
    sides_of_names_beside_end_words,
    with_other_names_of_sides_refused,
)
from notation.freeform.spans_line_context_and_sides import DISCS, WORDS_FOR_WRITER, SideContext, side_or_colour
from notation.freeform.tokens_of_result_words import WEIGHTY
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

_LETTER_OF_A_PLAYER = kept_pattern(
    r"(?<![A-Za-z0-9])([A-Z])\s?[=:]\s?[^\W\dA-Za-z]{1,12}(?:\s?\((先手?|後手?|[白黒])番?\))?"
)
"""A letter that stands for a player: A=赤尾(先)."""
_MARK_OF_A_SIDE = kept_pattern(r"(先手|後手|白|黒)番?\s?[:=は]?\s?([▲▼△▽☗☖])(?=\s?[^\W\d])")
_SIDE_OF_A_MARK = kept_pattern(r"([▲▼△▽☗☖])\s?(先手|後手|白|黒)番?(?=[・:、/\s)])")
"""The same with the mark first: △白・小曽根 ▲黒・ミラー."""
_DISCS_OF_SIDES = kept_pattern(
    r"[※(\s]{0,3}([●⚫○⚪◯])\s?[=:はが]?\s?(先手|後手|先|後)番?[、,・/|\s]{0,4}([●⚫○⚪◯])\s?[=:はが]?\s?(先手|後手|先|後)番?(?:です)?[)。\s]{0,3}"
)
_DISC_BEFORE_A_MOVE = kept_pattern(r"\s*(?:\d{1,3}[.)手:、 ]{0,3})?[●⚫○⚪◯]\s?[^\s、。]{0,12}[0-9一二三四五六七八九]")
_COMMENT = kept_pattern(r"\s*[*#](?!\s?[\d=:は])")
"""The sign of a comment of the file; before a figure it may count plies, and a legend may explain it."""
_UNIT_OF_TIME = kept_pattern(r"(?<=手)\s*\((分|秒)\)")
_BARE_TIME = kept_pattern(r"(?<=\S)\s*\((\d{1,3})\)(?=\s|$)")
_CELL_SIGN = kept_pattern(r"(?<![^\s(、,。・])([+^v*#-])\s?[がは=:]\s?(先手|後手)")
_EXAMPLE = kept_pattern(
    r"(?:^|(?<=[\s。※(、]))(?:例(?:えば|として)?|たとえば|[Ee]\.g\.)[\s:,、は][^。\0]{2,40}[=→]\s?[^。\0]{2,40}(?:。|$)"
    r"|(?:^|(?<=[\s。※(、]))[一二三四五六七八九十a-s0-9→-]{4,12}は[^。、()\0\s]{2,16}の意味?(?:です)?(?:。|$|\)$)"
)
"""A move that shows how the others are written, and what it means: 例　０８二包０５二 ＝ 八段二列の包が五段二列へ."""
MAX_SIDE_LINES = 20
"""The first lines of a record in which signs and names of the sides are looked for."""
_SIDE_SIGN = kept_pattern(
    r"([^\w\s()。、:=])\s?(?:[はが=]\s?)?(?:(先手|後手|白|黒)|([^\W\d_][^\s():、。]{0,9})\((?:(?:白|黒|しろ|くろ|シロ|クロ)[・、/])?(先手?|後手?|白|黒|しろ|くろ|シロ|クロ)番?\))"
)
_WHO = kept_pattern(
    r"([^\W\d_][^\s、。()「」はが]{0,7})(?:\([^\s()]{1,12}\))?[がは](先手|後手|白|黒)(?=$|番|で|[\s、。(])"
    r"|(先手|後手|先番|後番|[白黒]番?(?=が(?!先|後)))[はが]([^\W\d_][^\s、。()「」はが]{0,7})(?:\([^\s()]{1,12}\))?(?=$|で|[\s、。])"
    r"|(?<![a-z])([a-z]{2,12})(?:-san|-kun)? is (?:the )?(first|second|sente|gote|white|black)(?![a-z])(?: player| \((?:first|second|sente|gote)\))?",
    re.IGNORECASE,
)
"""A sentence that says who plays which side."""
_HOLDS = kept_pattern(r"([白黒])を持(?:つ|った)(?:のは|のが|、)?(先手|後手)")
"""The colour of a side in a game that has none: 黒を持つ先手."""
_NAME_AND_COLOUR = kept_pattern(r"(?<![^\s、,(])([^\W\d_]{1,8})\s?=\s?(先手?|後手?|白|黒)番?(?=[\s、,。・)]|$)")
"""The players on a line with their sides behind them: 孫=白 祖父=黒."""
_OPPOSITES = tuple(
    pair.split("/")
    for pair in ("自分/相手", "自分/敵", "自/敵", "僕/相手", "私/相手", "わたし/相手", "俺/相手", "小生/貴殿", "me/you")
)
"""What one side is called, and the other."""
_SHORT = kept_pattern(r"([^\s\d、。()「」はがの]{1,8})\(([^\W\d_])\)")
"""A name, and the one sign that stands for it: 自分(自)."""
_A_SENTENCE = kept_pattern("[ぁ-ん]{3}")
_WHO_IN_BRACKETS = kept_pattern(
    r"(?<![^\W\d_と])([^\W\d_と][^\W\d_と]{0,7})\((先手|後手|先|後|白|黒)番?(?:[・、/](?:先手?|後手?|白|黒)番?)?\)(?=[と対はがの、。\s]|$)"
)
"""The players of a sentence: 私（白番）と教頭先生（黒番）の一局."""
_MYSELF = kept_pattern(r"(?:わたし|わたくし|私|僕|ぼく|俺|おれ|うち|こちら|저는|나는|제)(?=[がはの ]|$)\s*")
_I_PLAY = kept_pattern(r"(?:わたし|わたくし|私|僕|ぼく|俺|おれ|うち|こちら)[がは](先手|後手|先番|後番)")
_AGAINST_ME = kept_pattern(
    rf"(?:対|vs\.?)\s{{0,4}}(?:[^\s、。]{{1,8}}の)?([^\W\da-zA-Zぁ-ん_]{{1,8}}?){HONORIFICS}[\s、,]{{1,4}}(わたし|わたくし|私|僕|ぼく|俺|おれ)[がは](先手?|後手?|先番|後番|[白黒]番?)(?=$|で|[\s、。)])"
)
"""A heading that names the other player, and the side of the writer: 対 木曜会の佐野氏 わたしが先."""


_LEAVES_OUT = kept_pattern(
    r"(?:裏返|うらがえ|ひっくり|反転|合体|重ね|(?<![不未完構作])成(?![立績長]))[^。\d]{0,16}"
    r"(?:書(?:く(?:暇|ひま|時間|余裕)[はがも]?な|か(?:ず|な|れて)|いて(?:い)?(?:な|ま))|記(?:さず|さな|録(?:せず|して(?:い)?な)))"
    r"|(?:[Ff]lips?|[Tt]urn(?:s|ing|ed)|[Pp]romot\w*)[^.]{0,24}(?:not|n't) (?:written|recorded|noted)"
)
"""A sentence that says that what happens at the end of a move is not written: every move of the record may be another one."""


_WORDS_FOR_OTHER = ("相手", "お相手", "相手方", "先方")


class Conventions(NamedTuple):
    """What a record says of its own way of writing."""

    order: str = ""
    """Which axis stands first in squares of two figures; empty if it does not say so, or says both."""
    signs: tuple[tuple[str, str], ...] = ()
    """The signs of its legend, and the words of the notation that they stand for."""
    sides: tuple[tuple[str, str], ...] = ()
    """The signs before the moves of each side."""
    names: tuple[tuple[str, Side], ...] = ()
    """The names that sentences have for the sides: あなた, わたし."""
    counted: tuple[str, ...] = ()
    """The sides of the board from which its squares are counted, but for the left and the top."""


def stated_conventions(game: Game, lines: Sequence[CleanLine]) -> tuple[Conventions, list[CleanLine]]:
    """Return the conventions that the lines of a record state, and the lines with what they mean.

    A sentence that states one stands for itself, as a comment; nothing else is taken away.
    """
    lines = list(lines_parted_at_closing_sign(list(lines_parted_behind_players(game, lines))))
    lines = with_plies_parted_at_sides_and_numbers(game, with_labels_as_numbers_and_sides(game, lines))
    lines = with_other_names_of_sides_refused(game, lines)
    lines = with_unknown_flags_refused(lines) if game.vocabulary.suffixes else lines
    if game.vocabulary.cells:
        lines = list(lines_parted_at_hands(game, with_unit_characters_for_names(game, lines)))
    found, parted = _stated_conventions(game, lines)
    if not game.vocabulary.cells:
        return found, parted
    if (drawn := redraw_boards(game, lines)) is not None:
        found, parted = _stated_conventions(game, drawn.lines, turned=drawn.from_below, from_right=drawn.from_right)
    told = (*found.names, *writer_names([laid.passage.text for laid in parted]))
    return found, with_plain_army_lines(ArmyContext(game, found.order, dict(told), bracketed_side(game, lines)), parted)


def _stated_conventions(
    game: Game, lines: Sequence[CleanLine], *, turned: bool = False, from_right: bool = False
) -> tuple[Conventions, list[CleanLine]]:
    """Return the conventions that lines state, with the board and the armies as they stand."""
    orders: set[str] = set()
    signs: dict[str, str] = {}
    parted: list[CleanLine] = []
    counted: set[str] = {RIGHT} if from_right else set()
    used = signs_behind_moves(laid.passage.text[:MAX_SENTENCE_CHARACTERS] for laid in lines)
    drawn = any(laid.passage.text.startswith("局面図") for laid in lines)
    for laid in _with_corrections(game, _place_legends_of_discs(game, lines)):
        if laid.furniture or laid.refused:
            parted.append(laid)
            continue
        counting = None if laid.parts else find_unusual_counted_sides(laid.passage.text)
        if counting is not None and (from_right and counting[2] == (RIGHT,) if game.vocabulary.cells else not drawn):
            counted |= {*counting[2]}
            parted += _lines_parted_at_conventions(laid, [counting[:2]])
            continue
        found = _conventions_of_line(game, laid, used)
        for _, _, order, legend in found:
            orders |= {order} - {""}
            signs |= dict(legend)
        if counts_from_below(game, laid.passage.text) and not laid.parts:
            parted.append(laid._replace(furniture=True))
            turned = True
            continue
        said = laid.passage.text[:MAX_SENTENCE_CHARACTERS]
        if COUNTED_OTHERWISE.search(said) or (game.vocabulary.suffixes and _LEAVES_OUT.search(said)):
            laid = laid._replace(refused=True)  # noqa: PLW2901
        parted += _lines_parted_at_conventions(laid, [(start, end) for start, end, _, _ in found])
    parted = _add_time_units(lines_with_rows_counted_from_above(game, parted, turned=turned))
    parted = _mark_messages_by_side(parted)
    sides, names, told = _signs_of_sides(game, parted)
    conventions = Conventions(orders.pop() if len(orders) == 1 else "", tuple(signs.items()), sides, names)
    marked = (*names, *_signs_of_drawn_units(parted))
    parted = mark_bare_units(game, [_normalise_picture_row(game, laid, marked) for laid in parted])
    if signs or sides:
        parted = [_replace_stated_words(game, laid, conventions) for laid in parted]
        parted = apply_corrections(game, parted)  # those that name a move by its signs
    in_turn = sides_named_in_sentences(game, parted)
    if any(told.get(name, side) is not side for name, side in in_turn):  # わたしが白: the first move has no subject
        in_turn = tuple((name, side.other) for name, side in in_turn)
    above = _sides_of_players_above(game, parted)
    attached = tuple(
        (name, side)
        for name, side in sides_of_names_beside_end_words(SideContext(game, {}, {}), parted)
        if not any(of is not side and other.startswith(name) and other != name for other, of in above)
    )
    writers = tuple(one for one in (*in_turn, *above) if one[0] in WORDS_FOR_WRITER)
    names = _with_words_for_writer(_side_names_with_labels(names, writers))
    for labels in (in_turn, attached, above):
        names = _side_names_with_labels(names, labels)
    return conventions._replace(names=names, counted=tuple(sorted(counted))), parted


def _with_words_for_writer(names: tuple[tuple[str, Side], ...]) -> tuple[tuple[str, Side], ...]:
    """Return the names of the sides with all words for the writer, and for the other player, where one of the former has a side."""
    own = {side for name, side in names if name in WORDS_FOR_WRITER}
    known = dict(names)
    for side in own if len(own) == 1 else ():
        known = {**dict.fromkeys(WORDS_FOR_WRITER, side), **dict.fromkeys(_WORDS_FOR_OTHER, side.other), **known}
    return (*names, *(one for one in known.items() if one[0] not in dict(names)))


def _sides_of_players_above(game: Game, lines: Sequence[CleanLine]) -> tuple[tuple[str, Side], ...]:
    """Return both players with their sides as sentences above the first move tell them; empty if they tell only one."""
    said = takewhile(lambda laid: count_move_like_texts(game, laid.passage.text) < 1, lines)
    plain = [laid.passage for laid in said if not (laid.sender or laid.parts or laid.quoted)]
    named = players_of_sentences(game, [one for one in plain if not RESULT_MARK.search(one.text)])
    return tuple((name.text, SIDE_NAMES[key]) for key, name in named.items()) if len(named) == len(PLAYERS) else ()


def players_of_heads(game: Game, lines: Sequence[CleanLine]) -> dict[str, Side]:
    """Return the names that lines of the head give to one side, and never to the other."""
    found: dict[str, set[Side]] = {}
    for laid in lines[:MAX_SIDE_LINES]:
        for head in read_head(laid.passage.text.strip(), game) or ():
            key, _, name = head.partition("：")
            if key in PLAYERS:
                found.setdefault(name, set()).add(SIDE_NAMES[key])
    return {name: sides.pop() for name, sides in found.items() if len(sides) == 1}


def _conventions_of_line(
    game: Game, clean_line: CleanLine, used: frozenset[str]
) -> tuple[tuple[int, int, str, tuple[tuple[str, str], ...]], ...]:
    """Return the parts of a line that state conventions; `used` are the signs behind the moves: it may explain one."""
    text = clean_line.passage.text
    if clean_line.parts or len(text) > MAX_SENTENCE_CHARACTERS * 4:
        return ()
    if _is_a_row(text):
        order = find_order_of_figures(text) if _SPEAKS_OF_SQUARES.search(text) else None
        return () if order is None else ((*order, ()),)
    found = _convention_parts(game, text)
    if found or not used or len(text) > MAX_SENTENCE_CHARACTERS:
        return found
    one = find_legend_of_suffix_sign(game, text, used)
    return () if one is None else ((one[0], one[1], "", one[2]),)


def _with_corrections(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines with the moves as the record itself corrects them."""
    whole = with_plies_put_in(game, with_told_fouls(with_points_between_moves(game, lines)))
    whole = with_restated_plies_as_comments(game, with_fallen_suffixes(game, whole))
    whole = with_marks_of_sides_exchanged(with_skipped_numbers(game, whole))
    settled = correct_moves_beside(game, with_rewritten_plies_as_comments(game, whole))
    corrected = apply_corrections(game, list(lines_parted_at_moves_taken_back(game, settled)))
    return with_claims_of_players(game, players_of_heads(game, lines), corrected)


def _side_names_with_labels(
    names: tuple[tuple[str, Side], ...], labels: tuple[tuple[str, Side], ...]
) -> tuple[tuple[str, Side], ...]:
    """Return the names of the sides with those that stand before their moves, unless one is short for a name of the other."""
    if any(name.startswith(label) and side is not own for label, own in labels for name, side in names):
        return names
    return (*names, *(label for label in labels if label[0] not in dict(names)))


def _add_time_units(lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return lines with the unit of the numbers in brackets behind moves, where one above them tells it: 白の手（分）."""
    made, unit = [], ""
    for laid in lines:
        passage = laid.passage
        units = {found[1] for found in _UNIT_OF_TIME.finditer(passage.text)}
        unit = units.pop() if len(units) == 1 else unit
        numbers = list(_BARE_TIME.finditer(passage.text)) if unit and not laid.parts else []
        for found in reversed(numbers):
            at = found.end(1)
            behind = passage.part(at, None)
            passage = passage.part(0, at).joined(LocatedText(unit, (passage.places[at],))).joined(behind)
        made.append(laid._replace(passage=passage, raw=None) if numbers else laid)
    return made


def _is_a_row(text: str) -> bool:
    """Return whether a line is the row of a sheet, and explains no sign."""
    return "\t" in text and "=" not in text


_SPEAKS_OF_SQUARES = kept_pattern("順|座標|マス目?の|書き方|読み方")
"""Words of a cell that explains how squares are written: マスの書き方, 「行-列」の順."""


@lru_cache(maxsize=1 << 10)
def _convention_parts(game: Game, text: str) -> tuple[tuple[int, int, str, tuple[tuple[str, str], ...]], ...]:
    """Return the parts of a line that state conventions: where each begins and ends, the order, and the signs."""
    found = []
    legend = find_case_or_column_legend(game, text) or find_legend(game, text)
    if legend is not None:
        found.append((legend[0], legend[1], "", legend[2]))
    rest = text if legend is None else text[: legend[0]] + "\0" * (legend[1] - legend[0]) + text[legend[1] :]
    if (order := find_order_of_figures(rest)) is not None:
        found.append((*order, ()))
    example = _EXAMPLE.search(rest)
    if example is not None and all(end <= example.start() or example.end() <= start for start, end, *_ in found):
        found.append((*example.span(), "", ()))
    return tuple(sorted(found))


_SIGN_OF_AN_ITEM = kept_pattern(
    r"[\s\u3000]*[(\[]?(?:[一二三四五六七八九十]{1,2}|\d{1,2}|[①-⑳ア-オイロハニa-e]|ひとつ|一つ)[)\].、,:]?[\s\u3000]*"
)
"""What stands before an item of a list and tells nothing: 一　「合」は重ねること."""


def _lines_parted_at_conventions(clean_line: CleanLine, spans: Sequence[tuple[int, int]]) -> Iterator[CleanLine]:
    """Yield the parts of a line: what states a convention is furniture, and the rest stands as it is; a comment is one."""
    if not spans or _COMMENT.match(clean_line.passage.text):
        yield clean_line
        return
    at = 0
    for start, end in spans:
        if (before := clean_line.passage.text[at:start]).strip():
            sign = not at and _SIGN_OF_AN_ITEM.fullmatch(before) is not None
            yield clean_line._replace(passage=clean_line.passage.cut(at, start), raw=None, furniture=sign)
        yield clean_line._replace(passage=clean_line.passage.cut(start, end), raw=None, furniture=True)
        at = end
    if clean_line.passage.text[at:].strip(" 、。,"):
        yield clean_line._replace(passage=clean_line.passage.cut(at), raw=None)


def _signs_of_sides(
    game: Game, lines: Sequence[CleanLine]
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, Side], ...], Mapping[str, Side]]:
    """Return the signs and the names of both sides, if the head gives each side one of its own, and all names that it gives."""
    around = SideContext(game, {}, {})
    signs: dict[str, Side] = {}
    names: dict[str, Side] = {}
    for laid in lines[:MAX_SIDE_LINES]:
        text = laid.passage.text
        if laid.furniture or len(text) > MAX_SENTENCE_CHARACTERS * 2:
            continue
        for sign, word, _, short in _SIDE_SIGN.findall(text):
            side = around.side_meant_by(word or short)
            if side is not None and sign not in {*SIDE_MARKS, *DISCS} and unicodedata.category(sign) == "So":
                signs.setdefault(sign, side)
        signs |= {**_letters_of_sides(around, text), **_marks_of_sides(around, text)}
        called = dict(chain(_names_for_sides(around, text), _opponent_by_heading(around, text)))
        names |= {name: side for name, side in called.items() if name not in names}
    if len(names) == len(Side) and all(name.isascii() and name.isupper() and len(name) == 1 for name in names):
        signs |= names  # Sが先手、Gが後手
    marks = tuple((sign, side.mark) for sign, side in signs.items())
    of_both = tuple(names.items()) if {*names.values()} == {*Side} else ()
    return (marks if len(set(signs.values())) == len(signs) == len(Side) else ()), of_both, names


def _place_legends_of_discs(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return lines with 「○先手 ●後手」 as furniture where discs stand before the moves: there they are marks, and tell no result.

    Where the game has the colours otherwise it is refused.
    """
    before = sum(_DISC_BEFORE_A_MOVE.match(laid.passage.text) is not None for laid in lines)
    around = SideContext(game, {}, {})
    made = []
    for laid in lines:
        said = _DISCS_OF_SIDES.fullmatch(laid.passage.text) if before >= len(Side) else None
        if said is not None and side_or_colour(said[1]) != side_or_colour(said[3]) and said[2][0] != said[4][0]:
            agreed = all(
                around.side_meant_by(disc) in {None, around.side_meant_by(word)}
                for disc, word in (said.group(1, 2), said.group(3, 4))
            )
            laid = laid._replace(furniture=agreed, refused=laid.refused or not agreed)  # noqa: PLW2901
        made.append(laid)
    return made


def _marks_of_sides(side_context: SideContext, text: str) -> Mapping[str, Side]:
    """Return the marks that a line gives to both players, if one has that of the other side, or one of its own: 白 ▽辻井 黒 ▼八木."""
    pairs = [(mark, word) for word, mark in _MARK_OF_A_SIDE.findall(text)] or _SIDE_OF_A_MARK.findall(text)
    found = {mark: side_context.side_meant_by(word) for mark, word in pairs}
    told = {mark: side for mark, side in found.items() if side is not None}
    others = any(SIDE_MARKS.get(mark) is not side for mark, side in told.items())
    return told if others and {*told.values()} == {*Side} and len(told) == len(Side) else {}


def _letters_of_sides(side_context: SideContext, text: str) -> Mapping[str, Side]:
    """Return the letters that stand for two players, one of whom is said to be of a side: A=赤尾(先) B=番場."""
    found = {
        letter: side_context.side_meant_by(word) if word else None for letter, word in _LETTER_OF_A_PLAYER.findall(text)
    }
    known = [side for side in found.values() if side is not None]
    signs = "".join(side_context.game.vocabulary.units.values())
    if len(found) != len(Side) or not known or len({*known}) < len(known) or any(letter in signs for letter in found):
        return {}
    return {letter: known[0].other if side is None else side for letter, side in found.items()}


def _names_for_sides(side_context: SideContext, text: str) -> Iterator[tuple[str, Side]]:
    """Yield the names that a sentence has for the sides."""
    in_brackets = [(name, side_context.side_meant_by(word)) for name, word in _WHO_IN_BRACKETS.findall(text)]
    if {side for _, side in in_brackets} == {*Side} and _A_SENTENCE.search(text):
        yield from ((name, side) for name, side in in_brackets if side is not None)
    equal = [(name, side_context.side_meant_by(word)) for name, word in _NAME_AND_COLOUR.findall(text)]
    if {side for _, side in equal} == {*Side} and len(equal) == len(Side):
        yield from ((name, side) for name, side in equal if side is not None)
    held = [] if side_context.side_meant_by("黒") is not None else _HOLDS.findall(text)
    yield from ((colour, SIDE_NAMES[name]) for colour, name in held)
    placed = side_context.game.places_once and TELLS_WHAT_IS_PLACED.search(text) is not None
    for one, word, label, two, english, side_word in () if placed else _WHO.findall(text):
        side = side_context.side_meant_by(word or label or side_word)
        name = one or two or english
        if side is None or WEIGHTY.search(name):
            continue
        short = {sign for long, sign in _SHORT.findall(text) if long == name}
        for known in (name, *short):
            yield known, side
        for first, second in _OPPOSITES:
            for mine, other in ((first, second), (second, first)):
                if mine in {name, *short} and other in text:
                    signs = {sign for _, sign in _SHORT.findall(text) if sign not in short and len(short) == 1}
                    for known in (other, *(signs if len(signs) == 1 else ())):
                        yield known, Side(not side)


def _opponent_by_heading(side_context: SideContext, text: str) -> Iterator[tuple[str, Side]]:
    """Yield the writer and the other player of a heading that names only the other."""
    for name, myself, word in _AGAINST_ME.findall(text):
        side = side_context.side_meant_by(word)
        if side is not None:
            yield from ((myself, side), (name, side.other))


def _mark_messages_by_side(lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the messages of two people, one of whom says who plays first, with the side of a sender who tells his own army."""
    senders = {laid.sender for laid in lines if laid.sender}
    said = {
        laid.sender: Side(found[1].startswith("後"))
        for laid in lines[:MAX_SIDE_LINES]
        if laid.sender and (found := _I_PLAY.search(laid.passage.text[: MAX_SENTENCE_CHARACTERS * 2]))
    }
    if len(senders) != len(Side) or len(set(said.values())) != len(said) or not said:
        return list(lines)
    first, side = next(iter(said.items()))
    made = []
    for laid in lines:
        found = _MYSELF.match(laid.passage.text) if laid.sender else None
        if found is not None and not _I_PLAY.match(laid.passage.text):
            own = side if laid.sender == first else Side(not side)
            word = own.label.ja
            place = laid.passage.places[:1] * len(word)
            passage = LocatedText(word, place).joined(laid.passage.part(found.end() - found[0].endswith(" "), None))
            laid = laid._replace(passage=passage, raw=None)  # noqa: PLW2901
        made.append(laid)
    return made


def _signs_of_drawn_units(lines: Sequence[CleanLine]) -> tuple[tuple[str, Side], ...]:
    """Return the signs before the units of a picture that a legend explains: +が先手、-が後手."""
    texts = (laid.passage.text for laid in lines[:MAX_SIDE_LINES] if not laid.furniture)
    found = {sign: SIDE_NAMES[word] for text in texts for sign, word in _CELL_SIGN.findall(text)}
    return tuple(found.items()) if {*found.values()} == {*Side} and len(found) == len(Side) else ()


def _normalise_picture_row(game: Game, clean_line: CleanLine, names: Sequence[tuple[str, Side]]) -> CleanLine:
    """Return the row of a picture with marks in place of the one sign that a sentence has for each side: 敵王."""
    text = clean_line.passage.text
    marks = {name: side.mark for name, side in names if len(name) == 1}
    cells = text.split() if marks and len(text) <= MAX_SENTENCE_CHARACTERS else ()
    if len(cells) < game.board.columns or not any(
        len(cell) > 1 and cell[0] in marks and cell[1:] in game.vocabulary.units for cell in cells
    ):
        return clean_line
    made = re.sub(rf"(?<!\S)[{''.join(map(re.escape, marks))}](?=\S(?:\s|$))", lambda sign: marks[sign[0]], text)
    return clean_line._replace(passage=LocatedText(made, clean_line.passage.places), raw=None)


def _replace_stated_words(game: Game, clean_line: CleanLine, conventions: Conventions) -> CleanLine:
    """Return a line with the words of the notation in place of the signs of a legend."""
    text = clean_line.passage.text
    if clean_line.furniture or clean_line.parts or _COMMENT.match(text):
        return clean_line
    pattern, words = sign_pattern(game, conventions.signs, conventions.sides)
    passage, at = LocatedText("", ()), 0
    for found in pattern.finditer(text):
        into = words[found[0]] if found[0] in words else "".join(words[sign] for sign in found[0])
        if found[0] in dict(conventions.sides):
            defined = _SIDE_SIGN.match(text, found.start()) is not None and not found[0].isalpha()
            into = "" if defined else into
        place = clean_line.passage.places[found.start()]
        passage = passage.joined(clean_line.passage.part(at, found.start())).joined(
            LocatedText(into, (place,) * len(into))
        )
        at = found.end()
    if not at:
        return clean_line
    return clean_line._replace(passage=passage.joined(clean_line.passage.part(at, None)).cut(0), raw=None)
