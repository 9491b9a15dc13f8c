"""Recording of a game: events, journal, clock; pure functions over values."""
