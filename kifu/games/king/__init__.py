"""Hold the game ユニオンキング; this file gives its names."""

NAMES = ("ユニオンキング",)
ALSO = ("キング", "ゆにおんきんぐ", "Union King", "King")
