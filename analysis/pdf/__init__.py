"""Pages for the printer: shapes in millimetres, written as PDF. The same pages give the same bytes.

A page is a tuple of the shapes of :mod:`kifu.scene.shapes`, with lengths in millimetres from its upper left corner. It needs
the extra `paper`.
"""
