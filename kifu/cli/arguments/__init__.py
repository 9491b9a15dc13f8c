"""Command-line arguments: options, and the files, positions and rules they name."""
