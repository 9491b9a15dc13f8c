"""Drawing of boards as shapes, SVG and text; standard library only."""
