"""Ends of several games that one list or sentence tells: 第1局　石川 ○ － ● 前田　（19手、前田投了）; 朝は先手の勝ち、夜は後手の勝ち.

What is said of a game stands below its own moves, where it is held against them; what a list says of its columns, its marks and of
all games is held against the players of the games.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import PLAYERS
from notation.freeform.fold_text import LocatedText, word_at
from notation.freeform.free_text_risk import RESULT_MARK, count_move_like_texts
from notation.freeform.players_of_head_lines import without_honorific
from notation.freeform.tokens_of_result_words import LOSES, WEIGHTY, WINS
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

MAX_ROW_CHARACTERS = 100
_CLAUSE = kept_pattern(r"[^、。,;/\s][^、。,;/]*")
"""A clause of a sentence about the ends of all games."""
_TOPIC = kept_pattern(r"(?:の(?:対?局|部|一局|ゲーム|勝負|試合|方|ほう))?(?:は|が|:|=|…|,|、|\s|→)?\s*")
_NUMERAL = rf"(\d{{1,2}}|[{KANJI[1:]}十]{{1,2}}|[①-⑳])"
_NUMBERED = kept_pattern(
    rf"\W{{0,3}}(?:第\s?)?{_NUMERAL}\s?(?:(?:局|回戦|戦|試合|ゲーム)目?|番目?(?!勝負|手))(?=[\s:、)\]】はの]|$)[:、)\]】は]?\s?"
)
"""What the row of a game begins with: 第1局, 2局目."""
_ITEM = kept_pattern(rf"\W{{0,3}}{_NUMERAL}(?:[.、):](?!\d)|(?=\s))\s?")
"""The number of an item of a list: 3., ④."""
_TOLD = kept_pattern(r"(?<![\d-])[01]\s?-\s?[01](?![\d-])|\d{1,3}手")
_BRACKET = kept_pattern(r"\([^()]{0,40}\)?")
_BEHIND_BOTH = kept_pattern(r"[、(]")
_WORD = kept_pattern(rf"[^\W\d_{WINS}{LOSES}]{{1,16}}")
_BESIDE_NAMES = kept_pattern(r"勝ち?|負け?|対|[vV][sS]|先手?番?|後手?番?|[白黒]番?|手|手数")
"""The words of a row that name nobody."""
_SIDE = r"(先手?|後手?|[白黒])番?"
_SIDE_WORD = kept_pattern(_SIDE)
_OF_COLUMN = kept_pattern(
    rf"(左|右)(?:側|の(?:人|方|者|名前?))?(?:が|は|を|:|=)?{_SIDE}(?:です)?|{_SIDE}(?:が|は|:|=)?(左|右)側?(?:です)?"
)
"""A clause that says whose the left column is: 左が先手, 白は左側."""
_COLUMNS = kept_pattern(
    rf"\W{{0,4}}(?:[^\W\d]{{1,4}}\s{{1,20}})?{_SIDE}\s{{1,20}}{_SIDE}(?:\s{{1,20}}[^\W\d]{{1,4}}){{0,4}}\s{{0,20}}"
)
"""The names of the columns of a list: 対局　白　黒　手数."""
_OF_MARKS = kept_pattern(rf"([{WINS}{LOSES}])(?:印|が|は|:|=){{0,2}}(?:(勝ち?|勝者|勝利)|負け?|敗者?|敗北)(?:です)?")
_OF_ALL = kept_pattern(
    rf"(?:いずれも|どれも|すべて|全て|[全両](?:対?局|試合)(?:とも)?|[{KANJI[1:]}2-9](?:局|試合)とも|ともに)(?:は)?"
    r"(投了|時間切れ|反則|全滅)(?:負け)?(?:による|により|で(?:決着|終局|終了)?(?:しました|した)?|終局|です|でした)?"
)
_CLAUSES = kept_pattern(r"[^\s。、,()※*]+")


class _Row(NamedTuple):
    """What a list says of one game."""

    line: int
    """The index of its line."""
    game: int
    """The index of its game."""
    said: LocatedText


class ListedGames(NamedTuple):
    """The games of a text as its headings tell them."""

    lines: Sequence[tuple[int, int]]
    """The indices of the first line of each, and behind its last."""
    keys: Sequence[str]
    """The words by which each is called after its heading."""
    numbers: Sequence[int | None]
    players: Sequence[Mapping[str, LocatedText]]
    """The names that the heading of each gives to the sides."""
    named_in_lines: Sequence[Mapping[str, LocatedText]]
    """Those that lines of heads give to them, of each game or of all."""

    def known(self, one: int) -> Mapping[str, LocatedText]:
        """Return the names of the sides of a game."""
        return self.players[one] or self.named_in_lines[one]


class ListedResults(NamedTuple):
    """A text whose list of ends is told game by game."""

    lines: list[CleanLine]
    """Its lines without that list."""
    ends: list[list[CleanLine]]
    """What stands below the moves of each game."""
    players: list[Mapping[str, LocatedText]]
    """The names that the sides of each game have by its heading, or by the list."""


def results_told_game_by_game(game: Game, lines: Sequence[CleanLine], games: ListedGames) -> ListedResults:
    """Return a text without the list of ends that stands above all its games, or below them; each end is that of its game."""
    above, below = range(games.lines[0][0]), range(games.lines[-1][0] + 1, games.lines[-1][1])
    outside = [at for at in (*above, *below) if _may_be_row(game, lines[at])]
    rows = [row for at in outside for row in _rows_of_line(at, lines[at].passage, games)]
    rows = rows or _rows_of_items([(at, lines[at].passage) for at in outside if at in above], games)
    kept = list(lines)
    for row in rows:
        kept[row.line] = _left_out(lines[row.line])
    for at in above if rows else ():
        if _is_of_game_left_out(lines[at].passage.text, games):
            kept[at] = lines[at]._replace(raw=None, furniture=True)
    others = {at: lines[at].passage.text for at in outside if rows and kept[at] is lines[at]}
    left = {side for text in others.values() if (side := _side_of_left_column(game, text)) is not None}
    given = [{} if games.known(one) else _players_by_row(one, rows, left) for one in range(len(games.lines))]
    players = [games.known(one) or names for one, names in enumerate(given)]
    reasons: list[str] = []
    for at, text in others.items():
        if (said := _legend_clauses(game, text, rows, players)) is not None:
            holds = all(is_so for is_so, _ in said)
            reasons += (reason for _, reason in said if holds and reason)
            kept[at] = lines[at]._replace(raw=None, furniture=holds, refused=not holds)
    ends: list[list[CleanLine]] = [[] for _ in players]
    for row in rows:
        ends[row.game] += _lines_of_row(row, lines, games.lines[row.game], players[row.game], reasons)
    return ListedResults(kept, ends, [games.players[one] or names for one, names in enumerate(given)])


def _lines_of_row(
    row: _Row,
    lines: Sequence[CleanLine],
    own: tuple[int, int],
    players: Mapping[str, LocatedText],
    reasons: Sequence[str],
) -> Iterator[CleanLine]:
    """Yield what a row, and the list as a whole, says of a game; it is refused if nobody can know whom it names."""
    names = _names(row.said.text)
    told = any(WEIGHTY.search(laid.passage.text) for laid in lines[slice(*own)]) or _SIDE_WORD.search(row.said.text)
    unknown = len(names) == len(PLAYERS) and not (_are_players(names, players) if players else told)
    bare = row.said.cut(0, len(_BEHIND_BOTH.split(row.said.text, maxsplit=1)[0]))
    for said in (row.said, *(bare.joined(word_at(f"、{reason}", row.said)) for reason in reasons)):
        yield lines[row.line]._replace(passage=said, raw=None, refused=unknown)


def _may_be_row(game: Game, clean_line: CleanLine) -> bool:
    text = clean_line.passage.text
    return 0 < len(text) <= MAX_ROW_CHARACTERS and not clean_line.furniture and not count_move_like_texts(game, text)


def _is_of_game_left_out(text: str, games: ListedGames) -> bool:
    """Return whether a row of a list tells the end of a game whose moves are not given."""
    number = _NUMBERED.match(text) if len(text) <= MAX_ROW_CHARACTERS and tells_an_end(text) else None
    return number is not None and _value(number[1]) not in games.numbers


def _left_out(clean_line: CleanLine) -> CleanLine:
    """Return a line without its text: what it says is said elsewhere."""
    return clean_line._replace(passage=clean_line.passage.cut(0, 0), raw=None, furniture=True)


def _rows_of_line(at: int, passage: LocatedText, games: ListedGames) -> Iterator[_Row]:
    """Yield what a line says of the ends of games: of one in each clause, or of one by its heading or its players."""
    parts = list(_CLAUSE.finditer(passage.text))
    called = [games_called(part[0].lstrip(), games) for part in parts]
    if not any(called):
        item = _ITEM.match(passage.text)
        row = passage if item is None else passage.cut(item.end())
        words = {*_names(row.text)}
        owners = [
            one
            for one in range(len(games.lines))
            if len(names := games.known(one)) == len(PLAYERS) and words >= {name.text for name in names.values()}
        ]
        if len(owners) == 1 and tells_an_end(row.text):
            yield _Row(at, owners[0], row)
        return
    ends = [part.end() for part in parts] if all(called) else [len(passage.text)]
    said = [
        _Row(at, one, _without_topic(passage.cut(part.start(), end), length))
        for part, end, ((one, length), *more) in zip(parts, ends, filter(None, called), strict=False)
        if not more
    ]
    whole = bool(called[0]) and len(said) == sum(map(bool, called)) == len(ends)
    yield from said if whole and all(tells_an_end(row.said.text) for row in said) else ()


def games_called(clause: str, games: ListedGames) -> list[tuple[int, int]]:
    """Return the games by whose heading a clause begins, each with the length of these words."""
    found = [(one, len(key)) for one, key in enumerate(games.keys) if key and clause.startswith(key)]
    numbered = None if found else _NUMBERED.match(clause)
    number = None if numbered is None else _value(numbered[1])
    return (
        found if numbered is None else [(one, numbered.end()) for one, own in enumerate(games.numbers) if own == number]
    )


def _without_topic(clause: LocatedText, length: int) -> LocatedText:
    """Return what a clause says behind the words of a heading, which it has at its beginning."""
    rest = clause.cut(length)
    topic = _TOPIC.match(rest.text)
    return rest.cut(topic.end() if topic else 0)


def _rows_of_items(passages: Sequence[tuple[int, LocatedText]], games: ListedGames) -> list[_Row]:
    """Return the rows of a list whose items are numbered as its games are; none if one is missing."""
    found = [(at, passage, item) for at, passage in passages if (item := _ITEM.match(passage.text)) is not None]
    rows = [_Row(at, _value(item[1]) - 1, passage.cut(item.end())) for at, passage, item in found]
    in_order = [row.game for row in rows] == list(range(len(games.lines)))
    return rows if in_order and all(tells_an_end(row.said.text) for row in rows) else []


def _value(numeral: str) -> int:
    return int(unicodedata.numeric(numeral)) if "①" <= numeral <= "⑳" else parse_numeral(numeral)


def tells_an_end(text: str) -> bool:
    """Return whether a row of a list tells how a game ended."""
    return any(pattern.search(text) is not None for pattern in (RESULT_MARK, WEIGHTY, _TOLD))


def _names(text: str) -> list[str]:
    """Return the words of a row that may be names, without what stands in a bracket."""
    words = (without_honorific(one) for one in _WORD.findall(_BRACKET.sub(" ", text).partition("、")[0]))
    return [one for one in words if one and _BESIDE_NAMES.fullmatch(one) is None and WEIGHTY.search(one) is None]


def _are_players(names: Sequence[str], known: Mapping[str, LocatedText]) -> bool:
    """Return whether two names are those of the sides of a game, or beginnings of them; so is any name where one is not known."""
    own = [name.text for name in known.values()]
    return len(own) != len(PLAYERS) or all(
        any(player.startswith(name) or name.startswith(player) for player in own) for name in names
    )


def _side_of_left_column(game: Game, text: str) -> int | None:
    """Return whose the left column of a list is by a line about it; None for any other line."""
    if (named := _COLUMNS.fullmatch(text)) is not None:
        sides = [_side(game, word) for word in named.groups()]
        return sides[0] if sides[0] != sides[1] else None
    for clause in _CLAUSES.findall(text):
        if (said := _OF_COLUMN.fullmatch(clause)) is not None:
            return _side(game, said[2] or said[3]) ^ ((said[1] or said[4]) == "右")
    return None


def _side(game: Game, word: str) -> int:
    labels = [side.label.ja for side in game.sides]
    return labels.index(word) if word in labels else int(word[0] in "後白")


def _players_by_row(one: int, rows: Sequence[_Row], left: AbstractSet[int]) -> Mapping[str, LocatedText]:
    """Return the names of a game's sides by its row of a list that says whose the columns are."""
    row = next((row for row in rows if row.game == one), None)
    two = [] if row is None else _names(row.said.text)
    if row is None or len(two) != len(PLAYERS) or len(left) != 1:
        return {}
    starts = [row.said.text.index(name) for name in two]
    found = [row.said.cut(at, at + len(name)) for at, name in zip(starts, two, strict=True)]
    return dict(zip(PLAYERS[:: -1 if 1 in left else 1], found, strict=True))


