"""Tells what games of a dataset did in a position: where it occurred, which moves were played, and how the games ended.

`finding` looks a position up, `replaying` proves that equal keys are equal positions, and `tree` counts the moves that were
played from it.
"""
