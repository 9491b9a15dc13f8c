"""Reads one move as people write it. All ways of reading it are found; whoever asks decides what several of them mean."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import InvalidMove
from notation.formats.kif_moves import is_move
from notation.freeform.fold_text import LocatedText, fold_line
from notation.freeform.move_recogniser import ANY_STEPS, MOTIONS, InkMove, move_patterns_from
from notation.line_kinds import KANJI, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kifu.core.game.game import Game, Position
    from notation.freeform.plies import PlyLink, Situation

MAX_READINGS = 8
"""The most readings of a move that are looked for."""
KANJI_FIGURES = "一二三四五六七八九"
_AND = "[・,、 ]*"
_COLOURS = frozenset("白黒")
_KATAKANA = re.compile("[ァ-ヶー]|(?<=[ァ-ヶー])・(?=[ァ-ヶー])")
SKIPPED = "パス"
_PASSING = (
    re.compile(r"(?<![A-Za-z])pass(?:es|ed)?(?![A-Za-z])", re.IGNORECASE),
    re.compile(
        r"最後の(?:一手|1手|手)[をは](?:指さなかった|指さない|指しません(?:でした)?|放棄(?:した|しました)?|見送(?:り|る|った|りました))"
    ),
)
"""What people write for パス, besides the word."""
_AXIS = f"の之乃ノ{KANJI}壱壹弌弐貳貮参參"
_IN_ANY_GAME = (
    *(
        (re.compile(rf"[{old}](?=[{_AXIS}0-9])|(?<=[{_AXIS}])[{old}]"), new)
        for old, new in (("壱壹弌", "一"), ("弐貳貮", "二"), ("参參", "三"))
    ),
    (re.compile(":(?:arrow_right|arrow|point_right|fast_forward):"), "→"),
    (re.compile("靈"), "霊"),
    (re.compile(r"(?i)(?<![a-z])(?:wo|o) (?:oki(?:masu|mashita)|oku|oita)(?![a-z])"), "を置く"),
    (re.compile(r"(?i)(?<=まで )(?:iki(?:masu|mashita)|iku|itta|ugoki(?:masu|mashita))(?![a-z])"), "行く"),
    (re.compile(r"(?<=[0-9一二三四五六七八九)段目])で(?=\s*(?:置|お[いき]))"), "に"),
    (re.compile(rf"(?<=\s)(?:配置|移動)\s+(?=[{KANJI}1-9a-s][の0-9{KANJI}])"), ""),
    (re.compile(r"([白黒])の?(?:コマ|こま|駒)\s*(?=[A-G])"), r"\1"),
    (re.compile("戰"), "戦"),
    (re.compile(r"(?<=\s)([*_])([^\s*_|]{1,4})\1(?=\s|$)"), r"\2"),
    (re.compile("龍"), "竜"),
    (re.compile("內"), "内"),
    *((re.compile(rf"(?<![ァ-ヶ{KANJI}]){sign}(?=[0Oo]?[1-9lI])"), into) for sign, into in ("ニ二", "ミ三")),
    (re.compile(rf"(?<![0-9ァ-ヶー―{KANJI}-])[ー―](?=0[1-9])|(?:(?<=^\d )|(?<=^\d\d ))-(?=0[1-9])"), "一"),
    (re.compile(rf"(?<=[{KANJI}])[lI](?![A-Za-z])|(?<=[{KANJI} ][0O])[lI](?![A-Za-z])"), "1"),
    (re.compile(rf"(?<=[{KANJI}])S(?![A-Za-z])"), "5"),
    (re.compile(rf"(?<=[{KANJI}][0-9])一(?=[{KANJI}][0-9](?![0-9]))|(?<=[0-9Il] )一(?= [{KANJI}] ?[0Oo]?[1-9Il](?![0-9]))"), "-"),
    (re.compile(r"(?<=[へにヘニ])[、, ]{0,2}(?:動いた|うごいた|動かした|うごかした|進めた|移した|移動した|移動)[、, ]{1,2}(?=を?\s*(?:反|合|成|裏返|うら|ウラ|ひっくり|がったい|重|くっつ))"), ""),
    (re.compile(rf"(?<![{KANJI}0-9の])[{KANJI}1-9]の?[{KANJI}0-9]{{1,2}}[へにヘニ][、, ]{{0,2}}(?:あっ?|いや|えっ?と|えーと)?[、,… ]{{0,3}}(?:(?:違(?:う|った|います)|ちが(?:う|った)|間違え(?:た|ました)?|間違い)[、,… ]{{0,2}}){{1,3}}(?=[{KANJI}0-9]の?[{KANJI}0-9])"), ""),
    (re.compile(r"(?:進め|すすめ|動かし|うごかし|移し|うつし|移動し|動い|うごい|進ん|すすん|移っ|重ね|乗せ|置い)[てで][、,]?(?=を?\s*(?:反|合|成|裏返|うらがえ|ひっくり|がったい|くっつ))"), ""),
    (re.compile(r"(?i)\b(?:plac|put|drop|mov|play|tak|captur)(?:es?|s|ed|ing)?\s+(?:an?\s+|the\s+|his\s+|her\s+|my\s+)?(?=[a-z]{3})"), ""),
)  # fmt: skip
"""Old figures and kanji, what a scanner makes of figures, verbs before what happens at the end of a move: in any game."""
_SCANNED_NUMBER = re.compile(
    r"^\s*(?:(?=[0-9O]?[l0-9])(?=[0-9l]{0,2}[lO])[0-9lO]{2,3}|l(?=\s*[|:.)]|\s+[▲△☗☖]))(?=[\s|:.)])"
)
"""A ply number with letters in place of figures: l0, ll, 2O."""
_FIGURE = rf"[1-9{KANJI.replace('〇', '')}]"
ROMAJI_FIGURES = {
    word: value
    for value, words in enumerate(
        ("ichi", "ni", "san", "yon shi", "go", "roku", "nana shichi", "hachi", "kyu kyuu ku"), start=1
    )
    for word in words.split()
}
ROMAJI_PARTICLES = {"": "", "ni": "に", "kara": "から", "made": "まで", "e": "へ", "he": "へ"}
_ROMAJI = "|".join(sorted(ROMAJI_FIGURES, key=len, reverse=True))
_ROMAJI_SQUARE = re.compile(rf"(?i)(?<![a-z])({_ROMAJI}) no ({_ROMAJI})(?![a-z])(?: (ni|kara|made|he|e)(?![a-z]))?")
_ALONG, _DOWN = r"(?:よこ|ヨコ|横|左から)の?", r"(?:たて|タテ|縦|上から)の?"
_IN_ONE, _IN_OTHER = r"\s?(?:列目?|れつめ?|筋目?|番目?)?", r"\s?(?:段目?|だんめ?|行目?|番目?)?"
_COLUMN_AND_ROW = (
    re.compile(rf"{_ALONG}\s?({_FIGURE}){_IN_ONE}[、,・の]?\s?{_DOWN}\s?({_FIGURE})(?![0-9]){_IN_OTHER}"),
    re.compile(rf"(){_DOWN}\s?({_FIGURE}){_IN_OTHER}[、,・の]?\s?{_ALONG}\s?({_FIGURE})(?![0-9]){_IN_ONE}"),
    re.compile(rf"({_FIGURE})\s*(?:列目?|れつめ?|筋目)\s*の?\s*({_FIGURE})\s*(?:段目?|だんめ?|行目)"),
    re.compile(rf"()({_FIGURE})\s*(?:段目?|だんめ?|行目)\s*の?\s*({_FIGURE})\s*(?:列目?|れつめ?|筋目)"),
    re.compile(r"(?<![^\W\d_])()([一二三四五六七八九])段([1-9])(?![0-9段級列筋勝敗])"),
)
"""A square whose axes are named, the column first or the row."""
_FILE_AND_ROW = re.compile(rf"({_FIGURE})\s*筋\s*の?\s*({_FIGURE})\s*(?:段目?|だんめ?|行目?)")
"""The same where no game of shogi counts its files from the right."""
NAMED_SQUARE = (
    r"[(]?(?:十?[一二三四五六七八九十]|[1-9]|[a-zA-Z](?![a-zA-Z]))\s?[の,、]?\s?(?:[0-9]{1,2}|[一二三四五六七八九])[)]?"
)
BEATEN = (
    r"\s*を?\s*(?:討(?:つ|った|ち(?:取る|取った|ます|ました))|打ち(?:取る|取った)|やっつけ(?:る|た|ます|ました)|倒(?:す|した|し(?:ます|ました))"
    r"|たお(?:す|した|し(?:ます|ました))|取(?:る|った|り(?:ます|ました))|と(?:る|った|り(?:ます|ました))|撃破(?:する|した)?|撃(?:つ|った))"
)
"""What says that a move beats the unit that is named before it."""
_ORIGIN_BEHIND = re.compile(r"\(([^\s()]{2,4})(?:から|より)\)")


_PLACED = re.compile("[置打]|お[くいき]")
"""Words of a unit that is placed."""


Visited = tuple[tuple[str, ...], tuple[str, ...]]
"""The squares of a move, and its suffixes, in the notation."""


class MoveReading(NamedTuple):
    """One move that a text may mean."""

    text: str
    """The move in the notation."""
    order: str = ""
    """Which axis stands first in its squares of two figures."""
    whole: bool = True
    """Whether all of it is written: the unit, and where it comes from."""


def moves_meant_by_ink(
    game: Game, written: str, moves: Sequence[InkMove], situation: Situation
) -> tuple[MoveReading, ...]:
    """Return the moves that an ink may mean, at most MAX_READINGS; only itself where it is one of the notation.

    `written` is the text as it stands, `moves` its patterns. A move without its unit, or without the square that it leaves,
    needs the position: each legal move that fits is a reading.
    """
    return _readings(game, written, tuple(moves), situation)


@lru_cache(maxsize=4096)
def _readings(game: Game, written: str, moves: tuple[InkMove, ...], situation: Situation) -> tuple[MoveReading, ...]:
    if is_move(game, written) and not any(_lacks_its_colour(game, move) for move in moves):
        return (MoveReading(written),)
    found: dict[object, MoveReading] = {}
    for move in moves:
        if move.way[2]:
            for spelled, seen in _moves_on_way(game, move, situation.position):
                found.setdefault(move_key(game, spelled, situation), MoveReading(spelled, seen))
            continue
        for spelled in _complete_move(game, move, situation):
            whole = bool(move.unit) and not move.motion and is_move(game, move.text()) and not move.same
            found.setdefault(move_key(game, spelled, situation), MoveReading(spelled, move.order, whole))
            if len(found) == MAX_READINGS:
                break
    if game.vocabulary.cells and _AS_IN_SHOGI.fullmatch(written.strip()) is not None:
        for move in moves:  # 七六歩 of shogi counts its columns from the right, and nothing tells which is meant
            mirrored = move._replace(squares=tuple(_from_the_right(game, square) for square in move.squares))
            for spelled in _complete_move(game, mirrored, situation):
                found.setdefault(move_key(game, spelled, situation), MoveReading(spelled, FROM_THE_RIGHT, whole=False))
    return tuple(found.values())


PAGE, OWN_SIDE = "page", "own side"
"""The orders of ways as the board is printed, and as the player of each side sees it."""
FROM_THE_RIGHT = "right"
"""The order of squares whose columns are counted from the right."""
_AS_IN_SHOGI = re.compile(r"[▲△☗☖▽]?\s*[1-9１-９]\s?[一二三四五六七八九]\s?[^\d\W](?:成|不成)?")
"""A move as shogi writes it, without the square that it leaves."""


def _from_the_right(game: Game, square: str) -> str:
    """Return the square of the same row that is as far from the right."""
    at = game.board.parse(square)
    if at is None:
        return square
    row, column = divmod(at, game.board.columns)
    return game.board.spell(row * game.board.columns + game.board.columns - 1 - column)


@lru_cache(maxsize=4096)
def is_legal(game: Game, position: Position, text: str) -> bool:
    """Return whether a text is a legal move."""
    try:
        return game.legal(position, game.resolve(position, game.read(text)))
    except InvalidMove:
        return False


def is_out_of_turn(game: Game, plies: PlyLink, text: str) -> bool:
    """Return whether an illegal move is one of the other side: by the rules, or because it was legal a ply earlier."""
    position, before = plies.position, plies.before
    if position is None:
        return False
    if before is not None and before.position is not None and is_legal(game, before.position, text):
        return True
    try:
        breach = game.explain(position, game.resolve(position, game.read(text)))
    except InvalidMove:
        return False
    return breach is not None and breach.article == game.turn_article


def rewrite_in_notation(game: Game, passage: LocatedText) -> LocatedText:
    """Return a line with the notation's own words in its moves; each character knows where it came from."""
    for at in _first_rewritings(game, passage.text):  # few lines have anything to replace
        for pattern, into in _rewriting_patterns(game)[at:]:
            if pattern.search(passage.text):
                passage = _replace_matches(passage, pattern, into)
    return passage


