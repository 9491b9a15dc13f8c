"""Tables and pictures of verdicts: pandas and matplotlib."""
