"""Perft: counts of move sequences, and a game's ``perft.txt``.

The file holds a block for each position, so that other programs can check their move generators::

    # a comment
    id seven-against-eight
    一二三四五六七
    ○○○○○○○01
    …
    手番：先手
    perft 1 95
    perft 2 8842

A block starts at its ``id`` line. A line such as ``rules six/1 near=any`` below it names the rules of the block, if they are
not the game's own. The lines between these lines and the ``perft DEPTH NODES`` lines are a diagram. A block without a diagram
counts from the game's own start.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.compiled.bind_and_compile import bind, compiled_perft, rules_compile
from kifu.core.lazy_imports_extras_and_package_files import is_installed
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.core.game.game import Position
    from kifu.core.game.kernels import Kernels

FILE = "perft.txt"
MIN_COMPILED_NODES = 4_000_000
"""About the number of nodes that the interpreter counts while numba loads."""

_ID = re.compile(r"id (\S+)")
_RULES = re.compile(r"rules (\S.*)")
_NODES = re.compile(r"perft (\d+) (\d+)")


class PerftBlock(NamedTuple):
    """One block of a game's perft.txt."""

    id: str
    line: int
    """The line of the file where the block starts, from 1."""
    diagram: tuple[tuple[int, str], ...]
    """Pairs (line number, line) of the diagram; empty: the game's own start."""
    nodes: tuple[tuple[int, int], ...]
    """Pairs (depth, nodes) in the order of the file."""
    rules: str | None = None
    """The rules, as 規則 names them; None: those of the game."""


def perft(game: Kernels, position: Position, depth: int, *, compiled: bool | None = None) -> int:
    """Return the number of sequences of `depth` legal moves from `position`.

    1 for depth 0. `compiled` chooses compiled or interpreted counting; None chooses the one that is likely to end
    first. Raises ValueError for a negative depth, and for compiled counting of a game that does not compile.
    """
    if depth < 0:
        raise ValueError(depth)
    if compiled is None:
        compiled = is_compiled_faster(game, position, depth)
    if compiled and not rules_compile(game):
        raise ValueError(game.id)
    if depth == 0:
        return 1
    return int((compiled_perft(game) if compiled else _interpreted_perft(game))(position, depth))


def perft_of_each_move(
    game: Kernels, position: Position, depth: int, *, compiled: bool | None = None
) -> list[tuple[int, int]]:
    """Perft per legal move: pairs (move, sequences of `depth` moves).

    The pairs stand in the order of the game. `depth` is at least 1. Raises ValueError for a smaller depth, and where
    :func:`perft` does.
    """
    if depth < 1:
        raise ValueError(depth)
    if compiled is None:
        compiled = is_compiled_faster(game, position, depth)
    return [
        (move, perft(game, game.play_legal(position, move), depth - 1, compiled=compiled))
        for move in game.legal_moves(position)
    ]


def is_compiled_faster(game: Kernels, position: Position, depth: int) -> bool:
    """Tell whether compiled perft is possible and probably faster than interpreted."""
    return (
        depth > 1
        and rules_compile(game)
        and is_installed("fast")
        and sum(1 for _ in game.legal_moves(position)) ** depth > MIN_COMPILED_NODES
    )


def read_perft_blocks(game: Kernels) -> tuple[PerftBlock, ...]:
    """Return the blocks of a game's perft.txt.

    None if the game has no such file. Raises ValueError for a wrong line.
    """
    file = resources.files(game.package) / FILE
    return parse_perft_blocks(file.read_text(encoding="utf-8")) if file.is_file() else ()


def missing_perft_advice(game: Kernels) -> Message | None:
    """Advice to make a missing perft.txt; None if the file exists.

    It names the command and the lines of the file.
    """
    file = resources.files(game.package) / FILE
    if file.is_file():
        return None
    command = f"kifu perft --game {game.id} DEPTH"
    return Message(
        f"{game.name.ja}には {FILE} がありません。{file} に「id start」の行と、深さ DEPTH ごとに「perft DEPTH 数」の行を"
        f"書いてください (深さ 1 から 2 つ以上)。数は {command} で出ますが、別に書いたプログラムでも数えて確かめてください",
        f"{game.name.en} has no {FILE}; write {file}: a line 'id start', then a line 'perft DEPTH COUNT' for each depth from 1 "
        f"on, at least two. `{command}` prints the count; count with a program written apart from the rules, too",
    )


def parse_perft_blocks(perft_txt: str) -> tuple[PerftBlock, ...]:
    """Return the blocks of the text of a perft.txt.

    Raises ValueError with the number of a line outside of any block.
    """
    blocks: list[PerftBlock] = []
    for number, line in enumerate(perft_txt.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if named := _ID.fullmatch(line):
            blocks.append(PerftBlock(named[1], number, (), ()))
            continue
        count = _NODES.fullmatch(line)
        if not blocks or (count is None and blocks[-1].nodes):
            message = f"line {number}: '{line}' belongs to no block"
            raise ValueError(message)
        block = blocks[-1]
        if (rules := _RULES.fullmatch(line)) and not (block.rules or block.diagram):
            blocks[-1] = block._replace(rules=rules[1])
        elif count:
            blocks[-1] = block._replace(nodes=(*block.nodes, (int(count[1]), int(count[2]))))
        else:
            blocks[-1] = block._replace(diagram=(*block.diagram, (number, line)))
    return tuple(blocks)


def _interpreted_perft(game: Kernels) -> Callable[[Any, int], int]:
    """Return the perft kernel, interpreted, for a game.

    It lists the moves of the last ply to count them.
    """
    names = {
        "legal_moves": game.legal_moves,
        "play": game.play_legal,
        "mobility": lambda position: sum(1 for _ in game.legal_moves(position)),
    }
    module = bind(
        "kifu.core.compiled.perft_kernel", f"{game.package}.perft_interpreted".replace(".", "_"), names, jit=False
    )
    return module.count  # type: ignore[no-any-return]
