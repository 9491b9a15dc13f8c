"""Variant of a Union game: its family, the points, the file.

Each game's folder has its value of Family.

The board is a graph on at most 19 × 19 squares; not every square is a point.

This is the schema of every file that a player may write. The game's own default.toml gives the entries left out::

    game = "king"
    [board]   points = ["一01", "二01", …]   lines = [["一01", "二02", "三03"], …]
    [start]   white = { "一07" = "外丸", … }   black = { "一01" = "外丸", … }
    [back]    inner = "四五六八十丸三"   outer = "八十丸三四五六"
    [score]   unturned = { lines = 2, plus = 0 }   turned = …   inner = …   outer = …   target = 100
              (ace, master: pair = { lines = 1, plus = 0 }   promoted = 5   target = …)
    [provenance]   board = "…"   start = "…"   back = "…"   score = "…"
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.lazy_imports_extras_and_package_files import package_text
from kifu.core.message import quoted
from kifu.core.squares import COLUMNS, BoardSize
from kifu.games.union import variant_file_entries
from kifu.games.union.position import BLACK, KINDS, WHITE, Piece
from kifu.games.union.variant_file_entries import VariantEntries, entry_error

if TYPE_CHECKING:
    from kifu.core.message import Message


class Family(NamedTuple):
    """The properties of one game of the family."""

    id: str
    name: Message
    package: str
    """Import name of its folder."""
    kinds: str
    """The seven kinds in order, as they are written: 丸三四五六八十 or ABCDEFG."""
    ascii_kinds: str
    """The seven kinds in the ASCII dialect."""
    same_faces: bool
    """True if both faces of a piece show the same kind (Ace), False if they show two kinds."""
    turns_back: bool
    """True if a piece may by default be turned over both ways, False if only from 普通 to 昇格 (union.8)."""
    unites_any: bool
    """True if a piece also unites with pieces of the other side (Master, union.6)."""
    places: bool
    """True if the players place the pieces first (master.1, master.2)."""
    target_counts_pairs: bool
    """True if the target is a number of pairs, False if it is a number of points (master.4)."""
    end_article: str
    """The article by which a side at the target ends the game."""
    match_article: str | None = None
    """The article by which two games make a match, None for a game without matches."""
    figures: bool = False
    """True if the figures that a pair shows decide its points (king.1), False if the number of 昇格 pieces does."""


class BoardPoints:
    """The points of one board. The number of a *point* counts points.

    The number of a *square* counts the whole rectangle.
    """

    def __init__(self, widest: tuple[int, ...], width: int) -> None:
        """Number the points on the rising squares `widest` of a board."""
        places = [divmod(square, width) for square in widest]
        self.columns = max(column for _, column in places) + 1
        self.rows = max(row for row, _ in places) + 1
        self.squares = tuple(row * self.columns + column for row, column in places)
        self._whole = BoardSize(self.columns, self.rows)
        self._points = {square: point for point, square in enumerate(self.squares)}
        self._spelled = tuple(map(self._whole.spell, self.squares))

    @property
    def head(self) -> str:
        """The line of column names above a diagram."""
        return " ".join(COLUMNS[: self.columns])

    def spell(self, square: int) -> str:
        """Return the canonical spelling of a square, point or not: 四04."""
        return self._whole.spell(square)

    def parse(self, text: str) -> int | None:
        """Return the square of the point that `text` names.

        None if there is no such point.
        """
        square = self._whole.parse(text)
        return square if square in self._points else None

    def point(self, square: int) -> int:
        """Return the point on a square.

        Raises KeyError if the square has none.
        """
        return self._points[square]

    def find(self, square: int) -> int | None:
        """Return the point on a square, None if the square has none."""
        return self._points.get(square)

    def name(self, point: int) -> str:
        """Return the canonical spelling of a point."""
        return self._spelled[point]

    def row(self, row: int) -> list[int]:
        """Return the points of a row from left to right."""
        return [point for point, square in enumerate(self.squares) if square // self.columns == row]


FILE = "default.toml"
MAX_BOARD = BoardSize(19, 19)
PARTS = "内外"
SIDES = ("white", "black")
SECTIONS = ("board", "start", "back", "score")


class PairWorth(NamedTuple):
    """Points of a pair: `lines` per line, and `plus` more."""

    lines: int
    plus: int


class Variant(NamedTuple):
    """The checked data of one game."""

    name: str
    """The name in 規則: ``king/1``, or the name of a file."""
    points: tuple[int, ...]
    """The squares of a 19 × 19 board that are points, in rising order; the number of a point is its index here."""
    lines: tuple[tuple[int, ...], ...]
    """For each drawn line its points in order."""
    start: tuple[Piece, ...]
    backs: tuple[tuple[int, ...], tuple[int, ...]]
    """The kind on the back of each 内コマ, then of each 外コマ, by the kind on its front."""
    worths: tuple[PairWorth, ...]
    """The points of a pair, at index inner turned | outer turned << 1."""
    target: int
    provenance: tuple[tuple[str, str], ...]
    """The name of each section, with the source of its entries."""

    def worth(self, faces: int) -> PairWorth:
        """Points of a pair by its `faces`, an index in `worths`."""
        return self.worths[faces]


def is_reconstructed(origin: str) -> bool:
    """Tell whether a section's provenance says reconstructed, even in part."""
    return "reconstructed" in origin.lower() or "再構成" in origin


