"""Tables of several games: their points, with a row for each player, 久保田　100　100　200　優勝, or for each game; a game in each row.

The points of each game stand below its moves, where they are held against them; sums and winners are held against the points.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import PLAYERS
from notation.formats.kif_head_reader import COUNT_KEYS, SCORE
from notation.freeform.clean_lines import CleanLine
from notation.freeform.fold_text import word_at
from notation.freeform.free_text_risk import count_move_like_texts
from notation.freeform.players_of_head_lines import without_honorific
from notation.freeform.results_listed_by_game import MAX_ROW_CHARACTERS, games_called
from notation.freeform.table_cells_and_columns import MOVES_OF_A_GAME, TableColumn, is_frame_line, split_row
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.fold_text import LocatedText
    from notation.freeform.results_listed_by_game import ListedGames

TOTAL = -1
"""The column, or the row, of the sums."""
_TOTAL = kept_pattern(r"(?:合計|総計|計|総合|通算|トータル|[Tt]otal)(?:得?点)?")
_LABEL = kept_pattern(r"名前|氏名|選手|対局者?|プレー?ヤー?|得?点|局|スコア")
"""What may stand in the corner of a table."""
_WORD = kept_pattern(r"[^\s|:、]+")
_COUNTED_POINTS = kept_pattern(r"(?<!\d)(\d{1,3})(?!\d)点?")
_OF_POINTS = kept_pattern(r"得点|点数|スコア|ポイント|\d点")
_FIRST, _LAST = kept_pattern(r"優勝|勝ち?|勝者|○|1[位着]"), kept_pattern(r"準優勝|負け?|●|2[位着]")


class _Cell(NamedTuple):
    """The points of a player in a game, or in all."""

    game: int
    player: str
    points: LocatedText

    @property
    def value(self) -> int:
        return int(self.points.text)


class _TableRow(NamedTuple):
    """A row of a table: its cells, and the word behind them."""

    line: int
    cells: list[_Cell]
    mark: str = ""


class _Table(NamedTuple):
    """A table of points."""

    header: list[int]
    """The lines that name its columns."""
    rows: list[_TableRow]
    broken: list[int]
    """The lines that begin as its rows do, and are none."""


def points_told_game_by_game(
    game: Game, lines: Sequence[CleanLine], games: ListedGames
) -> tuple[list[CleanLine], list[list[CleanLine]]]:
    """Return a text without a table of the points of all its games, above or below them, and what it says of each."""
    kept = list(lines)
    ends: list[list[CleanLine]] = [[] for _ in games.lines]
    players = _players_of_all(games)
    if not players or not game.counts_points:
        return kept, ends
    outside = [*range(games.lines[0][0]), *range(games.lines[-1][0] + 1, games.lines[-1][1])]
    table = _table(lines, outside, games, players)
    cells = {(cell.game, cell.player): cell for row in table.rows for cell in row.cells}
    if not table.broken and not any(one >= 0 for one, _ in cells):
        return kept, ends
    whole = (
        not table.broken and {(one, player) for one in range(len(games.lines)) for player in players} <= cells.keys()
    )
    holds = whole and _are_points(lines, table, cells) and _are_sums_and_winners_so(table.rows, cells, players)
    for at in (*table.header, *(row.line for row in table.rows), *table.broken):
        left = lines[at]._replace(raw=None, furniture=holds, refused=not holds)
        kept[at] = left._replace(passage=left.passage.cut(0, 0)) if holds and at not in table.header else left
    for one in range(len(games.lines)) if holds else ():
        told = [cells[one, games.known(one)[key].text] for key in PLAYERS]
        text = f"{SCORE}：" + " ".join(f"{key}{cell.value}" for key, cell in zip(PLAYERS, told, strict=True))
        ends[one].append(CleanLine(word_at(text, told[0].points), text, told[0].points.place[0]))
    return kept, ends


def _players_of_all(games: ListedGames) -> list[str]:
    """Return the names of the two players of all games; none if they are not the same."""
    names = [sorted(name.text for name in games.known(one).values()) for one in range(len(games.lines))]
    return names[0] if all(one == names[0] for one in names) and len(set(names[0])) == len(PLAYERS) else []


def _table(lines: Sequence[CleanLine], outside: Sequence[int], games: ListedGames, players: Sequence[str]) -> _Table:
    """Return the table of points on some lines; it has no rows if there is none."""
    table = _Table([], [], [])
    columns: list[int | str] = []
    for at in outside:
        passage = lines[at].passage
        if not passage.text or len(passage.text) > MAX_ROW_CHARACTERS:
            continue
        if named := _columns(passage.text, games, players):
            table.header.append(at)
            columns = named
        elif (row := _row(at, passage, columns, games, players)) is not None:
            table.rows.append(row)
        elif columns and _is_labelled(passage.text, games, players):
            table.broken.append(at)
    return table


def _is_labelled(text: str, games: ListedGames, players: Sequence[str]) -> bool:
    """Return whether a line begins as a row does, and has numbers behind its first word."""
    label = _WORD.search(text)
    named = label is not None and _named(label[0], games, players) is not None
    return label is not None and named and _COUNTED_POINTS.search(text, label.end()) is not None


def _columns(text: str, games: ListedGames, players: Sequence[str]) -> list[int | str]:
    """Return the games, or the players, that the words of a line name, each once and nothing else; none for any other line."""
    words = _WORD.findall(text)
    words = words[1:] if words and _LABEL.fullmatch(words[0]) else words
    found = [_named(word, games, players) for word in words]
    wanted = (list(range(len(games.lines))), sorted(players))
    own = [one for one in found if one != TOTAL]
    return [one for one in found if one is not None] if None not in found and own in (*wanted, wanted[1][::-1]) else []


def _named(word: str, games: ListedGames, players: Sequence[str]) -> int | str | None:
    """Return the game, the player, or the sum that a word is; None for any other word."""
    if _TOTAL.fullmatch(word) is not None:
        return TOTAL
    called = [one for one, length in games_called(word, games) if word[length:] in {"", "戦", "の部"}]
    bare = without_honorific(word)
    return called[0] if called else bare if bare in players else None


def _row(
    at: int, passage: LocatedText, columns: Sequence[int | str], games: ListedGames, players: Sequence[str]
) -> _TableRow | None:
    """Return the points on a line that begins with a player, a game or the word for a sum; None for any other line."""
    label = _WORD.search(passage.text)
    one = None if label is None else _named(label[0], games, players)
    if label is None or one is None:
        return None
    numbers = [
        passage.cut(found.start(1), found.end(1)) for found in _COUNTED_POINTS.finditer(passage.text, label.end())
    ]
    words = [re.sub(r"\d+点?", "", word) for word in _WORD.findall(passage.text, label.end())]
    others = [word for word in (without_honorific(word.strip("-=・/対()")) for word in words) if word]
    if isinstance(one, str):
        if not columns and len(numbers) == len(games.lines) + 1:
            columns = [*range(len(games.lines)), TOTAL]  # which the sums will show
        fits = len(numbers) == len(columns) and all(isinstance(column, int) for column in columns) and len(others) <= 1
        cells = [_Cell(int(column), one, points) for column, points in zip(columns, numbers, strict=False) if fits]
        return _TableRow(at, cells, *others) if fits else None
    names = others or [column for column in columns if isinstance(column, str)]
    fits = len(numbers) == len(names) and sorted(names) == list(players)
    return (
        _TableRow(at, [_Cell(one, name, points) for name, points in zip(names, numbers, strict=True)]) if fits else None
    )


def _are_points(lines: Sequence[CleanLine], table: _Table, cells: Mapping[tuple[int, str], _Cell]) -> bool:
    """Return whether the numbers of a table are points: it has their sums, or a word says so; others may be minutes."""
    first = table.rows[0].line
    above = [
        lines[at].passage.text for at in (*table.header, *range(max(0, (table.header or [first])[0] - 1), first + 1))
    ]
    return any(one == TOTAL for one, _ in cells) or any(map(_OF_POINTS.search, above))


def _are_sums_and_winners_so(
    rows: Sequence[_TableRow], cells: Mapping[tuple[int, str], _Cell], players: Sequence[str]
) -> bool:
    """Return whether the sums of a table are those of its points, and whoever is called the winner has the most."""
    sums = {
        player: sum(cell.value for (one, name), cell in cells.items() if name == player and one != TOTAL)
        for player in players
    }
    totals = all(cells[TOTAL, player].value == sums[player] for player in players if (TOTAL, player) in cells)
    return totals and all(_is_mark_so(row.mark, row.cells[0].player, sums) for row in rows if row.mark)


def _is_mark_so(mark: str, player: str, sums: Mapping[str, int]) -> bool:
    """Return whether what stands behind the points of a player says who has won."""
    other = next(value for name, value in sums.items() if name != player)
    won = _FIRST.fullmatch(mark) is not None
    return (won or _LAST.fullmatch(mark) is not None) and sums[player] != other and won is (sums[player] > other)


MAX_LINES_ABOVE = 12
"""The most lines above the names of the columns."""
MIN_MOVES = 2
"""The fewest moves of a row: a row with one is a ply."""
_NUMBERS = frozenset({"", "no", "no.", "#", "番号", "id", "局", "対局", "回", "番"})
"""The names of columns that number the games."""


def games_in_rows(games: Sequence[Game], lines: Sequence[CleanLine]) -> list[list[CleanLine]]:
    """Return the lines of each game of a table with a game in each row: those above it, and its cells; else nothing."""
    for at, line in enumerate(lines[:MAX_LINES_ABOVE]):
        names = [cell.text.strip() for cell in _cells(line.passage)]
        if sum(name.lower() in MOVES_OF_A_GAME for name in names) == 1:
            return _games_below(games, lines, at, names)
    return []


def _games_below(
    games: Sequence[Game], lines: Sequence[CleanLine], heading: int, names: Sequence[str]
) -> list[list[CleanLine]]:
    """Return the lines of each game below the names of the columns, on line `heading`; nothing if most rows are none.

    A row that is none is refused, below the game above it.
    """
    above = [*lines[:heading], lines[heading]._replace(raw=None, furniture=True)]
    found: list[list[CleanLine]] = []
    odd = 0
    for line in lines[heading + 1 :]:
        cells = _cells(line.passage)
        empty = not line.passage.text.strip() or is_frame_line(line.passage.text)
        if not empty and _are_cells_of_game(games, names, cells):
            told = [_line_of_cell(line, *pair) for pair in zip(names, cells, strict=True) if pair[1].text]
            found.append([*(lines[:heading] if found else above), *told])
            continue
        odd += not empty
        (found[-1] if found else above).append(line._replace(raw=None, furniture=empty, refused=not empty))
    return found if len(found) > odd else []


def _are_cells_of_game(games: Sequence[Game], names: Sequence[str], cells: Sequence[LocatedText]) -> bool:
    """Return whether a row has a cell below each name, and the moves of a game among them."""
    moves = [cell.text for name, cell in zip(names, cells, strict=False) if name.lower() in MOVES_OF_A_GAME]
    return len(cells) == len(names) and any(count_move_like_texts(game, moves[0]) >= MIN_MOVES for game in games)


def _cells(passage: LocatedText) -> list[LocatedText]:
    """Return the cells of a row without blanks round them; empty for a line that is none."""
    return [cell.cut(0) for cell in split_row(passage, (TableColumn("number"),)) or []]


def _line_of_cell(line: CleanLine, name: str, cell: LocatedText) -> CleanLine:
    """Return a cell as a line of the head, or as the moves."""
    if name.lower() in MOVES_OF_A_GAME:
        return line._replace(passage=cell, raw=None)
    if name.lower() in _NUMBERS:
        return line._replace(passage=cell, raw=None, furniture=True)
    key = "総手数" if name in COUNT_KEYS else name
    head = word_at(f"{key}:", cell).joined(cell)
    return line._replace(passage=head, raw=None)
