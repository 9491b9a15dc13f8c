"""Opening book: known moves by position, their values, and book play.

Symmetric positions, and those that other moves lead to, are one.

It is text in UTF-8, one JSON value a line: a head, then an entry for each position, sorted by key, so that an entry is found by
bisection. The head names the format, the game, its rules, and the SHA-256 of all other lines. Equal entries give equal bytes.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.explorer.graph_json import MoveValues
from kifu.core.compiled.position_hash import canonical_key, is_same_position, position_key
from kifu.core.errors import KifuError
from kifu.core.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from analysis.explorer.position_graph import PositionGraph
    from kifu.core.game.game import Game, Position


FORMAT = "kifu-book/1"
"""It changes when an entry means something else."""
FORMATS = "kifu-book/"
MAX_BOOK_BYTES = 1 << 28
"""The bytes of a book, at most."""
MAX_ENTRY_NUMBER = 1 << 53
"""The greatest number in an entry: more would not be a number of every program that reads JSON."""
MAX_NAMED_MOVES = 3
"""The moves of the book that are named where a game leaves it, at most."""
DIGITS = 16
"""The hexadecimal digits of a key, at the beginning of each entry's line."""


class BadBook(KifuError):
    """Bytes that are no book of this game, or damaged."""


class BookMove(NamedTuple):
    """Book move: games, engine value, results of the moving side."""

    move: int
    won: int
    drawn: int
    lost: int
    unfinished: int
    value: int | None = None
    """The value of the move by a search of the book's nodes, in the game's units of evaluation; None: not searched."""
    proven: int | None = None
    """The plies after the move in which a proof wins for the side that moved; below 0 in which it loses; None: no proof."""

    @property
    def games(self) -> int:
        """The number of games with the move."""
        return self.won + self.drawn + self.lost + self.unfinished


class BookEntry(NamedTuple):
    """Book entry of a position."""

    games: int
    """The games in which the position, or an image of it, stood."""
    moves: tuple[BookMove, ...]
    """The moves played, the most frequent first. Moves to positions that are the same up to a symmetry are one."""


class Book(NamedTuple):
    """Book whose entries are parsed on lookup."""

    head: dict[str, Any]
    """`format`, `game`, `rules`, `setting`, `nodes`, `games`, `positions`, `sha256`."""
    lines: Sequence[bytes]

    @property
    def nodes(self) -> int:
        """Positions searched for each move; 0 without engine values."""
        return int(self.head["nodes"])

    def entry_of_position(self, game: Game, position: Position) -> BookEntry | None:
        """Return the entry of a position in its own orientation, if any.

        Raises BadBook if the entry is wrong although the book is whole.
        """
        image, number = canonical_image_and_symmetry(game, position)
        wanted = f"{position_key(game, image):0{DIGITS}x}"
        place = bisect_left(self.lines, _line_start(wanted))
        if place == len(self.lines) or not self.lines[place].startswith(_line_start(wanted)):
            return None
        back = inverse_symmetry(game, position, number)
        return _turn_entry(game, _parse_entry(game, image, self.lines[place]), back)

    def departure_text(self, game: Game | None, positions: Sequence[Position], moves: Sequence[int]) -> Message:
        """Return the ply where a game leaves the book, and the moves that the book knows there.

        Of a record whose game could not be played there are no positions.
        """
        if game is None or not positions:
            return Message("定跡とは比べられません", "it cannot be compared with the book")
        try:
            require_book_of_game(self.head, game)
            left = book_departure(self, game, positions)
        except BadBook as wrong:
            return Message(
                f"定跡とは比べられません: {wrong.message.ja}",
                f"it cannot be compared with the book: {wrong.message.en}",
            )
        return _departure_text(game, moves, left)


def canonical_image_and_symmetry(game: Game, position: Position) -> tuple[Position, int]:
    """Return the image with the lowest hash, and its symmetry."""
    images = [game.image(position, number) for number in range(len(game.symmetries))]
    number = min(range(len(images)), key=lambda each: position_key(game, images[each]))
    return images[number], number


def inverse_symmetry(game: Game, position: Position, symmetry: int) -> int:
    """Return a symmetry that inverts `symmetry` for a position."""
    image = game.image(position, symmetry)
    return next(
        each for each in range(len(game.symmetries)) if is_same_position(game, game.image(image, each), position)
    )


