"""HTML pages without script, other files or network.

It imports the standard library only.
"""
