"""The byte sequences that the scanner (:mod:`analysis.bulk.scan_kernel`) compares with, in UTF-8."""

from __future__ import annotations

TABLE_LINE = (0xE6, 0x89, 0x8B, 0xE6, 0x95, 0xB0, 45)
"""手数- ."""
CLOSING_WORD = (0xE3, 0x81, 0xBE, 0xE3, 0x81, 0xA7)
"""まで."""
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
