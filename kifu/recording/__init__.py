"""A game that is being recorded: its events, its journal, its clock. Everything here is a value or a pure function."""
