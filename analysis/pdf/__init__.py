"""PDF pages: shapes in millimetres, written to reproducible bytes.

A page is a tuple of the shapes of :mod:`kifu.scene.shapes`, with lengths in millimetres from its upper left corner. It needs
the extra `paper`.
"""
