"""Small records of 6面体 that tests of the referee share."""

from helpers import DIAGRAM, HEAD

SETUP = HEAD + DIAGRAM
OPEN = SETUP + "1 四03-三03武\n"
"""A legal move that ends nothing; 後手 is to move."""
OVER = SETUP + "1 四03-五03武\n"
"""先手 beats the last 占 of 後手."""
FOUL = OPEN + "2 四07士\n"
"""The second move breaks six.4: no 占 of 後手 is next to it."""
SHUFFLE = SETUP.replace("○占○○○○○05", "○占○○○士○05").replace("：14 占可", "：13 占不可")
"""Both sides have a 武 to move to and fro."""


def shuffled(rounds):
    """Return a record in which both sides move to and fro."""
    moves = ["四03-三03武", "六05-六06士", "三03-四03武", "六06-六05士"] * rounds
    return SHUFFLE + "".join(f"{ply} {move}\n" for ply, move in enumerate(moves, start=1))
