"""The games of a text that holds several, each below its heading: 第1局, 第二局（先手 上村）, Game 2."""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from kifu.core.outcome import PLAYERS
from notation.freeform.clean_lines import CleanLine
from notation.freeform.fold_text import LocatedText, word_at
from notation.freeform.free_text_risk import count_move_like_texts
from notation.freeform.head_lines_in_other_words import only_game_named, read_head
from notation.freeform.headings_and_game_starts import WHEN, GameSection, find_heading, is_heading_of_a_part
from notation.freeform.number_time_and_side_recogniser import leading_ply_numbers_and_ends
from notation.freeform.players_of_head_lines import without_honorific
from notation.freeform.results_listed_by_game import ListedGames, results_told_game_by_game, tells_an_end
from notation.freeform.tables_of_games import points_told_game_by_game
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI, parse_numeral

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.game.game import Game

MAX_HEADING_CHARACTERS = 100
MAX_HEAD_LINES = 6
"""The most lines below the heading of a game that may name its players."""
SECOND_GAME = 2
MIN_MOVES = 2
"""The fewest moves below a heading by which it is that of a game."""
_N = rf"(\d{{1,3}}|[{KANJI}十]{{1,3}})"
_SIDE = r"(?:白|黒|先手|後手|先|後)番?[\s:=・]{1,3}[^\s:=・、。/]"
"""A side and its player, as a heading of a half names both."""
_HEADING = kept_pattern(
    rf"(?:(?:[{KANJI}十]{{1,2}}|\d{{1,2}})[、.)] ?)?[^\w\s]{{0,6}} ?(?:第 ?{_N} ?(?:局|戦|回戦|試合|ゲーム)目?|{_N} ?(?:局|戦|試合|ゲーム|番|本|きょく|かい|しあい)(?:目|め)|{_N} ?(?:かいせん|回戦|かい戦)(?:目|め)?|(?:Game|GAME|game|対局|Match) ?[#.]? ?(\d{{1,3}})|(?:[^\W\d]{{1,8}} )?(もう)(?:一|1)(?:局|回|戦|番|ゲーム)目?|(?:([前後])半戦?|([A-F]) ?[卓台組])(?=[\s:、()\]】〕]{{1,3}}(?:{_SIDE}[^\n]*?{_SIDE})))"
    r"(?!\w)[^\w\s(（]{0,6}"
)
_HALVES = {"もう": 2, "前": 1, "後": 2, **{letter: at for at, letter in enumerate("ABCDEF", 1)}}
"""The numbers of games that are called the first and second half, another one, or by the letter of their table."""
_CHAPTER = kept_pattern(
    rf"[^\w\s]{{0,3}} ?第 ?{_N} ?(?:譜|章|部|回|節|図) ?[:(]?(?: ?第?\d{{1,3}}手?目? ?[-~〜ー―から]{{1,2}} ?第?\d{{1,3}}手?目?(?:まで)?)?[^\w\s]{{0,3}}"
)
"""The heading of a part of a game: 【第一譜 1-10】."""
_NAME = r"[^\s,、。()・/:=\[\]【】]{1,20}"
_SIDED = kept_pattern(
    rf"(先手|後手|先番|後番|[先後](?=[:=])|白|黒)番?(?:\([先後]手?番?\))?(?:\s*[:=は・]\s*|\s+|(?=[^\s手番]))({_NAME})"
    rf"|(?<![^\s:、,])({_NAME})\((先手|後手|先番|後番|[先後])\)"
)
_OTHER_PLAYER = kept_pattern(
    r"(?:お?相手|対戦(?:者|相手)|挑戦者|受け手?)[:は]\s?([^\s、。:()]{1,12}(?: [^\s、。:()]{1,12})?)\s*$"
)
"""Who plays the player that the lines above all games name: 相手：佐倉."""
_PAIR = kept_pattern(
    rf"(?<![^\s:、,()<>「」【】])({_NAME}?)\s{{0,3}}(?:対|vs\.?|VS\.?|-|×|x)\s{{0,3}}({_NAME})(?![^\s、,()<>「」【】さ])"
)
_SAID_IN_BRACKETS = kept_pattern(rf"\(((?:先手|後手)(?:は|が|:|=)\s?{_NAME})\)")
_EXCHANGED = kept_pattern(
    "(?:先後|手番|先手後手|先手と後手|白黒|色|番手)(?:を|は)?(?:入れ?替|交代|交替|逆|チェンジ)|sides? (?:changed|swapped|reversed)"
)
_OF_ALL = kept_pattern(
    r"(?:(?:[一二三四五六七八九十]{1,2}|\d{1,2})[、.)] ?)?\W{0,4}(?:通算|合計|総合|総計|トータル|対戦成績|通算成績|計|total|Total)(?!\d)|.{0,40}\d ?勝.{0,3}(?:\d|$|[。!、])|.{0,40}(?:優勝|勝ち越し)"
)
"""What stands below the last game about all of them."""
_SHORTENED = kept_pattern("の(?:対?局|一局|部|ゲーム|勝負|試合|戦|分)$")
_NUMBERED_ROW = kept_pattern(r"\d{1,3}\t\S")
"""The row of a table whose cells make a move together."""
MIN_ITEMS = 2
"""The fewest items of a document."""
_ITEMS = tuple(
    kept_pattern(pattern)
    for pattern in (
        rf"\s*([{KANJI[1:]}十]{{1,2}})(?:、\s*(?=\D)|\s+(?=[^\W\d_]{{2}}))",
        r"\s*(\d{1,2})[.]\s*(?=[^\d\s.])",
        r"\s*[(](\d{1,2})[)]\s*(?=[^\d\s~-])",
    )
)
"""The numbers of the items of minutes and reports: 一、, 一　, 1., (1)."""
_ALL_WON = kept_pattern(
    "(?:(?<=[、。,])((?:(?:合計|総合|通算|トータル|対戦成績|全体|二局|両局)(?:で|は|では|として|としては)|これで)[^。、]{1,24}。?)$)|(?:^|[。!])((?:[二2三3四4両全](?:番|局|戦|試合)|どちら)(?:とも|共に?)[^。]{1,16}(?:勝ち?|制し|負け)[^。]{0,8}。?)$"
)
"""A sentence about who has won all of them: 二番とも花岡の勝ち。"""


