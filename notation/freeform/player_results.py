"""Results beside the players of a head: 白 岩田 ○ above 黒 池田 ×; 勝ち：先手 サルスケ above 負け：後手 モモ."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import PLAYERS
from notation.freeform.fold_text import LocatedText
from notation.freeform.heads import player_of_colour

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

MAX_CHARACTERS = 40
_WON, _LOST = r"[○◯〇]|勝(?:ち|者)?|(?i:win(?:ner)?)|かち", r"[×✕✖]|負け?|敗者?|(?i:lose[rs]?)|まけ"
_MARK = rf"(?P<mark>(?P<won>{_WON})|{_LOST})"
_SIDE = r"(?P<side>先手|後手|先番|後番|[先後](?=[\s:・(])|[白黒]|[▲△☗☖▽])番?"
_NAME = r"[^\s\d:()=/|、。○◯〇×✕✖●][^\s:()=/|、。○◯〇×✕✖●]{0,15}"
_MARKED = (
    re.compile(rf"\W{{0,2}}{_SIDE}[\s:・(]*(?P<name>{_NAME})\)?(?:\s+|\s?\(){_MARK}\)?\s*"),
    re.compile(rf"\(?{_MARK}\)?\s*[:…]?\s*{_SIDE}[\s:・(]+(?P<name>{_NAME})\)?\s*"),
)


_NEXT_SIDE = re.compile(rf"(?<=[\s/、|])(?=(?:{_MARK}\s?[:…]?\s?)?{_SIDE}[\s:・(])")


class _Marked(NamedTuple):
    """A player whose side a line tells, and whether that one has won."""

    key: str
    won: bool
    name: LocatedText
    mark: LocatedText


def lines_with_players_above_result(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines; players of whom one has the mark of a winner, the other that of a loser, stand above the result.

    Discs are no such marks: they may be those of the sides.
    """
    for at, laid in enumerate(lines):
        if laid.furniture or laid.parts or laid.sender or len(laid.passage.text) > 2 * MAX_CHARACTERS:
            continue
        below = lines[at + 1].passage if at + 1 < len(lines) and lines[at + 1].passage.text else None
        ways = [(at + 1, halves) for halves in _splits_between_players(laid.passage)]
        ways += [] if below is None else [(at + 2, [laid.passage, below])]
        for last, passages in ways:
            marked = [one for passage in passages if (one := _player_with_result_mark(game, passage)) is not None]
            if {one.key for one in marked} == {*PLAYERS} and len(marked) == len({one.won for one in marked}):
                return [*lines[:at], *_player_and_result_lines(laid, marked), *lines[last:]]
    return list(lines)


def _splits_between_players(passage: LocatedText) -> Iterator[list[LocatedText]]:
    """Yield the two parts of a line for each place where the second player may begin."""
    for found in _NEXT_SIDE.finditer(passage.text):
        yield [passage.cut(0, found.start()), passage.cut(found.start())]


def _player_and_result_lines(clean_line: CleanLine, marked: Sequence[_Marked]) -> Iterator[CleanLine]:
    """Yield a line for each player, and one for the result."""
    for one in marked:
        label = LocatedText(f"{one.key}:", (one.name.place,) * (len(one.key) + 1))
        yield clean_line._replace(passage=label.joined(one.name), raw=None, line=one.name.place[0])
    winner = next(one for one in marked if one.won)
    text = f"結果:{winner.key}の勝ち"
    result = LocatedText(text, (winner.mark.place,) * len(text))
    yield clean_line._replace(passage=result, raw=None, line=winner.mark.place[0])


def _player_with_result_mark(game: Game, passage: LocatedText) -> _Marked | None:
    """Return the player of a text that has the mark of a result; None for any other text."""
    text = passage.text.strip(" 、/|")
    found = next(filter(None, (pattern.fullmatch(text) for pattern in _MARKED)), None)
    if found is None or len(text) > MAX_CHARACTERS:
        return None
    word, start = found["side"], passage.text.index(text)
    key = PLAYERS[word[0] in "後△☖▽"] if word[0] in "先後▲△☗☖▽" else player_of_colour(word, game)
    name, mark = (passage.cut(start + found.start(group), start + found.end(group)) for group in ("name", "mark"))
    return _Marked(key, found["won"] is not None, name, mark) if key in PLAYERS else None
