"""Recording in a browser: one service, under a server or standalone page.

`static/` has the screens that both show.
"""
