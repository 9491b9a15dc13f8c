"""Proves by machine code that most moves are legal, and plays them; the rules judge each move that it cannot prove.

The rules of 続・連合将棋 (:mod:`kifu.games.rengo.rules`) work on Python objects and do not compile. The kernels of this
package work on tables that are computed from the same geometry. Their answer LEGAL or ILLEGAL is that of the rules. At
anything rare or long to judge they answer UNSURE: leaps, 碁 that enclose a unit, 翻 that take a king or turn over 碁, en
passant, 打ち歩詰め.
"""
