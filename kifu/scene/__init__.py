"""One drawing of a board, as shapes: SVG is written from them here, other forms elsewhere. The standard library only."""