def _legend_clauses(
    game: Game, text: str, rows: Sequence[_Row], players: Sequence[Mapping[str, LocatedText]]
) -> list[tuple[bool, str]] | None:
    """Return whether each clause about the columns and marks of a list, or about all its ends, is so, and the reason it tells.

    None for any other line.
    """
    left = _side_of_left_column(game, text)
    found = [(_is_left(players, rows, left), "")] if left is not None else []
    for clause in [] if left is not None and _COLUMNS.fullmatch(text) else _CLAUSES.findall(text):
        if (mark := _OF_MARKS.fullmatch(clause)) is not None:
            found.append(((mark[1] in WINS) is (mark[2] is not None), ""))
        elif (alike := _OF_ALL.fullmatch(clause)) is not None:
            found.append((len({row.game for row in rows}) == len(players), alike[1]))
        elif _OF_COLUMN.fullmatch(clause) is None:
            return None
    return found or None


def _is_left(players: Sequence[Mapping[str, LocatedText]], rows: Sequence[_Row], left: int) -> bool:
    """Return whether the first name of each row is that of a side, where the sides of its game have names."""
    return all(
        [players[row.game][PLAYERS[left]].text] == _names(row.said.text)[:1]
        for row in rows
        if len(players[row.game]) == len(PLAYERS)
    )
