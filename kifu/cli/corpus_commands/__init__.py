"""The commands of `kifu corpus`, each a module with a `command`; found by looking."""
