"""Holds the boards that the tests of the articles of 6面体 share, and replays moves on them."""

from kifu.core import games
from kifu.core.game.text import split_diagram
from kifu.referee.record import Entry
from kifu.referee.replay import Replay, replay_entries
from kifu.referee.verify import verify
from notation.reading import read

EMPTY = """
    ○○○○○○○01
    ○○○○○○○02
    ○○○○○○○03
    ○○○○○○○04
    ○○○○○○○05
    ○○○○○○○06
    ○○○○○○○07
"""
SECOND_STARTS = """
    ○○○○○○○01
    ○○占○○○○02
    ○○○武○○○03
    ○○○○○○○04
    ○○○○○○○05
    ○○○○○○○06
    ○○○○○○○07
    手番：後手
"""
# Every face of both sides, and 怨 of both where nobody's 巫 stands next to them.
MELEE = """
    占○○怨○○領01
    ○武○○○士○02
    ○○○○○○○03
    騎○弓○馬○矢04
    ○○○○○○○05
    ○占○霊○領○06
    ○巫○○○女○07
"""
MELEE_SECOND = f"{MELEE}    手番：後手\n"
NO_HAND = f"{MELEE}    先手の持駒：0 占不可\n"
ONLY_TERRITORIES = """
    占○○○○○○01
    ○○○○○○○02
    ○○○占○○○03
    ○○○○○○○04
    ○○○○領○○05
    ○○領○○○○06
    ○○○○○○○07
    先手の持駒：13 占可
    後手の持駒：13 占不可
"""
ALL_BEATEN = """
    怨○○○○○○01
    ○○占○○○○02
    ○○○○○○○03
    ○○○○○○○04
    ○○○○領○○05
    ○○○○○○○06
    ○○○○○○○07
    先手の持駒：13 占不可
    後手の持駒：14 占可
"""
CROWD = """
    ○○○○○○○01
    ○占怨○○○○02
    ○武霊士○○○03
    ○○矢○怨○○04
    ○○騎○弓○○05
    ○○領○占○○06
    ○○○○○○○07
"""
MAIDENS = """
    ○○○○○○○01
    ○霊巫士○領○02
    ○○占○○○○03
    ○○怨○○○○04
    ○○○巫武○○05
    ○○○○○○○06
    ○○○○○○怨07
"""
FLIGHT = """
    ○○○○○○○01
    矢怨巫士霊占○02
    ○○○○○○○03
    馬○○巫怨○○04
    ○○○○○○○05
    ○○占○○領○06
    ○○○○○○○07
"""
JUMPS = """
    占○○○○○領01
    ○○○○○○○02
    ○○○○○○○03
    巫怨○士○○○04
    ○○○○○○○05
    霊巫○武○士○06
    ○○○○○○○07
    先手の持駒：0 占不可
"""
# The only 占 of 先手, which can do nothing else.
LONE = """
    ○○○○○○○01
    ○○○○○○領02
    ○○○○○○○03
    ○○○○○○○04
    ○○○○○○○05
    ○○士○○○○06
    ○○占○○○○07
    先手の持駒：0 占不可
    手番：後手
"""


def played(six, position, *moves):
    """Replay written moves, as from a record, from a position."""
    entries = [Entry(ply, text, ply, 1) for ply, text in enumerate(moves, start=1)]
    return replay_entries(six, entries, Replay((position,), (), None, six.outcome(position)))


def rows(text):
    """Return a drawn board without indentation."""
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def under(*chosen):
    """Return 6面体 under some options, such as near=any."""
    return games.load("six").configure(" ".join(("six/1", *chosen)), {})


def position_on(game, board):
    """Return the position that a drawn board shows."""
    return game.read_diagram(split_diagram(1, list(enumerate(rows(board).splitlines(), start=1))))


def judged(rules, lines, closing="", board=None):
    """Return the verdict on a record of moves and special words under rules, from a drawn board or from the start."""
    drawn = ["局面図", *rows(board).splitlines()] if board else []
    numbered = [f"{ply} {line}" for ply, line in enumerate(lines, start=1)]
    head = ["棋種：6面体", f"規則：{rules}", *drawn, "手数----指手--"]
    text = "\n".join([*head, *numbered, *filter(None, [closing]), ""])
    return verify(read("game.kif", text.encode()).records[0], "")
