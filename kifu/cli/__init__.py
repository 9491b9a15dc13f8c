"""The front door: files, printing and exit codes live here, a module a command. Nothing imports it."""
