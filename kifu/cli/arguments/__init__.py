"""Reads a command line: its options, and the files, positions and rules that they name."""
