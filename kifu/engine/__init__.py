"""A player that searches, and a prover of late positions: both behind the game's own rules."""
