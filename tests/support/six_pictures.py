"""Holds the pictures of the page of 6面体 as it prints them: ◎ where a die goes, △ where one may be placed."""

GHOST = """
    一二三四五六七
    ○○○○○○○01
    ○○○○○○○02
    ○○◎◎怨○○03
    ○○◎巫◎○○04
    ○○◎◎◎○○05
    ○◎○○○○○06
    ◎○○○○○○07
"""
TERRITORY = """
    一二三四五六七
    ○○○○○○○01
    ○○○○○○○02
    ○○△△△○○03
    ○○△占△○○04
    ○○△△△○○05
    ○○○○○○○06
    ○○○○○○○07
"""
WARRIOR = """
    一二三四五六七
    ○○○○○○○01
    ○○○○○○○02
    ○○◎◎◎○○03
    ○○◎武◎○○04
    ○○◎◎◎○○05
    ○○○○○○○06
    ○○○○○○○07
"""
HORSE = """
    一二三四五六七
    ○○○○○○○01
    ○○◎○◎○○02
    ○◎○○○◎○03
    ○○○騎○○○04
    ○◎○○○◎○05
    ○○◎○◎○○06
    ○○○○○○○07
"""
ARCHER = """
    一二三四五六七
    ○○○◎○○○01
    ○○○◎○○○02
    ○○○○○○○03
    ◎◎○弓○◎◎04
    ○○○○○○○05
    ○○○◎○○○06
    ○○○◎○○○07
"""
MAIDEN = """
    一二三四五六七
    ○○○○○○◎01
    ○○○○○◎○02
    ○○○○怨○○03
    ◎◎怨巫○○○04
    ○○○○怨○○05
    ○○○○○◎○06
    ○○○○○○◎07
"""
SET_ANEW = """
    一二三四五六七
    ○○○○○○○01
    ○○○○○○○02
    ○○◎◎怨○○03
    ○○◎巫◎○○04
    ○○◎◎◎○○05
    ○◎○○○○○06
    ◎○○○○○○07
"""
FLIGHTS = """
    一二三四五六七
    ○○○○○○○01
    ◎◎◎巫怨○○02
    ○○○○○○◎03
    怨○○○○◎○04
    巫○○○◎○○05
    ◎○○巫○○○06
    ◎○怨○○○○07
"""


def board(text):
    """Return the seven rows of a drawn board, without anything around them."""
    rows = [line.strip() for line in text.splitlines() if line.strip()]
    return "\n".join(row for row in rows if row[-2:].isdecimal() and len(row) == 9)


def unmarked(text):
    """Return a drawn board without its marks."""
    return text.replace("◎", "○").replace("△", "○")