def default_variant(family: Family) -> Variant:
    """Return the variant that ships with a game."""
    return read_variant(family, f"{family.id}/1", default_text(family), given_by_user=False)


def default_text(family: Family) -> str:
    """Return the text of the variant file that ships with a game.

    `kifu rules ID --export` writes it.
    """
    return package_text(family.package, FILE)


def read_variant(family: Family, file_name: str, variant_text: str, *, given_by_user: bool = True) -> Variant:
    """Read the variant file `file_name`.

    The game's default file gives the entries that it leaves out. `given_by_user` is False for the default file itself. Raises
    InvalidSetup, which names the entry, the expected value and the remedy.
    """
    try:
        data = variant_file_entries.parse_toml(variant_text)
    except variant_file_entries.BadToml as error:
        raise entry_error("variant-toml", file_name, "", *error.message) from None
    base = variant_file_entries.parse_toml(default_text(family)) if given_by_user else {}
    entries = VariantEntries(file_name, data, base)
    game = entries.text("game")
    if game != family.id:
        raise entries.entry_error(
            "game",
            f"「{quoted(game)}」ではなく「{family.id}」のはずです",
            f"is '{quoted(game)}', but should be '{family.id}'",
        )
    points, lines = _read_points_and_lines(entries)
    variant = Variant(
        file_name,
        points,
        lines,
        _read_start(family, entries, points),
        (_read_kinds_on_backs(family, entries, "back.inner"), _read_kinds_on_backs(family, entries, "back.outer")),
        _read_worths(family, entries),
        entries.number("score.target", minimum=1),
        _read_provenance(family, entries),
    )
    entries.require_all_read()
    return variant


