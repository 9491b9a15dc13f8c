"""Studies the openings in a dataset. An opening is a set of moves: neither their order nor a turn of the board matters.

`collect` reads the openings, `results` counts how their games ended, `maps` counts their squares, `pages` and `report`
show all of it.
"""
