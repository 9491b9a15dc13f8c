"""Sheet read from its photographs: each a page, all of one game."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from analysis.scan.fine_tune import read_with_handwriting
from analysis.scan.photo_errors import UnreadablePage, unknown_game_on_page
from analysis.scan.read_page import read_page
from analysis.scan.scanned_sheet import Photograph, Sheet
from kifu.core import games
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analysis.scan.scanned_sheet import SheetPage
    from kifu.core.game.game import Game


def read_sheet(files: Sequence[tuple[str, bytes]], game: Game | None = None, handwriting: bytes | None = None) -> Sheet:
    """Return the sheet of named photographs; `game` if it is known.

    `handwriting` is what was learned of its writer. A page whose code cannot be read is taken for another page of the same sheet. Raises UnreadablePage, with the name of
    the photograph as its `key`, MissingExtra, and KifuError for what is no handwriting.
    """
    pages = [_try_rotations(name, data, game, None) for name, data in files]
    code = next((page.code for page in pages if not isinstance(page, UnreadablePage) and page.code), None)
    read = []
    for (name, data), first in zip(files, pages, strict=True):
        page = _try_rotations(name, data, game, code) if isinstance(first, UnreadablePage) and code else first
        if isinstance(page, UnreadablePage):
            raise page
        read.append(page)
    for part in {page.part for page in read}:
        _require_all_pages(
            [(page.page, name) for page, (name, _) in zip(read, files, strict=True) if page.part == part]
        )
    photographs = tuple(Photograph(name, sha256(data).hexdigest()) for name, data in files)
    return read_with_handwriting(Sheet(photographs, tuple(read)), handwriting)


def _require_all_pages(pages: Sequence[tuple[int, str]]) -> None:
    """Raise UnreadablePage unless each page from the first on is there once."""
    for number, (page, name) in enumerate(sorted(pages), start=1):
        if page != number:
            twice = page < number
            lost = Message(f"{number} 頁目の写真がありません", f"there is no photograph of page {number}")
            again = Message(
                f"{page} 頁目の写真が二枚あります。一枚がもう一人の用紙なら、そちらの用紙の写真として渡してください",
                f"there are two photographs of page {page}; if one is of the other player's sheet, give it as a photograph of that sheet",
            )
            raise UnreadablePage("same-page" if twice else "page-missing", again if twice else lost, key=name)


def game_of_pages(sheets: Sequence[Sheet], known: Game | None) -> Game:
    """Return the game of the pages, or the known one.

    Raises UnreadablePage if the pages are of several games.
    """
    named = {(page.game, page.board) for sheet in sheets for page in sheet.pages if page.game is not None}
    if len({name for name, _ in named} | ({known.id} if known is not None else set())) > 1 or len(named) > 1:
        raise UnreadablePage(
            "two-games",
            Message("写真の用紙の棋種が揃っていません", "the photographs are of sheets of different games"),
        )
    if known is not None:
        return known
    if not named:
        raise unknown_game_on_page()
    name, board = next(iter(named))
    game = games.load(name or "")
    return game.configure(None, dict.fromkeys(game.required_head, board)) if board else game


def _try_rotations(name: str, data: bytes, game: Game | None, code: str | None) -> SheetPage | UnreadablePage:
    try:
        return read_page(data, game, code)
    except UnreadablePage as unread:
        unread.key = name
        return unread
