"""The contract of a game: what each game promises to the rest of the program, part by part."""
