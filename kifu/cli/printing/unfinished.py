"""Says what games without a result leave open: between which bounds a share may lie, and when that is much."""

from __future__ import annotations

from kifu.cli.printing.language import say
from kifu.core.message import Message

MANY = 0.1
"""The share of unfinished games above which a caution is printed."""


def many(unfinished: int, games: int) -> bool:
    """Tell whether more games than a tenth are unfinished."""
    return unfinished > MANY * games


def open_range(least: float, most: float) -> str:
    """Return the bounds of a share, from 0 to 1, that unfinished games leave open."""
    return say(Message(f"未了しだいで {least:.1%}–{most:.1%}", f"unfinished ones open: {least:.1%}–{most:.1%}"))


def caution(unfinished: int, games: int) -> Message:
    """Return the caution about a sample in which many games are unfinished."""
    share = f"{unfinished / games:.0%}"
    return Message(
        f"⚠ {games} 局のうち {unfinished} 局 ({share}) が未了です。割合は終わった局だけのもので、区間は未了の局が変えうる分を含みません",
        f"⚠ {unfinished} of {games} games ({share}) are unfinished: the shares are of the finished ones only, and the "
        "intervals do not cover what the others could change",
    )
