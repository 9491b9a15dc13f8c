"""The dossier of a dispute (調書): everything that a decision can rest on, in files that are the same wherever they are made.

Its parts, in the order in which they need each other: inputs, sheets, journal, boards, contents; blocks, and from these
html and pdf; files, checking, decision.
"""
