"""The frozen values that all other packages share, and the contract of a game. It imports the standard library only."""
