"""Hold the game ユニオンエース; this file gives its names."""

NAMES = ("ユニオンエース",)
ALSO = ("エース", "ゆにおんえーす", "Union Ace", "Ace")
