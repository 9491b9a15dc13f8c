"""Opening statistics of a dataset, patterns, and opening books.

`collect` reads the openings, `results` counts how their games ended, `maps` counts their squares, `pages` and `report`
show all of it.
"""
