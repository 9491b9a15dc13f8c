"""Pictures of judged records: timelines, heatmaps and comparisons, as matplotlib figures and as PNG or SVG bytes.

Nothing here touches pyplot or leaves a trace in matplotlib's settings, so it may be used inside any program.
"""