def games_by_headings(game: Game, lines: Sequence[CleanLine]) -> list[GameSection]:
    """Return the games of a text that has several headings with moves below each; else nothing."""
    headings = [
        (at, value)
        for at, laid in enumerate(lines)
        if (value := _leading_ply_number(laid.passage.text)) is not None
        and ("もう" not in laid.passage.text or _begins_with_number_one(game, lines[at + 1 :]))
    ]
    headings = _without_list_of_games(game, lines, headings)
    if headings and headings[0][1] == SECOND_GAME:  # the first game stands above without one
        moves = (
            at for at, laid in enumerate(lines[: headings[0][0]]) if count_move_like_texts(game, laid.passage.text) >= 1
        )
        headings = [(at, 1) for at in moves][:1] + headings
    if len(headings) < MIN_MOVES or any(two[1] != one[1] + 1 for one, two in pairwise(headings)):
        return []
    ends = [*(at for at, _ in headings[1:]), len(lines)]
    found = [GameSection(at, end) for (at, _), end in zip(headings, ends, strict=True)]
    played = all(sum(_count_moves(game, laid) for laid in lines[one.first : one.last]) >= MIN_MOVES for one in found)
    return (
        found
        if played and not any(count_move_like_texts(game, laid.passage.text) >= 1 for laid in lines[: found[0].first])
        else []
    )


