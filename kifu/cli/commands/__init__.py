"""Holds the commands. Each module defines one command, which is called `command`."""
