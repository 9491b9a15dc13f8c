"""Prints the output of the commands: boards, tables, verdicts, help, progress."""
