"""Hold the game ユニオンマスター; this file gives its names."""

NAMES = ("ユニオンマスター",)
ALSO = ("マスター", "Uマスター", "ゆにおんますたー", "Union Master", "Master", "UMaster", "ユニマス", "Masutaa")
