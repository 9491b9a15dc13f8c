"""The command line. Only this package opens files, prints, and sets exit codes; no other package imports it."""
