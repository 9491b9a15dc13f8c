"""Frozen values that every floor hands round, and the contract of a game. Standard library only."""
