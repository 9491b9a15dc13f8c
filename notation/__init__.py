"""Text to records and back. It knows containers, never a game's name."""
