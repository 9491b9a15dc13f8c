"""A book: read back it has what was written, in every turn of the board; what is no book of the game is refused by name."""

import hashlib
import json

import pytest
from each import each
from explored import SIX, corner_games, dataset

from analysis.corpus.dataset_queries import open_dataset
from analysis.explorer.move_tree import TreeLimits, build_tree
from analysis.openings.book import BadBook, BookEntry, BookMove, book_bytes, book_departure, read_book
from analysis.openings.book_build import game_count_and_book_positions
from kifu.core import games
from kifu.core.compiled.position_hash import canonical_key


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a connection to a dataset, the entries of its book, and the bytes of the book."""
    with open_dataset(dataset(tmp_path_factory.mktemp("book"), corner_games(40))) as connection:
        counted, entries = game_count_and_book_positions(connection, SIX, 6, 2)
        yield connection, entries, book_bytes(SIX, entries, 0, counted)


def rows(game, position, entry):
    """Return what an entry says, its moves by the positions that they lead to, which no turn changes."""
    return {canonical_key(game, game.play_legal(position, each.move)): each[1:] for each in entry.moves}


def test_read_back_in_every_turn(made):
    """Each position, and each of its images, has the numbers of the tree of moves; its moves are legal there."""
    connection, entries, data = made
    book = read_book(data, SIX)
    assert len(entries) == book.head["positions"] > 10
    tree = build_tree(connection, SIX, SIX.start(), TreeLimits(6, 2), symmetric=True)
    assert len(entries) == sum(bool(node.edges) for node in tree.nodes)
    for position, entry in entries:
        for number in range(len(SIX.symmetries)):
            image = SIX.image(position, number)
            found = book.entry_of_position(SIX, image)
            assert found.games == entry.games
            assert rows(SIX, image, found) == rows(SIX, position, entry)
            assert all(SIX.explain(image, each.move) is None for each in found.moves)
    root = book.entry_of_position(SIX, SIX.start())
    assert sum(each.games for each in root.moves) == root.games == tree.nodes[0].tally.games


def test_the_same_bytes(made):
    """The order in which positions are given, and the turn in which they are, do not matter."""
    _, entries, data = made
    turned = [
        (
            SIX.image(position, 3),
            entry._replace(moves=tuple(each._replace(move=SIX.image_of_move(each.move, 3)) for each in entry.moves)),
        )
        for position, entry in reversed(entries)
    ]
    again = book_bytes(SIX, turned, 0, json.loads(data.split(b"\n")[0])["games"])
    assert [line[:20] for line in again.split(b"\n")[1:]] == [line[:20] for line in data.split(b"\n")[1:]]
    assert book_bytes(SIX, list(reversed(entries)), 0, json.loads(data.split(b"\n")[0])["games"]) == data


def forged(data, head=(), body=None):
    """Return a book with other facts in its head, or other lines, under a digest that fits."""
    first, _, lines = data.partition(b"\n")
    lines = lines if body is None else body
    facts = {**json.loads(first), "sha256": hashlib.sha256(lines).hexdigest(), **dict(head)}
    return json.dumps(facts).encode() + b"\n" + lines


@each(
    ("change", "code"),
    [
        (lambda data: data[:0], "no-book"),
        (lambda data: data[:1] * 100_000, "no-book"),
        (lambda data: data[1:], "no-book"),
        (lambda data: data.replace(b"kifu-book/1", b"kifu-book/0"), "other-book-version"),
        (lambda data: data[:-1], "damaged-book"),
        (lambda data: data.replace("占".encode(), "領".encode(), 1), "damaged-book"),
        (lambda data: forged(data, {"positions": 1}), "damaged-book"),
        (lambda data: forged(data, {"nodes": "1"}), "damaged-book"),
        (lambda data: forged(data, body=b"\n".join(reversed(data.split(b"\n")[1:-1])) + b"\n"), "damaged-book"),
        (lambda data: forged(data, {"game": "ace"}), "other-game-book"),
        (lambda data: forged(data, {"rules": "six/1 near=any"}), "other-rules-book"),
        (lambda data: forged(data, {"setting": ""}), "other-rules-book"),
    ],
)
def test_what_is_refused(made, change, code):
    """Other files, other versions, damage, other games and rules: each by its own code."""
    with pytest.raises(BadBook) as raised:
        read_book(change(made[2]), SIX)
    assert raised.value.code == code


@each(
    "row",
    [
        '["八01占",1,0,0,0,null,null]',
        '["一01占",-1,0,0,0,null,null]',
        '["一01占"]',
        "7",
        f'["一01占",{10**400},0,0,0,null,null]',
        '["四04武",1,0,0,0,1,1]',
    ],
)
def test_a_wrong_entry_of_a_whole_book(row):
    """A move that is none of the position, or no number, is refused when it is looked up."""
    data = book_bytes(SIX, [(SIX.start(), BookEntry(1, ()))], 0, 1)
    body = data.split(b"\n")[1].replace(b"[]]", f"[{row}]]".encode()) + b"\n"
    with pytest.raises(BadBook, match="is not made of moves"):
        read_book(forged(data, body=body), SIX).entry_of_position(SIX, SIX.start())


def test_where_a_game_leaves_the_book(made):
    """The first move that leads to no position of the book's moves; a turned move is the same move."""
    _, _, data = made
    book = read_book(data, SIX)
    start = SIX.start()
    known = book.entry_of_position(SIX, start).moves[0].move
    for number in range(8):
        line = [start, SIX.play_legal(start, SIX.image_of_move(known, number))]
        assert book_departure(book, SIX, line) is None
    middle = next(move for move in SIX.legal_moves(start) if SIX.spell(move) == "四04占")
    left = book_departure(book, SIX, [start, SIX.play_legal(start, middle)])
    assert (left.ply, left.entry) == (1, book.entry_of_position(SIX, start))


def test_results_are_the_movers():
    """An entry of 後手 is written as it is: its results are those of the side that moves; king has its own digest of data."""
    king = games.load("king")
    move = next(iter(king.legal_moves(king.start())))
    entry = BookEntry(6, (BookMove(move, 3, 0, 2, 1, -40, 3),))
    book = read_book(book_bytes(king, [(king.start(), entry)], 100, 6), king)
    assert rows(king, king.start(), book.entry_of_position(king, king.start())) == rows(king, king.start(), entry)
    assert (book.nodes, book.head["setting"]) != (0, json.loads(book_bytes(SIX, [], 0, 0))["setting"])
