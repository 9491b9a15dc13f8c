"""Holds the game ユニオンエース; this file gives its names."""

NAMES = ("ユニオンエース",)
ALSO = ("エース", "Union Ace", "Ace")
