"""The frame of every page without scripts: its head, and the policy by which it loads nothing."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

from kifu.model.markup import markup

if TYPE_CHECKING:
    from kifu.model.message import Language


def shell(title: str, body: str, language: Language, *, style: str = "", head: str = "") -> str:
    """Return a page, ended by LF. `body`, `style` and `head` are HTML and CSS; the title is made safe here."""
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(style)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{head}<title>{markup(title)}</title>\n{f'<style>{style}</style>' if style else ''}\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def policy(style: str = "") -> str:
    """Return the Content-Security-Policy of a page: nothing is loaded and nothing runs; only its own style counts."""
    styles = ""
    if style:
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        styles = f" style-src 'sha256-{digest}';"
    return f"default-src 'none';{styles} base-uri 'none'; form-action 'none'"
