"""Game service: the requests that server and standalone page answer alike, without HTTP and without files."""
