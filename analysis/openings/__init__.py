"""The openings of the games of a dataset, as sets: what each side set up, whatever the order, however the board is turned.

`collect` reads them, `results` counts how their games ended, `maps` where they stand, `pages` and `report` show it.
"""
