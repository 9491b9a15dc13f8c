"""Texts of the actions of 続・連合将棋 (rengo.59), read and spelled."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from kifu.core.errors import InvalidMove
from kifu.core.game.drawing import Placed, PlyBoxes, SetupPiece
from kifu.core.game.text import Reading, Vocabulary, hands_keys
from kifu.core.message import Message, quoted
from kifu.core.move_grammar import PASS as PASS_WORD
from kifu.core.move_grammar import Grammar, WrittenMove
from kifu.core.outcome import Side
from kifu.core.squares import COLUMNS, BoardSize
from kifu.games.rengo.boards_and_unit_movements import (
    BOARDS,
    FOR_PAWN,
    HAND_PLACE,
    HANDS,
    KINDS,
    MAN,
    MEN,
    NAMES,
    PAWN,
    PEARL,
    PROMOTES,
    STONES,
    UNITS,
    UNPROMOTED_KIND,
)
from kifu.games.rengo.diagrams_and_drawing import STANDS, token_outline
from kifu.games.rengo.position import (
    BECOMES,
    DROP,
    DROP_PROMOTED,
    NO_SUFFIX,
    PASS,
    PROMOTED,
    UNPROMOTED,
    encode,
    place_code,
    place_codes,
)
from kifu.games.rengo.position import decode as parts
from kifu.games.rengo.pseudo_legal import BIA

if TYPE_CHECKING:
    from kifu.core.game.drawing import Token
    from kifu.core.squares import Squares
    from kifu.games.rengo.position import Position

DROP_WORD, PROMOTED_WORD, UNPROMOTED_WORD = "打", "成", "不成"
BECOMES_WORDS = tuple(f"成{NAMES[kind]}" for kind in FOR_PAWN)
SUFFIX_WORDS = {
    (): NO_SUFFIX,
    (PROMOTED_WORD,): PROMOTED,
    (UNPROMOTED_WORD,): UNPROMOTED,
    (DROP_WORD,): DROP,
    (DROP_WORD, UNPROMOTED_WORD): DROP,
    (DROP_WORD, PROMOTED_WORD): DROP_PROMOTED,
} | {(word,): BECOMES + number for number, word in enumerate(BECOMES_WORDS)}
_SPELLED = {NO_SUFFIX: "", PROMOTED: "成", UNPROMOTED: "不成", DROP: "打", DROP_PROMOTED: "打成"} | {
    BECOMES + number: word for number, word in enumerate(BECOMES_WORDS)
}
BY_ITSELF = frozenset({MAN, BIA})
"""The kinds that promote even if the text has no 成; 不成 means that they do not promote."""
WITH_UNPROMOTED = frozenset(UNPROMOTED_KIND) | BY_ITSELF
"""The kinds for which 不成 matters: promoted faces, for which it is wrong, and the kinds that promote by themselves."""
SHORT = 50
"""The characters of a text up to which it is remembered; rows of diagrams are not longer."""
_SQUARE = f"((?:{'|'.join(reversed(COLUMNS))})[0-9][0-9])"
_USUAL = re.compile(
    f"{_SQUARE}(?:-{_SQUARE})?([{''.join(KINDS)}])"
    f"({'|'.join((DROP_WORD, UNPROMOTED_WORD, *BECOMES_WORDS, PROMOTED_WORD))})?"
)
"""An action of one or two squares as programs write it."""


@cache
def board_grammar(board: str) -> Grammar:
    """Return the grammar of the actions on a board."""
    size = BoardSize(BOARDS[board].columns, BOARDS[board].rows)
    words = (DROP_WORD, PROMOTED_WORD, UNPROMOTED_WORD, *BECOMES_WORDS)
    units = {name: name for name in KINDS}
    return Grammar(size, units, {word: word for word in words}, examples=("三06-三05歩", "五05碁打"))


@lru_cache(maxsize=1 << 16)
def read_action(board: str, action_text: str) -> Reading:
    """Read a written action. Raises InvalidMove if it is not understood."""
    written = _read_usual(board, action_text) or _read_unusual(board, action_text)
    if written.unit == PASS_WORD:
        return Reading(written.side, written, PASS)
    suffix = SUFFIX_WORDS.get(written.suffixes)
    if suffix is None:
        raise _suffix_error(action_text, written)
    if (len(written.squares) == 1) != (suffix in {DROP, DROP_PROMOTED}):
        raise _drop_mark_error(action_text, written)
    known = place_codes(board)
    squares = tuple([known[square] for square in written.squares])
    kind = KINDS[written.unit]
    if kind in BY_ITSELF and suffix == NO_SUFFIX:
        return Reading(written.side, written, None)
    if kind == PAWN and suffix == PROMOTED:
        suffix = BECOMES
    if suffix == UNPROMOTED and kind not in WITH_UNPROMOTED:
        suffix = NO_SUFFIX
    return Reading(written.side, written, encode(kind, squares, suffix))


def _read_unusual(board: str, action_text: str) -> WrittenMove:
    """Read an action in an unusual form.

    Raises InvalidMove if it is not understood.
    """
    if len(action_text) > SHORT:
        return board_grammar(board).read(action_text)
    read_before = _read_unusual_or_error(board, action_text)
    if isinstance(read_before, InvalidMove):
        why = read_before
        raise InvalidMove(why.code, why.message, offset=why.offset, width=why.width)
    return read_before


@lru_cache(maxsize=1 << 12)
def _read_unusual_or_error(board: str, action_text: str) -> WrittenMove | InvalidMove:
    """Read an action, or return why it is not understood.

    Diagrams have the same rows again and again.
    """
    try:
        return board_grammar(board).read(action_text)
    except InvalidMove as why:
        return why.with_traceback(None)


def _read_usual(board: str, action_text: str) -> WrittenMove | None:
    """Fast parse of a usual action, one or two squares; else None."""
    match = _USUAL.fullmatch(action_text)
    if match is None:
        return None
    start, end, unit, suffix = match.groups()
    squares = _squares_by_name(board)
    named = (squares.get(start, -1),) if end is None else (squares.get(start, -1), squares.get(end, -1))
    return None if -1 in named else WrittenMove(None, named, unit, (suffix,) if suffix else ())


@cache
def _squares_by_name(board: str) -> dict[str, int]:
    """Return the squares of a board by their canonical names."""
    size = BoardSize(BOARDS[board].columns, BOARDS[board].rows)
    return {size.spell(square): square for square in range(size.columns * size.rows)}


def move_of_reading(position: Position, reading: Reading) -> int:
    """Return the move of a reading.

    A 平 or 貝 that must promote where it ends does so without 成 (rengo.59).
    """
    if reading.move is not None:
        return reading.move
    geometry = position.context.geometry
    written = reading.written
    kind = KINDS[written.unit]
    to = written.squares[-1]
    zone = 1 if kind == MAN else geometry.board.zone
    suffix = PROMOTED if geometry.depth[position.turn][to] <= zone else NO_SUFFIX
    return encode(kind, tuple(place_code(*divmod(square, geometry.columns)) for square in written.squares), suffix)


@lru_cache(maxsize=1 << 16)
def spell_move(move: int) -> str:
    """Return the canonical text of a move.

    A square has the same name on every board.
    """
    if move == PASS:
        return PASS_WORD
    kind, squares, suffix = parts(move)
    path = "-".join(f"{COLUMNS[at & 31]}{at >> 5:02d}" for at in squares)
    return path + NAMES[kind] + _SPELLED[suffix]


PROMOTED_NAMES = {
    NAMES[face]: (NAMES[kind], f"{PROMOTED_WORD}{NAMES[face]}" if kind == PAWN else PROMOTED_WORD)
    for face, kind in UNPROMOTED_KIND.items()
} | {NAMES[face]: (NAMES[PAWN], word) for face, word in zip(FOR_PAWN, BECOMES_WORDS, strict=True)}
"""The name of each promoted face: the unit that promotes, and the suffix that says so."""


_SQUARE = r"[a-sA-S一二三四五六七八九十]{1,2} ?[のノ・-]?(?:\d{1,2}|[一二三四五六七八九十]{1,2})(?![0-9])|\d[ ,・-]?[\d一二三四五六七八九十](?![0-9])"
"""A square behind the stand that a unit comes from."""
_GO_BOARD = "(?<![0-9〜~～…])(?:{0}|{1})路(?=盤|碁|囲碁|(?![0-9段])[^一-鿿]|$)|{0}[x×]{0}の?碁盤|碁盤 ?[(（]?{0}[x×]{0}|碁盤 ?{0}(?![0-9x×枚個段])|[Gg]o[ -]?[Bb]oard,? *(?:[(]? *{0}|{0} ?[x×] ?{0})|{0}[ x×{0}-]{{0,5}}(?:line )?[Gg]o[ -]?[Bb]oard"
"""The names of a board of go by its number of lines."""
_A_BOARD = r"(?:の?(?:盤|ボード)|ノ?(?:バン|バーン)|の?ばん)"
BOARDS_SAID = (
    (
        rf"(?<!連合)(?<![タ中韓][イ国]の)(?:本?将棋|(?<!ゴウ)ショウギ|(?<!ごう)しょうぎ){_A_BOARD}|[Ss]h[oō]u?gi[ -]?[Bb]oard",
        "将棋盤",
    ),
    (rf"(?:チェス|ちぇす|国際象棋){_A_BOARD}|[Cc]hess[ -]?[Bb]oard", "チェス盤"),
    (
        rf"(?:シャンチー|しゃんちー|(?<!国際)象棋|中国の?将棋){_A_BOARD}|[Xx]iangqi[ -]?[Bb]oard|[Cc]hinese chess[ -]?[Bb]oard",
        "シャンチー盤",
    ),
    (rf"(?:チャンギ|ちゃんぎ|韓国の?将棋){_A_BOARD}|[Jj]anggi[ -]?[Bb]oard", "チャンギ盤"),
    (rf"(?:マー?クルック|まー?くるっく|タイの?(?:将棋|チェス)){_A_BOARD}|[Mm]akruk[ -]?[Bb]oard", "マークルック盤"),
    *(
        (_GO_BOARD.format(lines, said), f"碁盤{lines}路")
        for lines, said in (("9", "九"), ("13", "十三"), ("19", "十九"))
    ),
    (rf"(?:オセロ|おせろ|リバーシ){_A_BOARD}|(?:[Oo]thello|[Rr]eversi)[ -]?[Bb]oard", "オセロ盤"),
    (
        rf"(?:連珠|れんじゅ|レンジュ|五目並べ|五目|ごもく(?:ならべ)?){_A_BOARD}|(?:[Rr]enju|[Gg]omoku)[ -]?[Bb]oard",
        "連珠盤",
    ),
    (
        rf"(?:ドラフツ|ドラフト|チェッカー|国際チェッカー|どらふつ){_A_BOARD}|(?:[Dd]raughts|[Cc]heckers)[ -]?[Bb]oard",
        "ドラフツ盤",
    ),
    (
        r"(?P<implied>(?:標準|見本)(?:の|どおりの|通りの)?(?:見本|布陣|陣形|並べ方|並び|初期配置|配置|駒組み?)|(?:布陣|陣形|並べ方|並び|配置|駒組み?)(?:は|も|[:：]|\s)\s?(?:標準|見本)|(?:規則|ルール)(?:書|ブック)?の(?:例|見本))",
        "碁盤9路",
    ),  # the board of the example of the rules
)
"""What people call a board within a sentence, and its name."""


@cache
def vocabulary_of_shogi_programs() -> Vocabulary:
    """Words for moves and diagrams of shogi programs: 龍, 成銀, 打, 持駒.

    打 may stand before the unit, and 持駒 for 駒台.
    """
    names = "".join(KINDS)
    # 兵 chooses what it becomes, so 成兵 names no unit.
    promoted = tuple((f"成{NAMES[kind]}", NAMES[face]) for face, kind in UNPROMOTED_KIND.items() if kind != PAWN)
    words = (DROP_WORD, PROMOTED_WORD, UNPROMOTED_WORD, *BECOMES_WORDS)
    return Vocabulary(
        units={name: name for name in KINDS},
        suffixes={word: word for word in words},
        rewritings=(
            ("龍", "竜"),
            ("竜王", "竜"),
            ("竜馬", "馬"),
            ("と金", "と"),
            ("([玉金銀])将|([飛香])車|(角)行|(桂)馬|(歩)兵", r"\1\2\3\4\5"),
            *promoted,
            (rf"打([{names}])", rf"\1{DROP_WORD}"),
            (
                rf"([{names}])[ 、を]*駒?台[ ]?(?:->|→|から|より|-)[ ]?({_SQUARE})(?:[へに](?:打つ)?)?",
                rf"\2\1{DROP_WORD}",
            ),
            (
                rf"駒?台[ ]?(?:->|→|から|より|-)[ ]?({_SQUARE})[へに ]{{0,2}}([{names}])(?:を?打つ|打)?",
                rf"\1\2{DROP_WORD}",
            ),
            (rf"駒?台(?:から|より)の?([{names}])を({_SQUARE})[へに]", rf"\2\1{DROP_WORD}"),
            ("を?(?:打つ|打った|打ち)", DROP_WORD),
            (rf"(?<=[{names}])[ ]?を?[ ]?(?:うつ|うった|うち(?:ます|ました)?)(?![ぁ-ん])", DROP_WORD),
            (
                rf"(?<=[{names}])[ ,]{{0,2}}(?i:un-?promoted|(?:does not|doesn't|did not|didn't|not|without) promot(?:e|ed|ing|ion))(?![A-Za-z])",
                UNPROMOTED_WORD,
            ),
            (rf"(?<=[{names}])[ ,]{{0,2}}(?i:(?:and )?promot(?:es|ed|ing|ion))(?![A-Za-z])", PROMOTED_WORD),
            (rf"成(?:る|った|り)|(?<=[{names}])[ 　]?(?:ナリ|なり)(?![ぁ-んァ-ヶ])", PROMOTED_WORD),
            ("^drop(?:s|ped)?", DROP_WORD),
            ("^promot(?:es?|ed|ion|ing)", PROMOTED_WORD),
            (rf"成らず|(?<=[{names}0-9一二三四五六七八九十])生(?!ま)", UNPROMOTED_WORD),
        ),
        keys=hands_keys("駒台"),
        values={"盤": BOARDS_SAID},
        cells=((rf"[vVｖ]([{names}])", r"△\1"), (rf"[ ^]([{names}])", r"▲\1"), (r"[ ]?[・･.]", "・・"), (" ", "")),
    )


def _suffix_error(action_text: str, written: WrittenMove) -> InvalidMove:
    """Error of suffixes that do not stand together."""
    words = "".join(written.suffixes)
    return InvalidMove(
        "unknown-suffix",
        Message(
            f"「{quoted(words)}」は重ねて書けません。打・成・不成・{'・'.join(BECOMES_WORDS)} のどれか一つを書いてください",
            f"'{quoted(words)}' cannot be written together; write one of 打, 成, 不成, {', '.join(BECOMES_WORDS)}",
        ),
        offset=len(action_text) - len(words),
        width=len(words),
    )


def _drop_mark_error(action_text: str, written: WrittenMove) -> InvalidMove:
    """Error of a missing 打, or of 打 behind several squares."""
    if len(written.squares) == 1:
        message = Message(
            f"「{quoted(action_text)}」にはマスが一つしかありません。駒台から打つ手なら「打」を付け、動かす手なら元と先のマスを書いてください",
            f"'{quoted(action_text)}' names one square; add 打 for a drop, or write the squares it goes from and to",
        )
        return InvalidMove("missing-drop-mark", message, width=len(action_text))
    message = Message(
        f"「打」は駒台から打つ手に付けます。打つ手なら打つマスだけを書いてください (「{quoted(action_text)}」)",
        f"打 marks a drop, which names the one square it goes to ('{quoted(action_text)}')",
    )
    return InvalidMove("drop-with-path", message, width=len(action_text))


_STONES_FIRST = sorted(HANDS, key=lambda kind: kind not in STONES | {PEARL})
_DROPS = tuple(NAMES[kind] + DROP_WORD for kind in _STONES_FIRST)
PLY_BOXES = PlyBoxes(
    2,
    tuple(KINDS),
    (DROP_WORD, PROMOTED_WORD, UNPROMOTED_WORD),
    becomes=tuple(NAMES[kind] for kind in FOR_PAWN),
)
"""The boxes of an action on paper, besides its squares."""


def written_from(token: Token) -> tuple[str, ...]:
    """Name of a unit, with each suffix of its kind's moves."""
    kind = KINDS[token.text]
    suffixes: tuple[str, ...] = ("",)
    if kind == PAWN:
        suffixes += BECOMES_WORDS
    elif kind in PROMOTES:
        suffixes += (PROMOTED_WORD,)
    if kind in BY_ITSELF:
        suffixes += (UNPROMOTED_WORD,)
    return tuple(token.text + suffix for suffix in suffixes)


