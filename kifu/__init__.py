"""Games, records and the referee of kifu: the standard library only, outside `kifu.cli`."""
