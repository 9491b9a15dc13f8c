"""File of a tablebase (JSON line, then values), and the one in use.

A tablebase is never needed. Where one is present, the solver and the engine use it: the file that KIFU_TABLEBASE names, or
else the one in the user's cache.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kifu.core import games
from kifu.core.compiled.source_digest import code_digest
from kifu.core.compiled.user_cache import is_own_and_closed_to_others, user_cache_folder
from kifu.core.errors import DamagedTablebase
from kifu.core.message import Message, quoted, visible
from kifu.core.regular_files import NotRegular, open_regular
from kifu.engine.tablebase import Slice, Tablebase, has_slices, join_slices, tablebase_index_module, tablebase_value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.core.game.game import Game, Position
    from kifu.engine.tablebase import Tablebase


class SliceLoader:
    """Fills the values of a tablebase from its file."""

    def __init__(self, path: Path, head: int, table: Tablebase) -> None:
        self._path = path
        self._head = head
        self._table = table
        self._slices = {each.code: each for each in table.slices}
        self._read: set[int] = set()
        self._proven = np.full_like(table.offsets, -1)
        """Where the values of each slice begin that is proven; -1 for the others."""

    def load_slice(self, code: int) -> None:
        """Read the values of a slice.

        Raises DamagedTablebase if they are not those that were written.
        """
        if code in self._read:
            return
        each = self._slices[code]
        begin = int(self._table.offsets[self._slice_number(code)])
        try:
            with open_regular(self._path) as file:
                file.seek(self._head + begin)
                data = file.read(each.size)
        except OSError:
            data = b""
        if hashlib.sha256(data).hexdigest() != each.digest:
            raise damaged_error(self._path, each.name)
        self._table.values[begin : begin + each.size] = np.frombuffer(data, np.uint8)
        self._read.add(code)

    def check_slice_by_rules(self, code: int, count_wrong: Callable[..., tuple[int, int, int]]) -> None:
        """Check the values of a slice and its successors by the rules.

        Raises DamagedTablebase. Of a slice that the table does not have nothing is known, and nothing is checked.
        """
        table = self._table
        if code not in self._slices or self._proven[place := self._slice_number(code)] >= 0:
            return
        self.load_slice(code)
        self._proven[place] = table.offsets[place]  # its moves lead to positions of the same slice
        missing = code
        while missing:
            _, wrong, missing = map(int, count_wrong(code, table.codes, self._proven, table.values))
            if wrong or (missing and missing not in self._slices):
                self._proven[:] = -1
                raise damaged_error(self._path, self._slices[code].name)
            self.check_slice_by_rules(missing, count_wrong)

    def _slice_number(self, code: int) -> int:
        return int(np.searchsorted(self._table.codes, code))


def damaged_error(path: Path, slice_name: str | None = None) -> DamagedTablebase:
    """Error about a damaged file, and its slice if named."""
    shown = visible(str(path))
    ja, en = (
        ("表", "the tablebase")
        if slice_name is None
        else (f"表の {slice_name} の値", f"the slice {slice_name} of the tablebase")
    )
    return DamagedTablebase(
        "tablebase-damaged",
        Message(
            f"{shown}: {ja}が壊れています。kifu study tablebase --force で作り直すか、環境変数 KIFU_TABLEBASE を空にしてください",
            f"{shown}: {en} is damaged; build it again with kifu study tablebase --force, or set the environment variable "
            "KIFU_TABLEBASE to nothing",
        ),
    )


FORMATS = "kifu-tablebase/"
FORMAT = f"{FORMATS}2"
HEAD = 1 << 20
"""The bytes of the head, at most."""
PAGE = 4096
"""The values begin at a multiple of this number of bytes."""
CODES = 1 << 33
"""The number of a material is smaller, and so is the size of a slice."""
GIVEN = "KIFU_TABLEBASE"
"""The environment variable that names the file; if it is empty, no tablebase is used."""


class UnusableTablebase(Exception):
    """File that is unreadable, or no tablebase of this game and program."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.en)
        self.message = message


def cache_path(game: Game) -> Path | None:
    """Return where the user's cache has the tablebase of a game.

    None if the user has no cache.
    """
    folder = user_cache_folder()
    return None if folder is None else folder / f"{game.id}.tablebase"


def rules_digest(game: Game) -> str:
    """Digest of rules and position numbering, to which the values belong."""
    modules = game.kernel_modules()
    slices = tablebase_index_module(game)
    rules = () if modules is None else (modules.rules.legal_moves, modules.rules.play, modules.rules.ending)
    return code_digest((*rules, slices.slice_of, slices.index_of, slices.position_at, slices.size_of))


def file_head(game: Game, dice: int, slices: Sequence[Slice]) -> bytes:
    """Head of a file, padded to a multiple of PAGE."""
    held = {
        "format": FORMAT,
        "game": game.id,
        "rules": game.rules,
        "program": rules_digest(game),
        "dice": dice,
        "slices": [list(each) for each in slices],
    }
    text = json.dumps(held, ensure_ascii=False, separators=(",", ":")).encode()
    return text + b" " * (-(len(text) + 1) % PAGE) + b"\n"