def book_bytes(game: Game, entries: Iterable[tuple[Position, BookEntry]], nodes: int, games: int) -> bytes:
    """Return a book as bytes.

    Each entry stands under a position; no other position of the book is an image of it.

    `nodes` are those of the values, `games` the number of games that were counted.
    """
    lines = []
    for position, entry in entries:
        image, number = canonical_image_and_symmetry(game, position)
        turned = _turn_entry(game, entry, number)
        rows = [[game.spell(each.move), *each[1:]] for each in turned.moves]
        lines.append(_json_line([f"{position_key(game, image):0{DIGITS}x}", entry.games, rows]))
    lines.sort()
    body = b"".join(lines)
    head = {
        "format": FORMAT,
        "game": game.id,
        "rules": game.rules,
        "setting": setup_digest(game),
        "nodes": nodes,
        "games": games,
        "positions": len(lines),
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    return _json_line(head) + body


def setup_digest(game: Game) -> str:
    """Return the digest of a game's setup: header lines, variant file."""
    entries = [[entry.key, [line.ja for line in entry.lines]] for entry in game.entries()]
    return hashlib.sha256(_json_line([dict(game.required_head), entries])).hexdigest()[:DIGITS]


def read_book(data: bytes, game: Game | None = None) -> Book:
    """Parse a book. Raises BadBook.

    It is raised for no book, another version, another game than `game`, and damage.
    """
    first, _, body = data.partition(b"\n")
    try:
        head = json.loads(first) if first.startswith(b"{") else None
    except (ValueError, RecursionError):
        head = None
    named = head.get("format") if isinstance(head, dict) else None
    if not isinstance(head, dict) or not isinstance(named, str) or not named.startswith(FORMATS):
        raise BadBook(
            "no-book",
            Message(
                "定跡のファイルではありません。kifu study book で作ってください",
                "it is no book; make one with kifu study book",
            ),
        )
    if named != FORMAT:
        raise BadBook(
            "other-book-version",
            Message(
                f"別の版の定跡 ({quoted(named)}) です。kifu study book で作りなおしてください",
                f"it is a book of another version ({quoted(named)}); make it again with kifu study book",
            ),
        )
    if head.get("sha256") != hashlib.sha256(body).hexdigest() or not _is_body_intact(head, body):
        raise BadBook(
            "damaged-book",
            Message(
                "定跡が壊れているか、書き換えられています。kifu study book で作りなおしてください",
                "the book is damaged, or was changed; make it again with kifu study book",
            ),
        )
    if game is not None:
        require_book_of_game(head, game)
    return Book(head, body.split(b"\n")[:-1])


def _is_body_intact(head: dict[str, Any], body: bytes) -> bool:
    """Tell whether a book's lines agree with its head."""
    numbers = [head.get(name) for name in ("nodes", "games", "positions")]
    lines = body.split(b"\n")[:-1]
    texts = [head.get(name) for name in ("game", "rules", "setting")]
    return (
        all(type(number) is int and number >= 0 for number in numbers)
        and all(isinstance(text, str) for text in texts)
        and (not body or body.endswith(b"\n"))
        and len(lines) == head["positions"]
        and all(line < following for line, following in pairwise(lines))
    )


def require_book_of_game(head: dict[str, Any], game: Game) -> None:
    """Raise BadBook for another game or other rules."""
    if head["game"] != game.id:
        found = quoted(head["game"])
        raise BadBook(
            "other-game-book",
            Message(
                f"棋種 {found} の定跡です。{game.name.ja}の定跡を指定してください",
                f"it is a book of the game {found}; give one of {game.name.en}",
            ),
        )
    if head["rules"] != game.rules or head["setting"] != setup_digest(game):
        found = quoted(head["rules"])
        raise BadBook(
            "other-rules-book",
            Message(
                f"規則 {found} の定跡で、盤か規則 ({game.rules}) が違います。同じ規則の定跡を指定してください",
                f"it is a book under the rules {found}, and the board or the rules ({game.rules}) differ; give one of the same rules",
            ),
        )


def _parse_entry(game: Game, image: Position, line: bytes) -> BookEntry:
    """Parse an entry with moves of `image`. Raises BadBook."""
    try:
        _, games, rows = json.loads(line)
        moves = tuple(BookMove(game.resolve(image, game.read(text)), *numbers) for text, *numbers in rows)
        right = all(game.explain(image, each.move) is None and _has_valid_numbers(each) for each in moves)
    except (ValueError, TypeError, RecursionError, KifuError):
        right = False
    if not right or type(games) is not int:
        raise BadBook(
            "wrong-book-entry",
            Message(
                f"定跡の項目 {quoted(line.decode(errors='replace'))} が、この局面の手と数になっていません。kifu study book で作りなおしてください",
                f"the entry {quoted(line.decode(errors='replace'))} of the book is not made of moves of the position and numbers; "
                "make the book again with kifu study book",
            ),
        )
    return BookEntry(games, moves)


def _has_valid_numbers(move: BookMove) -> bool:
    counts = all(type(number) is int and 0 <= number <= MAX_ENTRY_NUMBER for number in move[1:5])
    return counts and all(
        number is None or (type(number) is int and abs(number) <= MAX_ENTRY_NUMBER) for number in move[5:]
    )


def _turn_entry(game: Game, entry: BookEntry, symmetry: int) -> BookEntry:
    return entry._replace(
        moves=tuple(each._replace(move=game.image_of_move(each.move, symmetry)) for each in entry.moves)
    )


def _line_start(key_text: str) -> bytes:
    return f'["{key_text}"'.encode()


def _json_line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def book_values_of_graph(book: Book, graph: PositionGraph) -> MoveValues | None:
    """Return the book values of a graph's moves by number.

    None for a book of other rules.
    """
    game, head = graph.game, book.head
    if (head["game"], head["rules"], head["setting"]) != (game.id, game.rules, setup_digest(game)):
        return None
    found = MoveValues(book.nodes, {})
    edge = 0
    for position, moves in zip(graph.positions, graph.edges, strict=True):
        entry = book.entry_of_position(game, position) if moves else None
        known = (
            {}
            if entry is None
            else {_canonical_position_key(game, game.play_legal(position, each.move)): each for each in entry.moves}
        )
        for move in moves:
            said = known.get(_canonical_position_key(game, graph.positions[move.child])) if known else None
            if said is not None and (said.value is not None or said.proven is not None):
                found.moves[edge] = (said.value, said.proven)
            edge += 1
    return found


def _canonical_position_key(game: Game, position: Position) -> int:
    return position_key(game, canonical_image_and_symmetry(game, position)[0])


class BookDeparture(NamedTuple):
    """The first move of a game that its book does not know."""

    ply: int
    """From 1."""
    entry: BookEntry | None
    """What the book knows of the position before it; None: it does not know the position."""


def book_departure(book: Book, game: Game, positions: Sequence[Position]) -> BookDeparture | None:
    """Return the departure of a game from a book, if any.

    The game is given as its positions with the start first. A move is known if it leads to the same position as a move of
    the book, up to a symmetry. Raises BadBook.
    """
    for ply, (before, after) in enumerate(pairwise(positions), start=1):
        entry = book.entry_of_position(game, before)
        if entry is None:
            return BookDeparture(ply, None)
        reached = canonical_key(game, after)
        if all(canonical_key(game, game.play_legal(before, known.move)) != reached for known in entry.moves):
            return BookDeparture(ply, entry)
    return None


def _departure_text(game: Game, moves: Sequence[int], departure: BookDeparture | None) -> Message:
    """Return in words where a game leaves the book."""
    plies = len(moves)
    if departure is None:
        return Message(f"{plies} 手すべてが定跡にあります", f"all {plies} plies are in the book")
    played = game.spell(moves[departure.ply - 1])
    if departure.entry is None:
        return Message(
            f"{departure.ply} 手目の前の局面から、定跡にありません ({departure.ply} 手目 {played})",
            f"the book does not know the position before ply {departure.ply} ({played})",
        )
    known = [_book_move_message(game, each) for each in departure.entry.moves[:MAX_NAMED_MOVES]]
    return Message(
        f"{departure.ply} 手目 {played} で定跡を離れました。定跡の手: {'、'.join(each.ja for each in known)}",
        f"ply {departure.ply} {played} leaves the book, which has {', '.join(each.en for each in known)}",
    )


def _book_move_message(game: Game, book_move: BookMove) -> Message:
    move = game.spell(book_move.move)
    return Message(
        f"{move} ({book_move.games} 局、{book_move.won} 勝 {book_move.drawn} 分 {book_move.lost} 敗)",
        f"{move} ({book_move.games} games: +{book_move.won} ={book_move.drawn} -{book_move.lost})",
    )


def random_book_moves_and_position(
    book: Book, game: Game, start: Position, random: Random, max_plies: int
) -> tuple[list[int], Position]:
    """Return at most `max_plies` book moves, and the position after them.

    It ends where the book knows no move.

    A move is drawn in proportion to its games; one that is proven to lose is not played. Raises BadBook.
    """
    moves: list[int] = []
    position = start
    while len(moves) < max_plies and game.outcome(position) is None:
        entry = book.entry_of_position(game, position)
        known = [each for each in (entry.moves if entry else ()) if each.proven is None or each.proven >= 0]
        if not known:
            break
        (chosen,) = random.choices(known, [max(1, each.games) for each in known])
        moves.append(chosen.move)
        position = game.play_legal(position, chosen.move)
    return moves, position
