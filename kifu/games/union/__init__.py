"""Hold what ユニオンエース, ユニオンキング and ユニオンマスター share.

It has no NAMES, so it is no game itself.
"""
