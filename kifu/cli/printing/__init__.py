"""What a command prints: boards, tables, verdicts, help, progress."""