def _read_points_and_lines(entries: VariantEntries) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Points of the board and its lines. Raises InvalidSetup."""
    squares: list[int] = []
    for path, name in entries.texts("board.points"):
        square = MAX_BOARD.parse(name)
        if square is None:
            raise entries.entry_error(
                path,
                f"「{quoted(name)}」は 一01 から 十九19 までの点ではありません",
                f"'{quoted(name)}' is no point from 一01 to 十九19",
            )
        if square in squares:
            raise entries.entry_error(
                path, f"「{name}」が二度あります。一つ消してください", f"'{name}' stands twice; leave one out"
            )
        squares.append(square)
    points = tuple(sorted(squares))
    numbers = {square: number for number, square in enumerate(points)}
    drawn: dict[tuple[int, int], str] = {}
    lines = [
        _read_board_line(entries, f"board.lines[{number}]", line, numbers, drawn)
        for number, line in enumerate(entries.list_at("board.lines"))
    ]
    return points, tuple(lines)


def _read_board_line(
    entries: VariantEntries,
    place: str,
    point_names: object,
    point_numbers: dict[int, int],
    drawn_steps: dict[tuple[int, int], str],
) -> tuple[int, ...]:
    """Read one line.

    `drawn_steps` has the line that joins each pair of points; the pairs of this line are added to it.
    """
    points: list[int] = []
    for path, name in entries.texts_of_list(place, point_names):
        square = MAX_BOARD.parse(name)
        point = None if square is None else point_numbers.get(square)
        if point is None:
            raise entries.entry_error(
                path,
                f"「{quoted(name)}」は board.points にありません。加えるか、線を直してください",
                f"'{quoted(name)}' is not among board.points; add it there or correct the line",
            )
        if point in points:
            raise entries.entry_error(path, f"「{name}」を同じ線が二度通ります", f"the line passes '{name}' twice")
        for earlier in points:
            pair = (min(earlier, point), max(earlier, point))
            if pair in drawn_steps:
                raise entries.entry_error(
                    path,
                    f"「{quoted(name)}」までの線は {drawn_steps[pair]} とも重なります。直線どうしが会うのは一点までです",
                    f"the line to '{quoted(name)}' shares two points with {drawn_steps[pair]}; straight lines meet in one at most",
                )
            drawn_steps[pair] = place
        points.append(point)
    if len(points) < 2:  # noqa: PLR2004 - a line joins two points
        raise entries.entry_error(place, "線には点が二つ以上要ります", "a line needs two points or more")
    return tuple(points)


def _read_start(family: Family, entries: VariantEntries, points: tuple[int, ...]) -> tuple[Piece, ...]:
    """Pieces of the starting layout; none where pieces are placed."""
    if family.places:
        if len(points) < 2 * 2 * KINDS:
            raise entries.entry_error(
                "board.points",
                f"{len(points)} 点では 28 個の駒を置けません",
                f"{len(points)} points cannot hold the 28 pieces",
            )
        return ()
    standing: dict[int, Piece] = {}
    for side, key in ((WHITE, "start.white"), (BLACK, "start.black")):
        units: dict[str, str] = {}
        for path, name, unit in entries.texts_of_table(key):
            square = MAX_BOARD.parse(name)
            if square not in points:
                raise entries.entry_error(
                    path,
                    f"「{quoted(name)}」は盤の点ではありません。start も盤に合わせてください",
                    f"'{quoted(name)}' is no point of the board; make start fit the board",
                )
            if len(unit) != 2 or unit[0] not in PARTS or unit[1] not in family.kinds:  # noqa: PLR2004
                raise entries.entry_error(
                    path,
                    f"「{quoted(unit)}」は「外{family.kinds[0]}」のような駒 (内か外、それから {' '.join(family.kinds)}) ではありません",
                    f"'{quoted(unit)}' is no piece like 外{family.kinds[0]} (内 or 外, then one of {' '.join(family.kinds)})",
                )
            if unit in units:
                raise entries.entry_error(
                    path,
                    f"「{unit}」は {units[unit]} にもあります。各一個です",
                    f"'{unit}' stands on {units[unit]} too; each side has one",
                )
            units[unit] = name
            point = points.index(square)
            if point in standing:
                raise entries.entry_error(
                    path, f"「{name}」にはもう駒があります", f"a piece stands on '{name}' already"
                )
            standing[point] = Piece(side, PARTS.index(unit[0]), family.kinds.index(unit[1]), 0, point)
    return tuple(standing[point] for point in sorted(standing))


def _read_kinds_on_backs(family: Family, entries: VariantEntries, path: str) -> tuple[int, ...]:
    """Kind on the back of each kind on a front."""
    text = entries.text(path)
    if sorted(text) != sorted(family.kinds):
        raise entries.entry_error(
            path,
            f"「{quoted(text)}」は {family.kinds} の七つを並べかえたものではありません",
            f"'{quoted(text)}' is not {family.kinds} in some order, each once",
        )
    back = tuple(map(family.kinds.index, text))
    for front, kind in enumerate(back):
        if (front == kind) != family.same_faces:
            name = family.kinds[front]
            if family.same_faces:
                raise entries.entry_error(
                    path,
                    f"「{name}」の裏も「{name}」のはずです (表裏は同じ図形)",
                    f"the back of '{name}' should be '{name}' (both faces are alike)",
                )
            raise entries.entry_error(
                path,
                f"「{name}」の裏が「{name}」です。表と裏は別の種類のはずです",
                f"the back of '{name}' is '{name}', but the two faces differ",
            )
    return back


def _read_worths(family: Family, entries: VariantEntries) -> tuple[PairWorth, ...]:
    if family.figures:
        # The order is: neither turned, only the 内コマ turned (both show 内図), only the 外コマ (both show 外図), both.
        return tuple(_read_worth(entries, f"score.{name}") for name in ("unturned", "inner", "outer", "turned"))
    pair, promoted = _read_worth(entries, "score.pair"), entries.number("score.promoted")
    return tuple(pair._replace(plus=pair.plus + promoted * faces.bit_count()) for faces in range(4))


def _read_worth(entries: VariantEntries, path: str) -> PairWorth:
    return PairWorth(entries.number(f"{path}.lines"), entries.number(f"{path}.plus"))


def _read_provenance(family: Family, entries: VariantEntries) -> tuple[tuple[str, str], ...]:
    """Origin of each section; a section changed without one: the file."""
    origins = []
    for section in SECTIONS:
        if section == "start" and family.places:
            continue
        # A section that the file changes without a provenance has the file itself as its source.
        own = entries.own(section) and not entries.own(f"provenance.{section}")
        origin = entries.text(f"provenance.{section}")
        origins.append((section, entries.name if own else origin))
    return tuple(origins)
