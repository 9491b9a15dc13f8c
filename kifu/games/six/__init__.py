"""Hold the game 6面体; this file gives its names."""

NAMES = ("6面体",)
ALSO = (
    "六面体",
    "ろくめんたい",
    "ろくめん",
    "六めんたい",
    "6めんたい",
    "6面たい",
    "六面たい",
    "ろく面たい",
    "ろく面体",
    "Rokumentai",
    "Roku-mentai",
    "Rokumen",
    "6mentai",
    "6-mentai",
    "6面体ゲーム",
)
