"""Draws pictures of verdicts as matplotlib figures: timelines, times, counts, heatmaps and comparisons.

No function here uses pyplot or changes matplotlib's settings, so any program may use them.
"""
