"""Layout of the arrays that :mod:`analysis.batch.scanner_kernel` fills."""

from __future__ import annotations

# Columns of `rows`, one row a record: whether it is plain; the number of the text of its head; where its words begin in
# `words`, and how many it has; the number of the text of its closing line (-1: none); the count of the closing line (-1:
# none); the number of the text of its 得点 line (-1: none).
PLAIN, HEAD, FIRST, PLIES, CLOSING, COUNT, SCORE = 0, 1, 2, 3, 4, 5, 6
COLUMNS = 7
NOTHING = -1
HEAD_SIZE = 1 << 12
"""The largest number of bytes of a head, without the values that mean nothing; a record with a longer one is not plain."""

# The scanner's memory is one array, for each further array would cost a call more than the call's own work. It holds the
# number of texts, the bytes of the pool that they take, the seconds each side has used, start and end of each text in the
# pool, and an open hash table. An entry of the table has the first sixteen bytes of a text as two integers, its number + 1,
# and its length.
USED, POOLED, TOTALS, SPANS = 0, 1, 2, 4
TEXTS = 1 << 17
"""The largest number of interned texts; records that need more are not plain."""
POOL = TEXTS << 5
"""The largest number of bytes of all texts together."""
SLOTS = SPANS + 2 * TEXTS
MASK = 2 * TEXTS - 1
ENTRY = 4
"""The length of an entry of the hash table."""
PROBES = 1 << 9
"""Probes for a text at most. A text without a place in them is not interned: a file may be made to collide."""
MEMORY = SLOTS + ENTRY * (MASK + 1)
"""The length of the scanner's memory."""
