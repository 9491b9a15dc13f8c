"""The drawing of a board as shapes, and as SVG and text. Other formats are written elsewhere from the same shapes.

It imports the standard library only.
"""
