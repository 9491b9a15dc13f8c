"""Recording in a browser: one service, the server of a folder, the standalone page, the screens that both show."""
