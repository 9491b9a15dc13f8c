"""Shows a bar for work in several phases, with rate and time left, on standard error if that is a terminal."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import click

from kifu.cli.printing.guard import unguarded
from kifu.cli.printing.language import say
from kifu.model.message import Message

if TYPE_CHECKING:
    from types import TracebackType


class Bar:
    """Shows the finished share, the records per second, and the time left. Each phase has its own bar."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.hidden = not sys.stderr.isatty()
        self.began = time.monotonic()
        self._bar: Any = None

    def __enter__(self) -> Bar:  # noqa: PYI034 - the class has no subclasses
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._finish()

    def phase(self, label: str) -> None:
        """Begin the phase `label`, unless it is the current one."""
        if label != self.label:
            self._finish()
            self.label = label

    def show(self, done: int, total: int, records: int) -> None:
        """Move the bar to `done` of `total`, in the same unit; `records` is the number of records since the beginning."""
        if self.hidden:
            return
        if self._bar is None:
            self._bar = click.progressbar(
                length=total, label=self.label, file=unguarded(sys.stderr), show_pos=False, item_show_func=self._rate
            )
            self._bar.render_progress()
        self._bar.update(max(0, done - self._bar.pos), records)

    def _rate(self, records: int | None) -> str:
        if not records:
            return ""
        pace = records / max(time.monotonic() - self.began, 1e-3)
        return say(Message(f"{records:,} 局 {pace:,.0f} 局/秒", f"{records:,} records {pace:,.0f}/s"))

    def _finish(self) -> None:
        if self._bar is not None:
            self._bar.render_finish()
            self._bar = None
