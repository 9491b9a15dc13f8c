"""This package reads records from text and writes them back. It knows file formats; it names no game."""
