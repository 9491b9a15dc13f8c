"""Games, records and the referee: `kifu.model`, `kifu.games` and `kifu.referee` import the standard library only."""
