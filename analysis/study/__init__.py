"""Which opening sets are strongest: found by games of the engine, and confirmed by games that had no part in finding them."""
