"""One module a subcommand of `kifu study`, each with a click command called `command`."""
