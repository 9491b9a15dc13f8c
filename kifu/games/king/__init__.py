"""Hold the game ユニオンキング; this file gives its names."""

NAMES = ("ユニオンキング",)
ALSO = ("キング", "Uキング", "ゆにおんきんぐ", "Union King", "King", "UKing", "ユニキン", "Kingu")
