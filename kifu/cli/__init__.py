"""Command line: the only package that opens files and prints.

Exit codes are set here alone; no other package imports it.
"""
