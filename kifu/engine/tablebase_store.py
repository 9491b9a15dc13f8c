"""The values in the file of a tablebase.

A slice is read when it is first needed, and proven before it is believed. Its digest tells whether bytes have changed.
Whoever changes bytes can change the digest too, so before a value answers anything, all values of its slice, and of the
slices that its moves lead to, are compared with those after each move: if they follow from each other, they are right
(:func:`kifu.engine.tablebase_kernel.check_slice`).
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

from kifu.core.errors import DamagedTablebase
from kifu.core.message import Message, visible
from kifu.core.regular_files import open_regular

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kifu.engine.tablebase import Tablebase


class Store:
    """Fills the values of a tablebase from its file."""

    def __init__(self, path: Path, head: int, table: Tablebase) -> None:
        self._path = path
        self._head = head
        self._table = table
        self._slices = {each.code: each for each in table.slices}
        self._read: set[int] = set()
        self._proven = np.full_like(table.offsets, -1)
        """Where the values of each slice begin that is proven; -1 for the others."""

    def read(self, code: int) -> None:
        """Read the values of a slice.

        Raises DamagedTablebase if they are not those that were written.
        """
        if code in self._read:
            return
        each = self._slices[code]
        begin = int(self._table.offsets[self._place(code)])
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

    def prove(self, code: int, checked: Callable[..., tuple[int, int, int]]) -> None:
        """Check the values of a slice and its successors by the rules.

        Raises DamagedTablebase. Of a slice that the table does not have nothing is known, and nothing is checked.
        """
        table = self._table
        if code not in self._slices or self._proven[place := self._place(code)] >= 0:
            return
        self.read(code)
        self._proven[place] = table.offsets[place]  # its moves lead to positions of the same slice
        missing = code
        while missing:
            _, wrong, missing = map(int, checked(code, table.codes, self._proven, table.values))
            if wrong or (missing and missing not in self._slices):
                self._proven[:] = -1
                raise damaged_error(self._path, self._slices[code].name)
            self.prove(missing, checked)

    def _place(self, code: int) -> int:
        return int(np.searchsorted(self._table.codes, code))


def damaged_error(path: Path, name: str | None = None) -> DamagedTablebase:
    """Error about a damaged file, and its slice if named."""
    shown = visible(str(path))
    ja, en = ("表", "the tablebase") if name is None else (f"表の {name} の値", f"the slice {name} of the tablebase")
    return DamagedTablebase(
        "tablebase-damaged",
        Message(
            f"{shown}: {ja}が壊れています。kifu study tablebase --force で作り直すか、環境変数 KIFU_TABLEBASE を空にしてください",
            f"{shown}: {en} is damaged; build it again with kifu study tablebase --force, or set the environment variable "
            "KIFU_TABLEBASE to nothing",
        ),
    )
