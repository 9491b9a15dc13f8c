"""The rulebook of the placing half (master.1, master.2), which the other two cite for a piece that is placed."""
