"""The engine: a player that searches, and a solver of late positions.

Both use the game's own rules.
"""
