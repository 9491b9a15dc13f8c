"""Reversi on 4×4 squares: a game of kifu in a package of its own."""

NAMES = ("リバーシ",)
