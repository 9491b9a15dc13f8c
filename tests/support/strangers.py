"""Shares a client that knows the server's contract alone: plain HTTP, no code of the table."""

import http.client
import json
import time
import uuid
from urllib.parse import urlsplit


class Stranger:
    """A client with a cookie of its own, that keeps what it was told."""

    def __init__(self, address):
        parts = urlsplit(address)
        self.host, self.port, self.cookie = parts.hostname, parts.port, None
        status, headers, _ = self.ask("GET", parts.path)
        assert status == 200
        self.cookie = "; ".join(value.split(";")[0] for value in headers.get_all("Set-Cookie"))
        self.set_cookie = headers["Set-Cookie"].lower()

    def ask(self, method, path, value=None, **headers):
        """Send a request, and again if it is too early; return the status, the headers and the body."""
        answer = self.once(method, path, value, **headers)
        while answer[0] == 429:
            time.sleep(int(answer[1]["Retry-After"]))
            answer = self.once(method, path, value, **headers)
        return answer

    def once(self, method, path, value=None, **headers):
        """Send a request once, though it may be too early."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=20)
        headers = {name.replace("_", "-"): text for name, text in headers.items()}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if value is not None and not isinstance(value, bytes):
            value = json.dumps(value).encode()
        if value is not None:
            headers.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, value, headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def json(self, method, path, value=None, **headers):
        """Send a request; return its status and its body as JSON."""
        status, _, body = self.ask(method, path, value, **headers)
        return status, json.loads(body)

    def new(self, mode="record", **more):
        """Open a game; return its id."""
        status, body = self.json("POST", "/api/games", {"game": "six", "mode": mode, **more})
        assert (status, list(body)) == (201, ["id"])
        return body["id"]

    def state(self, game):
        """Return the state of a game."""
        status, body = self.json("GET", f"/api/g/{game}/state")
        assert status == 200
        return body

    def send(self, game, base, kind, identity=None, **members):
        """Send an event; return the status and the body."""
        event = {"id": identity or str(uuid.uuid4()), "kind": kind, **members}
        return self.json("POST", f"/api/g/{game}/events", {"base": base, "event": event})

    def move(self, game, text):
        """Write the next move on the present state."""
        state = self.state(game)
        status, body = self.send(game, state["seq"], "move", ply=state["ply"] + 1, text=text)
        assert (status, body["status"]) == (200, "taken")
        return body