def _without_list_of_games(
    game: Game, lines: Sequence[CleanLine], headings: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return the headings with moves below them; those without any may be the rows of a list that tells how each game ended."""
    ends = [*(at for at, _ in headings[1:]), len(lines)][: len(headings)]
    played = [
        any(_count_moves(game, laid) for laid in lines[heading[0] : end])
        for heading, end in zip(headings, ends, strict=True)
    ]
    rows = [heading for heading, moves in zip(headings, played, strict=True) if not moves]
    games = [heading for heading, moves in zip(headings, played, strict=True) if moves]
    values = {value for _, value in games}
    listed = games and all(
        (at < games[0][0] or value in values) and _tells_of_games(lines[at].passage.text) for at, value in rows
    )
    return games if listed else list(headings)


def _tells_of_games(text: str) -> bool:
    """Return whether a line tells how a game ended, or names the columns of a table of games: 第1局　第2局　合計."""
    several = sum(_leading_ply_number(word) is not None for word in text.split()) > 1
    return tells_an_end(text) or several


def _count_moves(game: Game, clean_line: CleanLine) -> int:
    """Return how many moves a line has; one if it is the row of a table whose cells make one together."""
    text = clean_line.passage.text
    return ceil(count_move_like_texts(game, text)) or (_NUMBERED_ROW.match(text) is not None)


def _begins_with_number_one(game: Game, lines_below: Sequence[CleanLine]) -> bool:
    """Return whether the first move of some lines has the number 1."""
    first = next((laid.passage.text for laid in lines_below if count_move_like_texts(game, laid.passage.text) >= 1), "")
    return any(value == 1 for value, _ in leading_ply_numbers_and_ends(first.lstrip()))


def _leading_ply_number(text: str) -> int | None:
    heading = _HEADING.match(text) if len(text) <= MAX_HEADING_CHARACTERS else None
    said = next(filter(None, heading.groups())) if heading else ""
    return None if not said else _HALVES.get(said) or parse_numeral(said)


def without_headings(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines of a text with one game, without its numbers of items; a heading that is no more than one is a comment."""
    for item in _ITEMS:
        lines = _without_item_numbers(game, lines, item)
    name, begun, found = game.name.ja, False, []
    for laid in lines:
        text = laid.passage.text
        short = len(text) <= MAX_HEADING_CHARACTERS and (begun or not text.strip().startswith(name))
        begun = begun or (short and count_move_like_texts(game, text) >= 1)
        heads = short and (
            any(heading.fullmatch(text) for heading in (_HEADING, _CHAPTER)) or is_heading_of_a_part(text, name)
        )
        found.append(laid._replace(raw=None, furniture=True) if heads else laid)
    return found


def _without_item_numbers(game: Game, lines: Sequence[CleanLine], item: re.Pattern[str]) -> Sequence[CleanLine]:
    """Return the lines of a document without the numbers of its items, of one kind: one number after the other, and no move behind any.

    The moves stand below one of them: they are none that could not be read.
    """
    every = [(at, number) for at, laid in enumerate(lines) if (number := item.match(laid.passage.text)) is not None]
    margin = min((number.start(1) for _, number in every), default=0)
    found = [(at, number) for at, number in every if number.start(1) == margin]  # plies may stand further in
    values = [parse_numeral(number[1]) for _, number in found]
    in_order = len(found) >= MIN_ITEMS and values in (list(range(1, len(found) + 1)), [1] * len(found))
    if not in_order or any(count_move_like_texts(game, lines[at].passage.text[number.end() :]) for at, number in found):
        return lines
    below = lines[found[0][0] + 1 :]
    if sum(count_move_like_texts(game, laid.passage.text) >= 1 for laid in below) < MIN_MOVES:
        return lines
    ends = {at: number.end() for at, number in found}
    return [
        laid._replace(passage=laid.passage.cut(ends[at]), raw=None) if at in ends else laid
        for at, laid in enumerate(lines)
    ]


def lines_of_each_game(
    game: Game, lines: Sequence[CleanLine], sections: Sequence[GameSection]
) -> Iterator[list[CleanLine]]:
    """Yield the lines of each game of a text: those above all games, its heading, and its own.

    A game whose own lines above its moves name a game has no others.
    """
    games = _games_by_their_headings(game, lines, sections)
    lines, points = points_told_game_by_game(game, lines, games)
    listed = results_told_game_by_game(game, lines, games)
    lines = listed.lines
    common = lines[: sections[0].first]
    unnamed = [laid._replace(furniture=True) if _names_players(game, laid) else laid for laid in common]
    for section, named, told, counted in zip(sections, listed.players, listed.ends, points, strict=True):
        headed = place_of_heading(lines[section.first].passage.text) is not None
        heading, own = lines[section.first], lines[section.first + headed : section.last]
        if section is sections[-1]:
            own = [part for laid in own for part in _comment_on_all_games(game, laid)]
        shared = [] if section is not sections[0] and names_a_game(lines, section) else unnamed if named else common
        yield [*shared, *(_heading_lines(game, heading, named) if headed else ()), *own, *told, *counted]


def _games_by_their_headings(game: Game, lines: Sequence[CleanLine], sections: Sequence[GameSection]) -> ListedGames:
    headings = [lines[one.first].passage.text for one in sections]
    keys = list(map(_key_of_heading, headings))
    common = _players_of_head_lines(game, lines[: sections[0].first])
    return ListedGames(
        [(one.first, one.last) for one in sections],
        keys if all(keys) and len(set(keys)) == len(keys) else [""] * len(keys),
        list(map(_leading_ply_number, headings)),
        list(_players_of_headings(game, lines, sections)),
        [
            common | _players_of_head_lines(game, lines[one.first + 1 : one.first + 1 + MAX_HEAD_LINES])
            for one in sections
        ],
    )


def _players_of_head_lines(game: Game, lines: Sequence[CleanLine]) -> dict[str, LocatedText]:
    """Return the names that lines of a head of their own give to the sides: 先手：石川."""
    heads = ((laid, line.partition("：")) for laid in lines for line in read_head(laid.passage.text, game) or ())
    return {key: word_at(name, laid.passage) for laid, (key, _, name) in heads if key in PLAYERS and name}


def _key_of_heading(text: str) -> str:
    """Return the words by which a game is called after its heading: 朝 for 朝の対局, 第1局."""
    span = place_of_heading(text)
    key = "" if span is None else text[span[0] : span[1]].strip(" []【】()<>《》≪≫「」『』■◆●:・-=")
    return _SHORTENED.sub("", key)


def place_of_heading(text: str) -> tuple[int, int] | None:
    """Return where the heading of a game stands in a line; None for any other line."""
    heading = _HEADING.match(text) if _leading_ply_number(text) is not None else None
    return heading.span() if heading is not None else find_heading(text)


def names_a_game(lines: Sequence[CleanLine], section: GameSection) -> bool:
    """Return whether the lines with which a game begins name what is played."""
    return any(only_game_named(laid.passage.text) is not None for laid in lines[section.first : section.last][:4])


def _comment_on_all_games(game: Game, clean_line: CleanLine) -> Iterator[CleanLine]:
    """Yield a line below the last game; what it says of all games, in its last sentence or throughout, is a comment."""
    text = clean_line.passage.text
    if len(text) > MAX_HEADING_CHARACTERS or count_move_like_texts(game, text):
        yield clean_line
    elif _OF_ALL.match(text) is not None:
        yield clean_line._replace(furniture=True)
    elif (won := _ALL_WON.search(text)) is not None:
        start = max(won.start(1), won.start(2))
        if text[:start].strip(" 、。"):
            yield clean_line._replace(passage=clean_line.passage.cut(0, start - (text[start - 1] in "、,")), raw=None)
        yield clean_line._replace(passage=clean_line.passage.cut(start), raw=None, furniture=True)
    else:
        yield clean_line


def _heading_lines(game: Game, heading: CleanLine, named: Mapping[str, LocatedText]) -> Iterator[CleanLine]:
    """Yield a heading as a comment, and what it says besides as lines of their own."""
    passage = heading.passage
    start, end = place_of_heading(passage.text) or (0, 0)
    rest = passage.cut(end)
    rest = rest.cut(1) if rest.text.startswith("は") else rest
    if start:
        yield heading._replace(passage=passage.cut(0, start), raw=None)
    if count_move_like_texts(game, rest.text):
        named = {}  # a line that holds moves tells its players itself
    if (named and only_game_named(rest.text) is None) or not rest.text or WHEN.fullmatch(rest.text):
        yield heading._replace(passage=passage.cut(start), raw=None, furniture=True)
    else:
        yield heading._replace(passage=passage.cut(start, end), raw=None, furniture=True)
        yield heading._replace(passage=rest, raw=None)
    for key, name in named.items():
        label = LocatedText(f"{key}:", (name.place,) * (len(key) + 1))
        yield CleanLine(label.joined(name), None, name.place[0])


def _names_players(game: Game, clean_line: CleanLine) -> bool:
    lines = read_head(clean_line.passage.text, game)
    return lines is not None and all(line.startswith(PLAYERS) for line in lines)


def _players_of_headings(
    game: Game, lines: Sequence[CleanLine], sections: Sequence[GameSection]
) -> Iterator[dict[str, LocatedText]]:
    """Yield the names that the heading of each game gives to the sides; empty if it gives none."""
    common = [laid.passage for laid in lines[: sections[0].first]]
    above = {key: name for one in common for key, name in _names_by_side(game, one)}
    told = [_player_names_of_section(game, lines, section) for section in sections]
    all_names = {name.text: name for names in told for name in names.values()}
    named: dict[str, LocatedText] = {}
    for section, names in zip(sections, told, strict=True):
        heading = lines[section.first].passage
        if place_of_heading(heading.text) is None:
            yield {}
            continue
        if _EXCHANGED.search(heading.text) is not None:
            before = {} if section is sections[0] else named or above
            named = {PLAYERS[key == PLAYERS[0]]: name for key, name in before.items()}
        elif len(above) == 1 and not names and (other := _OTHER_PLAYER.search(heading.text)) is not None:
            ((side, name),) = above.items()
            named = {side: name, PLAYERS[side == PLAYERS[0]]: heading.cut(other.start(1), other.end(1))}
        else:
            named = names
            if len(named) == 1:
                ((side, name),) = named.items()
                others = [other for text, other in all_names.items() if text != name.text]
                two = _opponent_of_player(common, name.text) or (others[0] if len(others) == 1 else None)
                named = named | dict.fromkeys([PLAYERS[side == PLAYERS[0]]], two) if two else named
        yield named


def _player_names_of_section(game: Game, lines: Sequence[CleanLine], section: GameSection) -> dict[str, LocatedText]:
    """Return the names that the heading of a game gives to the sides, or a bracket of its lines: 子の勝ち(先手は子)."""
    heading = lines[section.first].passage
    named = dict(_names_in_head(game, heading) or _names_by_side(game, heading))
    for laid in () if named else lines[section.first : section.last]:
        said = _SAID_IN_BRACKETS.search(laid.passage.text[:MAX_HEADING_CHARACTERS])
        if said is not None and not count_move_like_texts(game, laid.passage.text):
            named |= dict(_names_by_side(game, laid.passage.cut(said.start(1), said.end(1))))
    return named


def _names_in_head(game: Game, heading: LocatedText) -> list[tuple[str, LocatedText]]:
    """Return both players behind the words of a heading with their sides: 第一局　先手・白 志村　後手・黒 越智; else none."""
    place = place_of_heading(heading.text)
    behind = heading.cut(len(heading.text) if place is None else place[1])
    told = [line.partition("：") for line in read_head(behind.text.strip(), game) or ()]
    if [key for key, *_ in told] != list(PLAYERS):
        return []
    starts = [(key, name, behind.text.find(name)) for key, _, name in told]
    return [(key, behind.cut(at, at + len(name))) for key, name, at in starts if at >= 0]


def _names_by_side(game: Game, passage: LocatedText) -> Iterator[tuple[str, LocatedText]]:
    """Yield the sides and the names that a line gives to them."""
    labels = [side.label.ja for side in game.sides]
    for found in _SIDED.finditer(passage.text) if len(passage.text) <= MAX_HEADING_CHARACTERS else ():
        word = found[1] or found[4]
        side = labels.index(word) if word in labels else int(word[0] in "後白")
        at = 2 if found[1] else 3
        name = without_honorific(found[at])
        if not (found.start() and passage.text[found.start() - 1].isalnum()) and not count_move_like_texts(game, name):
            yield PLAYERS[side], passage.cut(found.start(at), found.start(at) + len(name))


def _opponent_of_player(common: Sequence[LocatedText], name: str) -> LocatedText | None:
    """Return whom a player plays by a line like 上村 対 片岡; None if no line tells it."""
    for passage in common:
        for found in _PAIR.finditer(passage.text[:MAX_HEADING_CHARACTERS]):
            if name in found.groups() and found[1] != found[2]:
                other = 2 if found[1] == name else 1
                return passage.cut(found.start(other), found.end(other))
    return None
