"""Turns verdicts into DataFrames and into counts per square."""
