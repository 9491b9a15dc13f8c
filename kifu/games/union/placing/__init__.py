"""Package of the rulebook of the placing half (master.1, master.2).

Ace and king also cite it for a placed piece.
"""
