"""Document frame of script-free pages, their style sheet, and drawings used twice."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

from kifu.core.escapes_confusables_and_text_width import escape_markup
from kifu.core.game.drawing import DARK_MARKS
from kifu.render.shapes_and_svg import DARK, FAINT, FONTS, INK, LIGHT, PAPER

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


def csp_hash(source: str) -> str:
    """Return the CSP hash of an inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}'"


def content_security_policy(style: str = "") -> str:
    """Content-Security-Policy that allows only `style` and an empty icon."""
    styles = f" style-src {csp_hash(style)};" if style else ""
    return f"default-src 'none';{styles} img-src data:; base-uri 'none'; form-action 'none'"


MIN_SHARED_CHARACTERS = 48
"""The fewest characters of a drawing that is shorter written once and used twice."""


class Symbols:
    """Drawings used several times, written once and used by id.

    The same content has the same id, so the same page gets the same text.
    """

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def use_drawing(self, content: str, x: str = "0", y: str = "0") -> str:
        """Return an element that shows SVG `content` at (x, y).

        HTML lets its values stand without quotation marks: a page has thousands of them.
        """
        return f"<use href=#{self.name(content)}{_attribute_unless_zero('x', x)}{_attribute_unless_zero('y', y)} />"

    def name(self, content: str) -> str:
        """Return the id of a drawing or of its description."""
        return self._ids.setdefault(content, f"{len(self._ids):x}")

    def definitions_html(self) -> str:
        """Return an element that holds all drawings and shows none."""
        groups = "".join(f"<g id={name}>{content}</g>" for content, name in self._ids.items())
        return f'<svg class="symbols" width="0" height="0" aria-hidden="true"><defs>{groups}</defs></svg>'


def _attribute_unless_zero(name: str, length: str) -> str:
    return "" if length == "0" else f" {name}={length}"


def sign_html(side: SideName) -> str:
    """Return the disc of a side, dark or light on any page."""
    return f'<i class="{"dark" if side.mark in DARK_MARKS else "light"}"></i>'


def disc_and_name_html(game: Game, side: Side, language: Language) -> str:
    """Return the disc of a side and its name."""
    name = game.sides[side]
    return f"<span>{sign_html(name)} {escape_markup(name.label.in_language(language))}</span>"


