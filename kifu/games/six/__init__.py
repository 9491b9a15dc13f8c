"""Holds the game 6面体; this file gives its names."""

NAMES = ("6面体",)
