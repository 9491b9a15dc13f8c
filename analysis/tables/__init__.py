"""DataFrames of verdicts, counts per square, and win chances."""
