"""Many records at once: plain ones are read and judged compiled, all others by the careful reader, with one result.

A *plain* record is one without anything odd about it: the usual headers, numbered moves, comments, a closing line, in
UTF-8. The compiled scanner (:mod:`analysis.bulk.scan_kernel`) knows what such lines look like, and nothing of what they
mean: what a word, a rule set or a closing line means it is told by the same functions that read one record, once for
each text that occurs. Whatever is not plain, or has anything to be said about it, is read and judged as it would be
alone; so no verdict depends on the way it was come by.
"""
