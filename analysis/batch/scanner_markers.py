"""UTF-8 byte sequences that :mod:`analysis.batch.scanner_kernel` compares with."""

from __future__ import annotations

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
WORDS_OF_STATEMENTS = (0xE68A95E4BA86, 0xE58887E3828C, 0xE5BC95E58886, 0xE5BC95E3818D, 0xE4B88DE688A6, 0xE58F8DE58987)
"""投了 切れ 引分 引き 不戦 反則, each as one number too."""
KEYS_OF_STATEMENTS = (0xE58588E6898B, 0xE5BE8CE6898B, 0xE6A38BE688A6, 0xE5A0B4E68980, 0xE8A68FE58987, 0xE7B590E69E9C)
"""先手 後手 棋戦 場所 規則 結果: they begin a statement behind a blank."""
WIDE_BLANK = (0xE3, 0x80, 0x80)
"""A full-width blank."""
