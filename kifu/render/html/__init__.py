"""Records as one HTML page that needs nothing else: no script, no other file, no network.

It imports the standard library only.
"""
