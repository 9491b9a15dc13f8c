"""One module a format."""
