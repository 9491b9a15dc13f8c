"""Batch verification: compiled fast path for plain records, referee for the rest.

A *plain* record has a head that the careful reader says nothing about, numbered moves with or without times, comments, a
right 得点 and a closing line; or it is a match of two such games. The compiled scanner (:mod:`analysis.batch.scanner_kernel`)
knows what such lines look like, but not what they mean. Heads, moves, special words, scores and closing lines are given
their meaning by the functions that also read one record alone, once for each text that occurs. A record that is not plain,
or that gets a diagnostic of its own, is read and judged as it would be alone. So a verdict never depends on the way it was
reached.
"""
