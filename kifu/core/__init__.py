"""Frozen values that all other packages share, the interface of a game, and compiled kernels."""
