"""Boards, sheets and style: the parts that all pictures share."""
