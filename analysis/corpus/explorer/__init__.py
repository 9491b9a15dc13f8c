"""What games of a dataset did in a position: where it occurred, which moves were played, and how they ended.

`replaying` proves that equal keys are equal positions, `finding` looks a position up,
`tree` goes on from it.
"""
