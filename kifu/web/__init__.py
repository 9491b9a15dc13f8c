"""The server of the table: files, sockets and clocks. Everything it decides, kifu.table decides."""
