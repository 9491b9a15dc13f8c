"""Score sheets read from photographs: the page found and flattened, its boxes classified, and a draft of the record made.

It makes a draft, never a proof: what is written stands beside what the rules make of it. Libraries of the extra `scan` are
imported inside the functions that use them.
"""
