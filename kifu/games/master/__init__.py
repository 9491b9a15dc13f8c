"""Hold the game ユニオンマスター; this file gives its names."""

NAMES = ("ユニオンマスター",)
ALSO = ("マスター", "ゆにおんますたー", "Union Master", "Master")
