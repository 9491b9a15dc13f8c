"""Holds the rulebook of the placing half (master.1, master.2); ace and king also cite it for a placed piece."""
