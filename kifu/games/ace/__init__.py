"""Hold the game ユニオンエース; this file gives its names."""

NAMES = ("ユニオンエース",)
ALSO = ("エース", "Uエース", "ゆにおんえーす", "Union Ace", "Ace", "UAce", "ユニエース")