def written_on(side: Side) -> tuple[str, ...]:  # noqa: ARG001 - the contract of Game
    """Drops of each kind that a stand holds, stones first."""
    return _DROPS


def longest_moves(board: Squares) -> tuple[str, ...]:
    """Longest texts of a drop, a promotion and a leap sequence."""
    corner = board.spell(board.columns * board.rows - 1)
    drop = max(_DROPS, key=len)
    promotes = NAMES[PAWN] + max(BECOMES_WORDS, key=len)
    leaps = NAMES[MAN] + UNPROMOTED_WORD
    return corner + drop, f"{corner}-{corner}{promotes}", f"{corner}-{corner}-{corner}{leaps}"


def setup_pieces(board: str) -> tuple[SetupPiece, ...]:
    """Units of both sides with their costs, promoted faces last."""
    units = sorted(UNITS, key=lambda unit: bool(unit.of))
    held = {NAMES[kind] for kind in HANDS}
    family = BOARDS[board].family
    return tuple(
        SetupPiece(
            side.mark + unit.name,
            side,
            unit.name,
            unit.cost if family else unit.away,
            unit.free,
            token_outline(KINDS[unit.name]),
            line=STANDS[side] if unit.name in held else "",
        )
        for side in Side
        for unit in units
    )


def glyph_after_move(token: Token, behind: str) -> str:
    """Glyph after a move: promoted face, or what a 兵 becomes."""
    suffix = behind.removeprefix(token.text)
    kind = KINDS[token.text]
    if suffix in BECOMES_WORDS:
        return suffix.removeprefix(PROMOTED_WORD)
    return NAMES[PROMOTES[kind]] if suffix == PROMOTED_WORD and kind in PROMOTES else token.text


def placed(side: Side) -> tuple[Placed, ...]:
    """Return how the drops of :func:`written_on` are drawn."""
    return tuple(Placed(side, NAMES[kind], token_outline(kind)) for kind in _STONES_FIRST)


def drops_and_counts(position: Position, side: Side) -> dict[str, int | None]:
    """Drops that the stand of a side allows, with their numbers."""
    return {
        NAMES[kind] + DROP_WORD: position.stands[side][HAND_PLACE[kind]]
        for kind in _STONES_FIRST
        if position.stands[side][HAND_PLACE[kind]]
    }


def captives_message(position: Position, side: Side) -> Message | None:
    """Return the アゲハマ of a side; None before the first action."""
    if position.is_setup:
        return None
    return Message(f"アゲハマ {position.captives[side]}", f"prisoners {position.captives[side]}")


def goes_on(token: Token) -> bool:
    """Tell whether a token shows a 平 or 冠, which leaps repeatedly."""
    return KINDS[token.text] in MEN
