"""Shares the page without a server among its tests: a store in memory, and somebody who asks."""

import asyncio
import json

from kifu.core.message import Message
from kifu.web.standalone.page_router import PageRouter


class Kept:
    """A store in memory whose writing can fail."""

    def __init__(self):
        self.files = {}
        self.torn = []
        self.full = self.broken = False

    async def sizes(self):
        """Return the sizes."""
        return {name: len(data) for name, data in self.files.items()}

    async def size(self, name):
        """Return a size."""
        return len(self.files.get(name, b""))

    async def read(self, name):
        """Return a journal."""
        if self.broken:
            raise OSError("broken")
        return self.files[name]

    async def append(self, name, at, data):
        """Add to a journal."""
        if self.full:
            raise OSError(Message("空きがありません", "no space left"))
        if len(self.files.get(name, b"")) != at:
            raise OSError("changed")
        self.files[name] = self.files.get(name, b"") + data

    async def cut(self, name, at, torn):
        """Cut a journal."""
        if self.full:
            raise OSError(Message("空きがありません", "no space left"))
        self.torn.append(torn)
        self.files[name] = self.files[name][:at]


class Asked:
    """A room that is asked in turn."""

    def __init__(self, store):
        self.router = PageRouter(store)

    def __call__(self, method, path, value=None, data=None):
        """Return the status and the JSON of an answer."""
        answer = asyncio.run(self.router.handle(method, path, "" if value is None else json.dumps(value), data))
        return answer.status, json.loads(answer.text) if answer.text else answer
