"""What the arrays hold that the scanner (:mod:`analysis.bulk.scan_kernel`) fills."""

from __future__ import annotations

# Columns of `found`, one row a record: whether it is plain; the numbers of what 規則 and the closing line say (-1: they
# are not there); where its words begin among `words`, and how many they are; the count of the closing line (-1: none);
# where its head ends.
PLAIN, RULES, FIRST, PLIES, CLOSING, COUNT, HEAD_END = 0, 1, 2, 3, 4, 5, 6
COLUMNS = 7
NOTHING = -1

# Columns of `keys`: the first three keys are 棋種, 規則 and 持ち時間.
KEY_GAME, KEY_RULES, KEY_BUDGET = 0, 1, 2

# What the scanner remembers, in one array (an array more costs a call more than all it does): how many texts there are,
# the seconds each side has used, start and end of each text, and an open hash table of numbers + 1.
USED, TOTALS, SPANS = 0, 1, 3
TEXTS = 1 << 17
"""So many different texts are told apart in one go; records with more are not plain."""
SLOTS = SPANS + 2 * TEXTS
MASK = 2 * TEXTS - 1
MEMORY = SLOTS + MASK + 1
"""The length of that array."""
