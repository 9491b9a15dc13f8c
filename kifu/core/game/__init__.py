"""The contract of a game: its interface, part by part."""