def read_tablebase(path: Path, game: Game) -> Tablebase:
    """Return the tablebase of a file, without reading its values.

    Raises UnusableTablebase and DamagedTablebase.
    """
    try:
        with open_regular(path) as file:
            head = file.readline(HEAD)
            size = os.fstat(file.fileno()).st_size - len(head)
    except (OSError, ValueError) as failed:
        raise UnusableTablebase(_unreadable_message(failed)) from None
    slices = _slices_of_head(game, head)
    if slices is None or sum(each.size for each in slices) != size:
        raise damaged_error(path)
    table = join_slices(slices, np.zeros(size, np.uint8))
    return table._replace(store=SliceLoader(path, len(head), table))


def _slices_of_head(game: Game, head: bytes) -> tuple[Slice, ...] | None:
    """Return the slices that a head names; None if it is broken.

    Raises UnusableTablebase for another game or program.
    """
    try:
        held: Any = json.loads(head)
    except (ValueError, RecursionError):
        held = None
    written = held.get("format") if isinstance(held, dict) else None
    if not isinstance(written, str) or not written.startswith(FORMATS):
        raise UnusableTablebase(
            Message(
                f"表ではありません。kifu study tablebase --game {game.id} で作ってください",
                f"it is no tablebase; build one with kifu study tablebase --game {game.id}",
            )
        )
    if held.get("game") != game.id:
        named = quoted(str(held.get("game")))
        raise UnusableTablebase(Message(f"棋種 {named} の表です", f"it is a tablebase of the game {named}"))
    if written != FORMAT or held.get("program") != rules_digest(game):
        raise UnusableTablebase(
            Message(
                "別の版のプログラムの表です。kifu study tablebase --force で作り直してください",
                "it is of another version of the program; build it again with kifu study tablebase --force",
            )
        )
    return _parse_slices(game, held.get("slices"))


def _parse_slices(game: Game, rows: object) -> tuple[Slice, ...] | None:
    try:
        slices = [_parse_slice(game, row) for row in rows] if isinstance(rows, list) else []
    except (TypeError, ValueError, IndexError):  # IndexError: more units than any slice has
        return None
    return tuple(slices) if slices and len({each.code for each in slices}) == len(slices) else None


def _parse_slice(game: Game, row: Any) -> Slice:  # noqa: ANN401 - any JSON
    """Return the slice of a row.

    Raises TypeError, ValueError or IndexError if no slice is written so.
    """
    held = Slice._make(row)
    module = tablebase_index_module(game)
    numbers = (held.code, *held[2:-1])
    if not all(type(number) is int and 0 <= number < CODES for number in numbers) or not held.code:
        raise ValueError(row)
    if held.size != module.size_of(held.code) or not isinstance(held.digest, str):
        raise ValueError(row)
    return held._replace(name=module.spelled(held.code))


def cached_tablebase(game: Game) -> Tablebase | None:
    """Usable tablebase of a game, or None; opened once per process.

    Raises DamagedTablebase.
    """
    return tablebase_or_why_unusable(game)[0]


def tablebase_and_known_value(game: Game, position: Position) -> tuple[Tablebase, int] | None:
    """Usable tablebase of a game and its value of a position; None if it has none.

    Raises DamagedTablebase.
    """
    table = cached_tablebase(game)
    known = -1 if table is None else tablebase_value(game, table, position)
    return None if table is None or known < 0 else (table, known)


def tablebase_or_why_unusable(game: Game) -> tuple[Tablebase | None, Message | None]:
    """Tablebase of a game, and why an existing file is unusable.

    In the user's cache the file must be the user's own. Raises DamagedTablebase.
    """
    if not has_slices(game):
        return None, None
    given = os.environ.get(GIVEN)
    path = cache_path(game) if given is None else Path(given) if given else None
    if path is None:
        return None, None
    try:
        if given is None and not (
            is_own_and_closed_to_others(path.lstat()) and is_own_and_closed_to_others(path.parent.lstat())
        ):
            return None, _message_about_file(
                path, Message("ほかの人が書けるファイルです", "others may write this file, or its folder")
            )
        state = path.stat()
    except (OSError, ValueError) as failed:
        if given is None and isinstance(failed, FileNotFoundError):
            return None, None
        return None, _message_about_file(path, _unreadable_message(failed))
    return _tablebase_of_unchanged_file(game.id, path, state.st_mtime_ns, state.st_size)


@cache
def _tablebase_of_unchanged_file(
    game_id: str, path: Path, _time: int, _size: int
) -> tuple[Tablebase | None, Message | None]:
    """Open a file once, as long as it is the same."""
    try:
        return read_tablebase(
            path, games.load(game_id)
        ), None  # under the default rules, which are those of a tablebase
    except UnusableTablebase as unusable:
        return None, _message_about_file(path, unusable.message)


def _message_about_file(path: Path, wrong: Message) -> Message:
    shown = visible(str(path))
    return Message(f"{shown}: {wrong.ja}", f"{shown}: {wrong.en}")


def _unreadable_message(failed: OSError | ValueError) -> Message:
    if isinstance(failed, NotRegular):
        return failed.message_about()
    reason = quoted(str(getattr(failed, "strerror", None) or failed))
    return Message(f"読めません ({reason})", f"it cannot be read: {reason}")
