"""Score sheet recognition: photographs to a draft of the record.

It makes a draft, never a proof: what is written stands beside what the rules make of it. Libraries of the extra `scan` are
imported inside the functions that use them.
"""
