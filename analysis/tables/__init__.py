"""From verdicts to DataFrames and counts."""
