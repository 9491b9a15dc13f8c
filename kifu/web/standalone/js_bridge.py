"""Bridge called by the web worker: from JavaScript to Python and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.message import Message
from kifu.web.standalone.page_router import PageRouter

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from kifu.web.service.messages import Response

_REASONS = {
    "QuotaExceededError": Message(
        "端末の空きがありません。ほかのファイルを消して空きを作ってください",
        "this device has no space left; make room on it",
    ),
    "ChangedError": Message("別のタブが書きました", "another tab has written"),
    "SecurityError": Message("このブラウザーは記録を残させません", "this browser lets nothing be kept"),
}


class _JournalFiles:
    """Journal files of the browser, as promises.

    They are refused where something is wrong.
    """

    def __init__(self, store: Any) -> None:  # noqa: ANN401 - an object of JavaScript
        self._store = store

    async def sizes(self) -> dict[str, int]:
        return dict((await _await_promise(self._store.sizes())).to_py())

    async def size(self, name: str) -> int:
        return int(await _await_promise(self._store.size(name)))

    async def read(self, name: str) -> bytes:
        return bytes((await _await_promise(self._store.read(name))).to_bytes())

    async def append(self, name: str, at: int, data: bytes) -> None:
        await _await_promise(self._store.append(name, at, _js_bytes(data)))

    async def cut(self, name: str, at: int, torn: bytes) -> None:
        await _await_promise(self._store.cut(name, at, _js_bytes(torn)))


class Bridge:
    """Bridge over the `store` of the browser."""

    def __init__(self, store: Any) -> None:  # noqa: ANN401 - an object of JavaScript
        self._router = PageRouter(_JournalFiles(store))

    async def handle(self, method: str, path: str, text: str, data: Any = None) -> Response:  # noqa: ANN401 - bytes of JavaScript
        """Answer a request."""
        return await self._router.handle(method, path, text, None if data is None else bytes(data.to_bytes()))


async def _await_promise(promise: Awaitable[Any]) -> Any:  # noqa: ANN401 - a value of JavaScript
    """Wait for a promise.

    Raises OSError with a reason in both languages where it is refused.
    """
    from pyodide.ffi import JsException  # type: ignore[import-not-found] # noqa: PLC0415 - it stands in the browser alone

    try:
        return await promise
    except JsException as failed:
        reason = _REASONS.get(failed.name) or Message(
            f"ブラウザーが断りました ({failed.name})。端末の空きを確かめてください",
            f"the browser refuses ({failed.name}); see whether this device has space",
        )
        raise OSError(reason) from None


def _js_bytes(data: bytes) -> Any:  # noqa: ANN401 - bytes of JavaScript
    from pyodide.ffi import to_js  # noqa: PLC0415

    return to_js(data)