@lru_cache(maxsize=4096)
def _first_rewritings(game: Game, text: str) -> tuple[int, ...]:
    """Return the index of the first pattern that is replaced in a text; nothing where none is."""
    first = next((at for at, (pattern, _) in enumerate(_rewriting_patterns(game)) if pattern.search(text)), None)
    return () if first is None else (first,)


@lru_cache(maxsize=16)
def _rewriting_patterns(game: Game) -> Sequence[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]]:
    """Return the patterns that are replaced in the moves of a game one after the other, and what replaces them."""
    vocabulary = game.vocabulary
    board_letters = chr(ord("a") + game.board.columns - 1)
    words = _unit_pattern(vocabulary.units, vocabulary.suffixes)
    before = "".join(re.escape(sign) for sign in sorted(set("".join(vocabulary.units))))
    one = rf"\(\s*(?:{words})\s*\)"
    unit = _unit_pattern(vocabulary.units, ())
    suffix = _unit_pattern(vocabulary.suffixes, ())
    signs = (rf"(?<=\s):({suffix}):(?=\s|$)", rf"[《【〈〔]\s?({suffix})\s?[》】〉〕]")
    quoted = (re.compile(rf"[「『]({unit})[」』]"), *list(map(re.compile, signs)) * bool(suffix))
    bracketed = re.compile(rf"(?<=[0-9{KANJI}十へに{before}]){one}(?:\s?{one})*")
    return (
        (_ROMAJI_SQUARE, _from_romaji),
        *[(_SCANNED_NUMBER, lambda found: found[0].translate(str.maketrans("lO", "10")))] * (board_letters < "l"),
        *((axes, _with_named_axes) for axes in (*_COLUMN_AND_ROW, *[_FILE_AND_ROW] * (not vocabulary.cells))),
        *_IN_ANY_GAME,
        *((re.compile(pattern), into) for pattern, into in vocabulary.rewritings if not pattern.startswith("^")),
        *((passing, SKIPPED) for passing in _PASSING if game.passes),
        *((sign, r"\1") for sign in quoted),
        (_ORIGIN_BEHIND, r"(\1)"),
        (_sentence_pattern(vocabulary.units), r"\1の\2が\3へ"),
        (bracketed, lambda found: re.sub(_AND, "", re.sub(r"[()\s]", "", found[0]))),
    )


