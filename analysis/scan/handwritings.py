"""Handwritings of players, learned from confirmed sheets and kept on this machine."""

from __future__ import annotations

import os
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from analysis.scan.fine_tune import fine_tuned_layer_and_box_count
from kifu.core.errors import KifuError
from kifu.core.message import Message
from kifu.core.regular_files import write_whole
from kifu.core.untrusted_text import file_stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analysis.scan.scanned_sheet import Sheet
    from kifu.core.game.game import Game

SUFFIX = ".npz"
MAX_NAME = 60
"""The most characters of a name."""
PRIVATE = 0o700


class Handwritings(NamedTuple):
    """Folder of handwritings, a file a player: numbers only, no pictures."""

    folder: Path

    def names(self) -> list[str]:
        """Return the names of the players whose handwriting is kept."""
        return sorted(path.stem for path in self.folder.glob(f"*{SUFFIX}"))

    def find(self, name: str) -> bytes | None:
        """Return what was learned of a player's hand. Raises KifuError for what is no name, and OSError."""
        path = self._file_of_player(name)
        return path.read_bytes() if path.is_file() else None

    def learn(self, name: str, sheet: Sheet, game: Game, truth: Sequence[Sequence[str]]) -> int:
        """Keep what a confirmed sheet teaches, on top of the earlier ones; return its boxes.

        Raises KifuError for what is no name, and OSError.
        """
        data, boxes = fine_tuned_layer_and_box_count(sheet, game, truth, self.find(name))
        self.folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        write_whole(self._file_of_player(name), data, None)
        return boxes

    def forget(self, name: str) -> bool:
        """Remove a player's handwriting; tell whether there was one. Raises KifuError for what is no name, and OSError."""
        path = self._file_of_player(name)
        known = path.is_file()
        path.unlink(missing_ok=True)
        return known

    def _file_of_player(self, name: str) -> Path:
        """Return the file of a name; width, case and blanks make no difference."""
        plain = "".join(unicodedata.normalize("NFKC", name).casefold().split())
        if not 1 <= len(plain) <= MAX_NAME:
            raise KifuError(
                "handwriting-name",
                Message(f"名前は 1 字から {MAX_NAME} 字までです", f"a name has 1 to {MAX_NAME} characters"),
            )
        return self.folder / f"{file_stem(plain)}{SUFFIX}"


def users_handwritings() -> Handwritings:
    """Return the handwritings of this user of the machine."""
    given = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_DATA_HOME")
    return Handwritings((Path(given) if given else Path.home() / ".local" / "share") / "kifu" / "handwritings")
