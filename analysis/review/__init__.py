"""Draws the pictures of one record, of a group of records, and of a comparison."""
