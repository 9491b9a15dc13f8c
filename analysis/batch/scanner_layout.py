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


TABLE_LINE = (0xE6, 0x89, 0x8B, 0xE6, 0x95, 0xB0, 45)
"""手数- ."""
CLOSING_WORD = (0xE3, 0x81, 0xBE, 0xE3, 0x81, 0xA7)
"""まで."""
SCORE_LINE = (0xE5, 0xBE, 0x97, 0xE7, 0x82, 0xB9, 0xEF, 0xBC, 0x9A)
"""得点：."""
FULL_COLON = (0xEF, 0xBC, 0x9A)
"""：."""
COLUMNS_OF_SQUARES = (
    0xE4B880,
    0xE4BA8C,
    0xE4B889,
    0xE59B9B,
    0xE4BA94,
    0xE585AD,
    0xE4B883,
    0xE585AB,
    0xE4B99D,
    0xE58D81,
)
"""一 to 十, each as one number."""
WIDE = 0xEF
"""The first byte of full-width letters and figures."""
SIGNS_OF_STATEMENTS = (0xE58B9D, 0xE8B2A0, 0xE69597, 0xE296B2, 0xE296B3, 0xE29897, 0xE29896, 0xEFBC9A, 0xEFBC9D)
"""勝 負 敗 ▲ △ ☗ ☖ ： ＝: what no value has that is only a name, a date or a place. Each as one number."""
WON, SURELY = 0xE58B9D, (0xE5, 0xBF, 0x85)
"""勝, which states nothing behind 必: a proven win (必勝) is no result."""
WORDS_OF_STATEMENTS = (0xE68A95E4BA86, 0xE58887E3828C, 0xE5BC95E58886, 0xE5BC95E3818D, 0xE4B88DE688A6, 0xE58F8DE58987)
"""投了 切れ 引分 引き 不戦 反則, each as one number too."""
KEYS_OF_STATEMENTS = (0xE58588E6898B, 0xE5BE8CE6898B, 0xE6A38BE688A6, 0xE5A0B4E68980, 0xE8A68FE58987, 0xE7B590E69E9C)
"""先手 後手 棋戦 場所 規則 結果: they begin a statement behind a blank."""
WIDE_BLANK = (0xE3, 0x80, 0x80)
"""A full-width blank."""