def _replace_matches(
    passage: LocatedText, pattern: re.Pattern[str], into: str | Callable[[re.Match[str]], str]
) -> LocatedText:
    """Return a passage with the matches of a pattern replaced; the new characters have the places of the old ones."""
    at, text, places = 0, "", passage.places[:0]
    for found in pattern.finditer(passage.text):
        new = found.expand(into) if isinstance(into, str) else into(found)
        old = passage.places[found.start() : found.end()]
        if not old or (_KATAKANA.match(passage.text, found.end() - 1) and _KATAKANA.match(passage.text, found.end())):
            continue  # a part of a longer word: ユニオンキング
        text += passage.text[at : found.start()] + new
        places += (*passage.places[at : found.start()], *(old[min(number, len(old) - 1)] for number in range(len(new))))
        at = found.end()
    return LocatedText(text + passage.text[at:], places + passage.places[at:]) if at else passage


def _from_romaji(found: re.Match[str]) -> str:
    """Return a square in Latin letters with its particle in the notation: yon no go kara is 四5から."""
    column, row = (ROMAJI_FIGURES[word.lower()] for word in found.groups()[:2])
    return f"{KANJI_FIGURES[column - 1]}{row}" + ROMAJI_PARTICLES[(found[3] or "").lower()]


def _with_named_axes(found: re.Match[str]) -> str:
    """Return the square of a column and a row with their names: 1列目の7段目 is 一7."""
    column, row = (found[1], found[2]) if found[1] else (found[3], found[2])
    return KANJI_FIGURES[parse_numeral(column) - 1] + str(parse_numeral(row))


