"""Options of the Union games: ``規則：king/1 last=must turn=once four=draw``.

A position carries them as a set of flags, so the same rules, interpreted or compiled, judge under every reading, and
positions under different readings are never equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.options import VARIANT_ENDING, RuleOption, RuleSet
from kifu.core.message import Message

if TYPE_CHECKING:
    from kifu.games.union.variant import Family

# The flags of a position, in the order of the options: the option does not have its default. The bits are the same in all
# three games, because the option that only Master has comes last.
LAST_MUST, TURN_OTHER, FOUR_DRAW, FIRST_SIDE = 1, 2, 4, 8
TURN_BIT = 1
"""The number of the bit of TURN_OTHER. Its default is turn=once in Ace, and turn=both in King and Master."""


def union_rule_set(family: Family, name: str) -> RuleSet:
    """Return the rule set of a game with its options.

    `name` is ``king/1``, or the name of a variant file.
    """
    own = f"{family.id}/1"
    example = f"my-{family.id}{VARIANT_ENDING}"
    files = Message(f"。規則のファイルなら「{example}」のように書きます", f", or a variant file such as {example}")
    options = [
        RuleOption("last", ("free", "must"), family.end_article),
        RuleOption("turn", ("both", "once") if family.turns_back else ("once", "both"), "union.8"),
        RuleOption("four", ("note", "draw"), "union.11"),
    ]
    if family.places:
        options.append(RuleOption("first", ("piece", "side"), "master.1"))
    return RuleSet(name, family.name, tuple(options), aliases=(family.id,) if name == own else (), files=files)
