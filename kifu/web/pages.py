"""The pages: plain HTML without any script, as long as no other page stands in their place."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from kifu.scene.board import Board
from kifu.scene.svg import svg
from kifu.table.sheet import text_of

if TYPE_CHECKING:
    from kifu.table.state import State

_PAGE = '<!doctype html>\n<html lang="ja"><head><meta charset="utf-8">{head}<title>{title}</title></head>\n<body>{body}</body></html>\n'


def page(title: str, body: str = "", head: str = "") -> str:
    """Return a page. `body` and `head` are HTML; the title is made safe here."""
    return _PAGE.format(title=escape(title), body=body, head=head)


def entrance(path: str = "/") -> str:
    """Return the page behind a token: it leads to `path`, an address of this server.

    It is a page and no redirection, because a browser keeps a strict cookie from a redirection that began elsewhere.
    """
    to = escape(path)
    return page("kifu", f'<p><a href="{to}">kifu</a></p>', f'<meta http-equiv="refresh" content="0;url={to}">')


def record_page(state: State, *, silent: bool) -> str:
    """Return a table as a page: its record, and its board unless nothing may be shown of what the rules say."""
    board = "" if silent else svg(Board(state.game, state.position).scene())
    return page(state.game.name.ja, f"{board}<pre>{escape(text_of(state))}</pre>")
