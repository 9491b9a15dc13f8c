"""Dossier of a dispute (調書): reproducible files that a decision rests on.

Its parts, in the order in which they need each other: inputs, sheets, journal, boards, contents; blocks, and from these
html and pdf; files, checking, decision.
"""
