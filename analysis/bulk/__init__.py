"""Judges many records at once: compiled code reads and judges plain records, the careful reader takes all others.

A *plain* record has only usual headers, numbered moves, comments and a closing line. The compiled scanner
(:mod:`analysis.bulk.scan_kernel`) knows what such lines look like, but not what they mean. Moves, special words, rules and
closing lines are given their meaning by the functions that also read one record alone, once for each text that occurs.
A record that is not plain, or that gets a diagnostic, is read and judged as it would be alone. So a verdict never depends
on the way it was reached.
"""
