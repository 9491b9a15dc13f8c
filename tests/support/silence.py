"""Shares games in which the rules have something to say, and what must not be heard of it in official mode."""

import json

from helpers import DIAGRAM
from tables import Recorder

NAMES = {"first": "甲野", "second": "乙山"}
GAMES = (
    ({}, ("四04占", "一01領", "四04-四07占", "四05占")),
    ({"setup": DIAGRAM}, ("四03-五03武",)),
    ({"setup": DIAGRAM}, ("四03-五03武", "一01領")),
)
"""The opening and the moves of each: an illegal move and one behind it; an end by six.14; a move after that end."""
JUDGING = frozenset(
    [
        "legal",
        "article",
        "message",
        "choices",
        "last",
        "heat",
        "ending",
        "standing",
        "fault",
        "verdict",
        "measures",
        "traces",
        "score",
        "chance",
        "changed",
        "basis",
    ]
)
"""The members of an answer that tell what the rules say. They have no place in an answer about a silent game."""


def told():
    """Return the sentences in which the rules judge the games, from tables that are not silent."""
    found = set()
    for opening, moves in GAMES:
        table = Recorder(names=NAMES, **opening).move(*moves)
        table.send("close")
        for seen in (table.view(), table.course()):
            found |= set(_sentences({name: seen.get(name) for name in ("moves", "result", "verdict")}))
    return found


def heard(answer, sentences, *, static=False):
    """Return what an answer, as text, tells of the judgement: sentences, and members of JSON that is not `static`."""
    found = {sentence for sentence in sentences if sentence in answer}
    try:
        value = json.loads(answer)
    except ValueError:
        return found
    refused = {"message"} if "error" in value else set()  # why a request is refused
    members = {name for name, member in _members(value) if member is not None and member != []}
    return found if static else found | (members & JUDGING - refused)


def _sentences(value):
    for name, member in _members(value):
        if name == "said" or (name in {"ja", "en"} and len(member) > 16):
            yield from [member] if isinstance(member, str) else []
        elif name in {"article", "number"} and isinstance(member, str):
            yield f'"{member}"'


def _members(value):
    """Yield each member of the objects within a JSON value, by its name."""
    for name, member in value.items() if isinstance(value, dict) else enumerate(value):
        yield name, member
        if isinstance(member, (dict, list)):
            yield from _members(member)
