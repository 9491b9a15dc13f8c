"""Options of 6面体: ``規則：six/1 near=any line=blocked beat=any four=draw``.

A position carries them as a set of flags, so the same rules, interpreted or compiled, judge under every reading, and
positions under different readings are never equal.
"""

from __future__ import annotations

from kifu.core.game.options import RuleOption, RuleSet
from kifu.core.message import Message

RULES = RuleSet(
    "six/1",
    Message("6面体", "6面体 (six)"),
    (
        RuleOption("near", ("own", "any"), "six.4"),
        RuleOption("line", ("open", "blocked"), "six.12", also=("six.13",)),
        RuleOption("beat", ("live", "any"), "six.13"),
        RuleOption("four", ("note", "draw"), "six.16"),
    ),
    aliases=("six",),
)

# The flags of a position, in the order of the options: the option does not have its default.
NEAR_ANY, LINE_BLOCKED, BEAT_ANY, FOUR_DRAW = 1, 2, 4, 8
