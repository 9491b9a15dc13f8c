"""Spans of a line, and the context that recognisers read it in: the record, its line, and what tells whose a side is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.outcome import SIDE_MARKS, Side
from kifu.core.squares import BLANKS
from notation.freeform.players_of_head_lines import COLOURS
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.game import Game
    from kifu.core.outcome import SpecialMeaning


SIDE_WORDS = {
    **dict.fromkeys(("先手", "先", "せんて", "センテ", r"[せセ](?=\s*\d)"), Side.FIRST),
    **dict.fromkeys(("後手", "後", "ごて", "ゴテ", r"[ごゴ](?=\s*\d)"), Side.SECOND),
    **SIDE_MARKS,
}
"""The words for a side, as patterns, and its marks."""
DISCS = {"●": "黒", "⚫": "黒", "○": "白", "⚪": "白", "◯": "白", "黒": "黒", "白": "白"}
_LATIN = {"sente": Side.FIRST, "first": Side.FIRST, "gote": Side.SECOND, "second": Side.SECOND}


MAX_COLOUR_SIGNS = 3
"""The most characters of a word for a colour that is no name: 白番, but White may be one."""


WORDS_FOR_WRITER = ("私", "わたし", "あたし", "僕", "ぼく", "ボク", "俺", "おれ", "オレ", "自分", "当方", "小生")
"""What the writer of a record calls himself."""


class SideContext(NamedTuple):
    """Side context: what the side of a turn is read with."""

    game: Game
    words: Mapping[str, SpecialMeaning]
    players: Mapping[str, Side]
    """The side of each player's name."""
    first: str = ""
    """The colour of 先手 as the record uses it, 黒 or 白; empty where it is not known."""
    order: str = ""
    """Which axis stands first in squares of two figures, as the head says; empty where it does not, and among the moves."""

    def side_of_writer(self) -> Side | None:
        """Return the side of whoever writes the record; None where it gives none to a word for the writer."""
        sides = {self.players[word] for word in WORDS_FOR_WRITER if word in self.players}
        return next(iter(sides)) if len(sides) == 1 else None

    def side_meant_by(self, word: str) -> Side | None:
        """Return the side that a mark, a word or a colour means, None if it means none."""
        colour = side_or_colour(word)
        if not isinstance(colour, str):
            return colour
        labels = [side.label.ja for side in self.game.sides]
        first = labels[0] if colour in labels else self.first
        side = Side(first != colour) if first else None
        return None if side is not None and self.is_name_of(word, side.other) else side

    def is_name_of(self, word: str, side: Side) -> bool:
        """Return whether a word for a colour is a name of a player of a side: Tom White, who has black."""
        return len(word) > MAX_COLOUR_SIGNS and any(
            own is side and name.casefold().endswith(word.casefold()) for name, own in self.players.items()
        )


def side_or_colour(word: str) -> Side | str | None:
    """Return the side or the colour that a word names."""
    bare = word.removesuffix("番") or word
    low = bare.lower()
    return DISCS.get(bare) or COLOURS.get(low) or SIDE_WORDS.get(bare, _LATIN.get(low))


MAX_LINE_CHARACTERS = 4096
"""The most characters of a line that is read so."""
MAX_SIGNS_IN_A_ROW = 4
"""The most signs in a row between which free text may begin or end."""
BOUNDS = frozenset(BLANKS + "、。，,.;/・|()[]{}【】「」『』〈〉《》<>:→←▲△▽☗☖●○◯!?！？…-~\n\t")
"""The characters beside which free text may begin and end."""
COLUMN_AND_ROW = kept_pattern(r"(?<![A-Za-z0-9])[a-sA-S][0-9]|[一二三四五六七八九十][0-9]")
_BEFORE_A_SQUARE = frozenset("はもがにでとらてのり")
"""The kana before a square where a sentence tells the next move: 後半も五07白G内."""
_SIDE_AND_SQUARE = kept_pattern(rf"(?:(?:[先後]手|[黒白])番?|[▲△☗☖▽])?(?:{COLUMN_AND_ROW.pattern})")
_KEY = kept_pattern(
    r"(?:先手|後手|棋種|棋戦|結果|勝者|敗者|勝敗|規則|場所|備考|(?<!合計)得点|持ち?時間|秒読み|開始日時|終了日時)[:=]"
)
"""The key of another head: 先手:山田後手:鈴木."""
_FIRST_OF_A_KEY = frozenset("先後棋結勝敗規場備得持秒開終")
_SPACED = kept_pattern(r"(?<!\S)(?:\S {1,2}){4}\S(?!\S)")