BOARD_TEXT_SIZE = 38
"""The size of the text on and beside a board, in its own units."""
STYLE = """
:root{color-scheme:light dark;--paper:#f7f5ef;--card:#fff;--ink:#1d1d1d;--faint:#5a5347;--edge:#c9c1b0;--on:#6b4a12;--on-ink:#fff;--bad:#a31515;--bad-paper:#fbe3e0;--link:#1a4f8b}
@media screen and (prefers-color-scheme:dark){:root{--paper:#191815;--card:#24221d;--ink:#f1eee6;--faint:#b9b1a1;--edge:#4b463b;--on:#e0b46a;--on-ink:#1d1708;--bad:#ff9d92;--bad-paper:#4a1512;--link:#9cc7ff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 @FONTS@;overflow-wrap:anywhere}
svg{font-family:@FONTS@}
main{max-width:100rem;margin:0 auto;padding:.5rem .5rem 3rem}
h1{font-size:1.15rem;margin:.1rem 0;line-height:1.35}
h2{font-size:1.15rem;margin:1.2rem 0 .3rem;border-top:2px solid var(--edge);padding-top:.6rem}
h3,h4{font-size:1rem;margin:1rem 0 .2rem}
header{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 1rem}
header+section h2:first-child{margin:0;border:0;padding:0}
h1 span,h2 span,.heads span{display:inline-block;max-width:calc(100% - .8rem);margin-right:.8rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;vertical-align:bottom}
a{color:var(--link)}
nav li{padding:.4rem 0}
dd ul{columns:16rem}
p{margin:.2rem 0}
ul,ol{margin:.2rem 0;padding-left:1.4rem}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.1rem .8rem;margin:.3rem 0}
dt{color:var(--faint);max-width:9rem}
dd{margin:0}
blockquote{margin:.4rem 0;padding:.1rem .8rem;border-left:4px solid var(--edge)}
i.dark,i.light{display:inline-block;width:.85em;height:.85em;border:2px solid #857d6f;border-radius:50%;background:#262626}
i.light{background:#fff}
.badge{margin:.2rem 0 .3rem}
.badge a{display:inline-block;padding:.1rem .8rem;border:2px solid var(--edge);border-radius:1rem;background:var(--card);color:inherit;font-weight:bold;text-decoration:none}
.status{padding:.4rem .6rem;border:1px solid var(--edge);border-radius:8px;background:var(--card)}
.status:is(.illegal,.contradicted,.unreadable),.badge:is(.illegal,.contradicted,.unreadable) a{border-color:var(--bad);background:var(--bad-paper)}
.symbols{position:absolute}
.game{display:flex;flex-wrap:wrap;margin:.3rem 0}
.game>input{-webkit-appearance:none;appearance:none;flex:0 0 50%;margin:0;min-height:44px;align-self:stretch;scroll-margin:9rem}
.game>label{flex:0 0 50%;margin-left:-50%;min-height:44px;padding:.6rem .2rem;font-size:.92rem;border-radius:8px;cursor:pointer}
.game>s{flex:0 0 50%}
.game>.start{flex-basis:100%}
.game>label i{display:inline-block;min-width:1.7em;text-align:right;font-style:normal;color:var(--faint)}
.game b{font-weight:inherit}
.game small{float:right;color:var(--faint)}
.game>label.bad{color:var(--bad);font-weight:bold;text-decoration:underline}
.game>label.idle{color:var(--faint);font-style:italic}
.game>input:checked+label,.game>input:checked+label :is(i,small){background:var(--on);color:var(--on-ink)}
.game>input:focus-visible+label{outline:3px solid var(--link);outline-offset:-3px}
.wide{flex:0 0 100%;padding:.4rem}
.heads{display:flex;flex:0 0 100%;min-width:0;max-width:100%;margin:.4rem 0 0;border-bottom:1px solid var(--edge)}
.heads span{flex:0 0 50%;max-width:50%;margin:0;padding:0 .4rem}
.b{font-size:@BOARD_TEXT_SIZE@px;fill:@INK@}
.at,.plies{display:none;paint-order:stroke}
.game>input:checked+label+.at{display:block;order:-1;flex:0 0 100%;z-index:1;background:var(--paper)}
@media (min-height:600px){.game>input:checked+label+.at{position:sticky;top:0}}
.at svg,.heat svg{display:block;width:100%;max-height:max(11rem,calc(100vh - 11.5rem));margin:0 auto;background:@PAPER@;border-radius:8px}
.nav{display:flex;align-items:center;margin:.2rem 0}
.nav>*{flex:0 0 22%;min-height:44px;line-height:42px;text-align:center;text-decoration:none}
.nav>span{flex:1 1 56%;font-weight:bold;line-height:1.3;min-height:0}
.nav>label:first-child::before{content:"◀"}
.nav>label:last-child::before{content:"▶"}
.nav>label{cursor:pointer;border:1px solid var(--edge);border-radius:8px;background:var(--card);user-select:none}
.comment{border-left:4px solid var(--edge);padding:.1rem .6rem;background:var(--card)}
.at .comment{max-height:min(7.5rem,15vh);overflow-y:auto}
.fault{color:var(--bad);padding:0 .4rem;font-weight:bold}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:.6rem}
.charts figure{margin:0;font-size:.85rem}
.chart svg{display:block;width:100%;font-size:12px;fill:@FAINT@;background:@PAPER@;border-radius:8px}
.chart g,.axis{fill:none;stroke:@FAINT@}
.line{stroke-width:4}
.chart .line{stroke:@DARK@}
.chart .inner{stroke:@LIGHT@;stroke-width:2}
.told label{display:block;min-height:44px;padding:.6rem 0;color:var(--link);cursor:pointer}
.heat{display:flex;flex-wrap:wrap}
.heat figcaption{flex:0 0 100%}
.heat div{flex:0 0 50%;padding:1px}
summary{cursor:pointer;min-height:44px;padding:.6rem 0}
pre{white-space:pre-wrap;font-size:.85rem;background:var(--card);padding:.5rem;border-radius:8px;margin:0}
footer{margin-top:2rem;color:var(--faint);font-size:.85rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
@media screen and (min-width:60rem){
.game{position:relative;padding-left:52%;min-height:min(50rem,100vh);align-content:flex-start}
.game>input:checked+label+.at{position:absolute;inset:0 50% 0 0;background:none}
.game>input:checked+label+.at>div{position:sticky;top:.3rem}
.heads{margin:0}
.game>label{font-size:1rem}
}
@page{margin:12mm}
@media print{
body{background:#fff;font-size:10pt}
main{max-width:none;padding:0}
h1 span,h2 span{white-space:normal}
section{break-before:page}
header+section,main>section:first-child,section section{break-before:auto}
h2,h3,h4,.status{break-after:avoid}
.game{display:block;columns:2;column-gap:8mm}
.game>input,.game>s,details,.nav>:not(span){display:none}
.game>label{float:left;clear:both;width:49%;min-height:0;margin:0;padding:0 .1rem;font-size:8.5pt}
.game>.second{float:right;clear:right}
.game>.start{width:100%}
.game>p,.game>.wide{clear:both}
.game>input:checked+label,.game>input:checked+label :is(i,small){background:none;color:inherit}
.at.said,.at.paper{display:block;clear:both;break-inside:avoid}
.game>input:checked+label+.at{position:static;background:none}
.game>input:checked+label+.at:not(.said,.paper),.at.said:not(.paper) :is(svg,.nav){display:none}
.at svg{max-width:8cm;max-height:none;margin:0}
.plies{display:inline}
.at .comment{max-height:none;overflow:visible}
figure,blockquote{break-inside:avoid}
}
"""
for _key, _value in (
    ("FONTS", FONTS),
    ("PAPER", PAPER),
    ("FAINT", FAINT),
    ("DARK", DARK),
    ("LIGHT", LIGHT),
    ("INK", INK),
    ("BOARD_TEXT_SIZE", str(BOARD_TEXT_SIZE)),
):
    STYLE = STYLE.replace(f"@{_key}@", _value)
