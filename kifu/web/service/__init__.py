"""Game service: what server and page answer alike, without HTTP."""
