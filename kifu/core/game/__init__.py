"""The contract of a game: its interface to the program, part by part."""