class Span(NamedTuple):
    """A part of a line that is understood: what it is, what it means, and what it costs to read it so."""

    kind: str
    start: int
    end: int
    value: Any = None
    cost: float = 0.0


class LineContext(NamedTuple):
    """What the lines of a record are read with, besides their own text."""

    around: SideContext
    moving: bool
    """Whether the moves have begun."""
    titled: bool = False
    """Whether the line names the game by its title."""
    line: str = ""
    """The whole line; empty where a name of a game in it says nothing."""
    scored: bool = False
    """Whether the points of both sides stand behind the moves."""
    quoted: bool = False
    """Whether the line stands in a quotation."""
    owner: Side | None = None
    """The side whose head stands on the line above."""
    of_results: bool = True
    """Whether words of results may stand in the line."""

    @property
    def game(self) -> Game:
        """The game of the record."""
        return self.around.game


def without_spacing(text: str) -> str:
    """Return a text without the blanks between its characters, where each is parted from the next."""
    return text.replace(" ", "") if _SPACED.search(text) else text


def free_text_edges(text: str) -> list[int]:
    """Return the places of a text where free text may begin or end."""
    edges, run = [0], 0  # within many signs in a row no text begins or ends
    for at in range(1, len(text)):
        run = run + 1 if text[at - 1] in BOUNDS and text[at - 1] not in BLANKS else 0
        inside = run > MAX_SIGNS_IN_A_ROW and text[at] in BOUNDS and text[at] not in BLANKS
        told = text[at - 1] in _BEFORE_A_SQUARE and _SIDE_AND_SQUARE.match(text, at) is not None
        told = told or (text[at] in _FIRST_OF_A_KEY and _KEY.match(text, at) is not None)
        if (text[at] in BOUNDS or text[at - 1] in BOUNDS or told) and not inside:
            edges.append(at)
    return [*edges, len(text)]


def sign_of_another(text: str, at: int, end: int) -> bool:
    """Return whether a free text would begin with the sign behind a key, or end before one."""
    return text[at] in ":)]）" or text[end : end + 1] == ":"


SIGNS_OF_SIDES = "\ua000\ua001"
"""The letters that stand for the names of the players of both sides: an expression with them is that of any record."""
NAME = "\ua000{1,40}|\ua001{1,40}"
WHO = rf"(?P<who>{NAME})"
_SIGNS_ALREADY_THERE = dict.fromkeys(map(ord, SIGNS_OF_SIDES), "?")


def with_signs_for_names(sides: Mapping[str, Side], sentence: str) -> str:
    """Return a sentence with the sign of a side for each letter of the names of its player, in either case.

    It is as long as before. A name in Latin letters is no part of a longer word: Ta, for short, in started.
    """
    sentence = sentence.translate(_SIGNS_ALREADY_THERE)
    folded = sentence.lower()
    if len(folded) != len(sentence):  # İ has a letter more in small ones
        folded = sentence
    for name in sorted(sides, key=len, reverse=True):
        at = folded.find(name.lower())
        while at >= 0:
            end = at + len(name)
            if not (_is_latin(folded[max(at - 1, 0) : at + 1]) or _is_latin(folded[end - 1 : end + 1])):
                signs = SIGNS_OF_SIDES[sides[name]] * len(name)
                sentence, folded = sentence[:at] + signs + sentence[end:], folded[:at] + signs + folded[end:]
            at = folded.find(name.lower(), end)
    return sentence


def _is_latin(pair: str) -> bool:
    """Return whether both of two signs are Latin letters."""
    return len(pair) > 1 and pair.isascii() and pair.isalpha()


def has_name(signed: str) -> bool:
    """Return whether a name stood in a sentence that signs were put into."""
    return not frozenset(SIGNS_OF_SIDES).isdisjoint(signed)


def side_of_sign(sign: str) -> Side:
    """Return the side that a sign stands for."""
    return Side(SIGNS_OF_SIDES.index(sign[0]))
