"""Shares a client among the tests of the server: it starts kifu serve as a process and speaks HTTP to it."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
from typing import NamedTuple

HOST = "127.0.0.1"


class Reply(NamedTuple):
    """An answer: its status, its headers and its body."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self):
        """The body as JSON."""
        return json.loads(self.body)


class Server:
    """A server over a folder, and what a client needs to speak to it."""

    def __init__(self, folder, *options, command="serve", environment=None, program=(), stderr=subprocess.PIPE):
        self.folder = folder
        words = [
            *program,
            sys.executable,
            "-m",
            "kifu",
            command,
            str(folder),
            "--format",
            "json",
            "--no-browser",
            *options,
        ]
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=stderr, env={**os.environ, **(environment or {})}
        )
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError((self.process.communicate()[1] or b"").decode())
        self.told = json.loads(line)
        self.host, port = self.told["recorder"].split("/")[2].rsplit(":", 1)
        self.port = int(port)

    def request(self, method, path, body=None, cookie=None, **headers):
        """Send a request; a body that is no bytes is sent as JSON."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if cookie is not None:
            headers["Cookie"] = cookie
        if isinstance(body, (dict, list, str)):
            body = json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return Reply(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def enter(self, role="recorder"):
        """Return the cookie of a new device."""
        reply = self.request("GET", "/j/" + self.told[role].rsplit("/", 1)[1])
        assert reply.status == 200
        return reply.headers["Set-Cookie"].split(";")[0]

    def new(self, cookie, **opening):
        """Open a game; return its id."""
        reply = self.request("POST", "/api/games", {"game": "six", "mode": "record", **opening}, cookie)
        assert reply.status == 201, reply.body
        return reply.json["id"]

    def send(self, cookie, game, base, identity, kind, **members):  # one argument a part
        """Send an event."""
        event = {"id": identity, "kind": kind, **members}
        return self.request("POST", f"/api/g/{game}/events", {"base": base, "event": event}, cookie)

    def state(self, cookie, game):
        """Return the state of a game."""
        reply = self.request("GET", f"/api/g/{game}/state", cookie=cookie)
        assert reply.status == 200, reply.body
        return reply.json

    def stop(self):
        """Stop it as a person does; return what it has said on standard error."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return (self.process.communicate(timeout=20)[1] or b"").decode()

    def kill(self):
        """Kill it in the middle of whatever it does."""
        self.process.kill()
        self.process.communicate(timeout=20)


@contextlib.contextmanager
def served(folder, *options, **more):
    """Serve a folder until the block ends."""
    server = Server(folder, *options, **more)
    try:
        yield server
    finally:
        said = server.stop()
        assert "Traceback" not in said, said