def _sentence_pattern(units: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern for a unit of one square that goes to another, or beats what stands there: 二の五の弓、五の五の馬を討つ."""
    unit = "|".join(map(re.escape, sorted((one for one in units if not one.isascii()), key=len, reverse=True)))
    return re.compile(
        rf"({NAMED_SQUARE})\s?の\s?({unit})\s?(?:で|が|は|、|,)\s*({NAMED_SQUARE})(?:[にへ]?(?:い|居|あ)(?:た|る|った))?"
        rf"(?:\s?(?:の\s?)?(?:(?:相手|敵)\s?の?\s?)?(?:{unit}){BEATEN}|\s?へ)"
    )


def _unit_pattern(units: Iterable[str], suffixes: Iterable[str]) -> str:
    """Return the pattern for a unit, for suffixes, or for both."""
    unit, suffix = (
        "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) for words in (units, suffixes)
    )
    more = rf"(?:{_AND}(?:{suffix}))*" if suffix else ""
    return rf"(?:{unit}){more}|(?:{suffix}){more}" if suffix else unit


def move_key(game: Game, text: str, situation: Situation) -> object:
    """Return what two texts of the notation have in common that are the same move in a situation."""
    try:
        reading = game.read(text)
        if reading.move is None and situation.position is not None:
            return game.resolve(situation.position, reading)
    except InvalidMove:
        return text
    return text if reading.move is None else reading.move


def _complete_move(game: Game, move: InkMove, situation: Situation) -> Iterator[str]:
    """Yield what a parsed move means: itself if it is complete, else the legal moves that it leaves open."""
    if move.same:
        if not situation.last:
            return
        move = move._replace(squares=(*move.squares, situation.last), same=False)
        if len(move.squares) == 1 and move.unit:
            yield from _matching_legal_moves(game, move, situation.position)
            return
    if _lacks_its_colour(game, move):
        marked = tuple(_matching_legal_moves(game, move._replace(unit="", fragment=move.unit), situation.position))
        if marked:  # A内 for 白A内
            yield from marked
            return
    if len(move.squares) > 1 and move.unit[:1] in _COLOURS and move.unit[1:] in game.vocabulary.units:
        own = None if situation.position is None else game.sides[game.turn(situation.position)].label.ja
        if own not in {None, move.unit[0]}:
            return  # a unit that moves is that of the side to move
        move = move._replace(unit=move.unit[1:])
    without_its_origin = len(move.squares) == 1 and (move.moved or not _has_placements(game, situation.position))
    if move.unit and not move.motion and not without_its_origin and is_move(game, move.text()):
        yield move.text()
    else:
        yield from _matching_legal_moves(game, move, situation.position)


def _lacks_its_colour(game: Game, move: InkMove) -> bool:
    """Return whether a move places a unit whose name begins with a colour that is not written: 三06B外."""
    return len(move.squares) == 1 and any(mark + move.unit in game.vocabulary.units for mark in _COLOURS if move.unit)


@lru_cache(maxsize=4096)
def moves_without_origin(game: Game, written: str, position: Position) -> tuple[str, ...]:
    """Return the legal moves over the board that a text may mean which names one square and a unit, without a word of placing it."""
    folded = fold_line(written, 1).text.lstrip("▲△☗☖▽ ")
    if _PLACED.search(folded):
        return ()
    moves = move_patterns_from(game, folded, 0).get(len(folded), ())
    bare = [move for move in moves if len(move.squares) == 1 and move.unit and not move.same]
    return tuple(
        dict.fromkeys(
            text for move in bare for text in _matching_legal_moves(game, move._replace(moved=True), position)
        )
    )


def _moves_on_way(game: Game, move: InkMove, position: Position | None) -> Iterator[tuple[str, str]]:
    """Yield the legal moves of a unit on a way, each with whose view of the board tells it: of the page, or of its player."""
    if position is None:
        return
    across, down, steps = move.way
    views = {(across, down): PAGE}
    if game.turn(position):
        views[-across, -down] = OWN_SIDE
    for legal in game.legal_moves(position):
        spelled = game.spell(legal)
        written = game.read(spelled).written
        squares = tuple(map(game.board.spell, written.squares))
        if (
            len(squares) > 1
            and move.squares in {(), squares[:1]}
            and _fits(game, position, legal, move, (squares, written.suffixes))
        ):
            (one_row, one), (two_row, two) = (
                divmod(at, game.board.columns) for at in (written.squares[0], written.squares[-1])
            )
            across, down = two - one, two_row - one_row
            far = max(abs(across), abs(down))
            straight = across in {0, far, -far} and down in {0, far, -far} and steps in {far, ANY_STEPS}
            seen = views.get((across // far, down // far)) if straight else None
            if seen is not None:
                yield spelled, seen if game.turn(position) else ""


@lru_cache(maxsize=4096)
def _has_placements(game: Game, position: Position | None) -> bool:
    """Return whether a unit can be placed: where none can, a move of one square lacks the square that it leaves."""
    if position is None:
        return True
    return any(len(game.read(game.spell(legal)).written.squares) == 1 for legal in game.legal_moves(position))


def _matching_legal_moves(game: Game, move: InkMove, position: Position | None) -> Iterator[str]:
    """Yield the legal moves that have all that is written."""
    if position is None:
        return
    for legal, spelled, squares, suffixes in _legal_moves(game, position):
        if (
            squares[-1:] == move.squares[-1:]
            and not (move.moved and len(squares) == 1)
            and (squares == move.squares or (len(move.squares) == 1 and move.unit))
            and (not move.motion or _moves_in_direction(game, position, squares, move.motion))
            and _fits(game, position, legal, move, (squares, suffixes))
        ):
            yield spelled


@lru_cache(maxsize=16)  # the hypotheses about a line have few positions, which may have thousands of moves
def _legal_moves(game: Game, position: Position) -> Sequence[tuple[int, str, tuple[str, ...], tuple[str, ...]]]:
    """Return the legal moves of a position, each with its text, its squares and its suffixes."""
    found = []
    for legal in game.legal_moves(position):
        spelled = game.spell(legal)
        written = game.read(spelled).written
        found.append((legal, spelled, tuple(map(game.board.spell, written.squares)), written.suffixes))
    return found


def _fits(game: Game, position: Position, legal: int, move: InkMove, visited: Visited) -> bool:
    """Return whether a legal move is one that is written so, with its squares as `visited`."""
    squares, suffixes = visited
    if not move.unit:
        unit = game.read(game.spell(legal)).written.unit
        return (move.suffixes == suffixes or not (move.suffixes or move.fragment)) and set(move.fragment) <= set(unit)
    if len(squares) == 1 and not move.suffixes:  # the mark of bringing a unit to the board may be left out
        move = move._replace(suffixes=suffixes)
    try:
        return game.resolve(position, game.read(move.text(squares))) == legal
    except InvalidMove:
        return False


def _moves_in_direction(game: Game, position: Position, squares: tuple[str, ...], motion: str) -> bool:
    start, end = (game.board.parse(square) for square in (squares[0], squares[-1]))
    if start is None or end is None or len(squares) == 1:
        return False
    rows = (start // game.board.columns - end // game.board.columns) * (1, -1)[game.turn(position)]
    return (rows > 0) - (rows < 0) == MOTIONS[motion]
