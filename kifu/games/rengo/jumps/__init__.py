"""Jump sequences: moves, searches and legality (rengo.42)."""
