"""HTML shells: the frame of each screen, which the modules in static/ fill, and the landing page of a token.

A shell holds no words of people; their texts reach the page as text only.
"""

from __future__ import annotations

import hashlib
from functools import cache
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.html_escape import markup
from kifu.render.html.document_frame import shell

if TYPE_CHECKING:
    from kifu.web.server.credentials import Device

MEDIA_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}

_FRAME = """<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>{title}</title>
<link rel="stylesheet" href="/static/style.css"><link rel="modulepreload" href="/static/{screen}.js">
<script type="module" src="/static/boot.js"></script></head>
<body data-screen="{screen}" data-id="{game}" data-role="{role}" data-device="{device}"><main id="main"><h1>{title}</h1>
<noscript>この画面には JavaScript が要ります。棋譜は {record} にあります。
(This screen needs JavaScript; the record is at {record}.)</noscript></main></body></html>
"""


class Asset(NamedTuple):
    """A file of a screen: its bytes, its media type and a tag that changes when the bytes do."""

    data: bytes
    type: str
    tag: str


@cache
def assets() -> dict[str, Asset]:
    """Return the files of the screens by name. They are looked up here; no path is made of a request."""
    found = {}
    for entry in resources.files("kifu.web").joinpath("static").iterdir():
        ending = entry.name[entry.name.rfind(".") :]
        if ending in MEDIA_TYPES:
            data = entry.read_bytes()
            found[entry.name] = Asset(data, MEDIA_TYPES[ending], f'"{hashlib.sha256(data).hexdigest()[:16]}"')
    return found


def page_html(kind: str, title: str, device: Device, game: str = "") -> str:
    """Return the HTML of a screen. `kind` is home, table, view or compare; `game` is the id of its game, if it has one."""
    record = f"/g/{game}.html" if game else "/api/games"
    return _FRAME.format(
        title=escape(title),
        screen=kind,
        game=escape(game),
        role=device.role.value,
        device=escape(device.name),
        record=escape(record),
    )


def token_page(path: str = "/") -> str:
    """Return the page behind a token: it leads to `path`, an address of this server.

    It is a page and no redirection, because a browser keeps a strict cookie from a redirection that began elsewhere.
    """
    to = markup(path)
    head = f'<meta http-equiv="refresh" content="0;url={to}">'
    return shell("kifu", f'<p><a href="{to}">kifu</a></p>', "ja", head=head)
