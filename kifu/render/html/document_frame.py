"""Document frame of script-free pages: head, policy, shared drawings, signs."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

from kifu.core.game.drawing import DARK_MARKS
from kifu.core.untrusted_text import escape_markup

if TYPE_CHECKING:
    from kifu.core.game.game import Game
    from kifu.core.game.rules import SideName
    from kifu.core.message import Language
    from kifu.core.outcome import Side


NO_ICON = '<link rel="icon" href="data:,">'
"""What keeps a browser from asking the host for an icon, which the policy refuses."""


def page_frame(title: str, body: str, language: Language, *, style: str = "", head: str = "") -> str:
    """Return a page, ended by LF; the title is escaped here.

    `body`, `style` and `head` are HTML and CSS.
    """
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{content_security_policy(style)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{head}{NO_ICON}<title>{escape_markup(title)}</title>\n{f'<style>{style}</style>' if style else ''}\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def content_security_policy(style: str = "") -> str:
    """Content-Security-Policy that allows only `style` and an empty icon."""
    styles = ""
    if style:
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        styles = f" style-src 'sha256-{digest}';"
    return f"default-src 'none';{styles} img-src data:; base-uri 'none'; form-action 'none'"


MIN_SHARED_CHARACTERS = 48
"""The fewest characters of a drawing that is shorter written once and used twice."""


class Symbols:
    """Drawings used several times, written once and used by id.

    The same content has the same id, so the same page gets the same text.
    """

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def use(self, content: str, x: str = "0", y: str = "0") -> str:
        """Return an element that shows SVG `content` at (x, y).

        HTML lets its values stand without quotation marks: a page has thousands of them.
        """
        return f"<use href=#{self.name(content)}{_at('x', x)}{_at('y', y)} />"

    def name(self, content: str) -> str:
        """Return the id of a drawing or of its description."""
        return self._ids.setdefault(content, f"{len(self._ids):x}")

    def html(self) -> str:
        """Return an element that holds all drawings and shows none."""
        groups = "".join(f"<g id={name}>{content}</g>" for content, name in self._ids.items())
        return f'<svg class="symbols" width="0" height="0" aria-hidden="true"><defs>{groups}</defs></svg>'


def _at(name: str, length: str) -> str:
    return "" if length == "0" else f" {name}={length}"


def sign_html(side: SideName) -> str:
    """Return the disc of a side, dark or light on any page."""
    return f'<i class="{"dark" if side.mark in DARK_MARKS else "light"}"></i>'


def side_html(game: Game, side: Side, language: Language) -> str:
    """Return the disc of a side and its name."""
    name = game.sides[side]
    return f"<span>{sign_html(name)} {escape_markup(name.label.in_language(language))}</span>"
