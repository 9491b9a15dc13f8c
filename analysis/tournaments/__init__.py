"""Searches the strongest opening sets by games of the engine, and confirms them by fresh games."""
