"""What ユニオンエース, ユニオンキング and ユニオンマスター share. It lists no NAMES, so it is no game itself."""
