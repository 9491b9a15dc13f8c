"""What a command line says: options, files, positions, rules."""
