"""Server of a folder: ASGI application, sessions, access checks, worker processes."""
