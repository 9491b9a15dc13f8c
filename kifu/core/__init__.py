"""Frozen values, the interface of a game, and compiled kernels."""
