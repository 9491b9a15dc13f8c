"""The libraries that are installed only on request: which extra of this package brings which."""

from __future__ import annotations

from importlib.util import find_spec

from kifu.model.errors import KifuError
from kifu.model.message import Message

EXTRAS = {
    "fast": frozenset({"llvmlite", "numba"}),
    "tables": frozenset({"pandas"}),
    "corpus": frozenset(
        {"cryptography", "dask", "distributed", "duckdb", "filelock", "fsspec", "jinja2", "psutil", "pyarrow"}
    ),
}
"""The top-level modules that each extra brings; `corpus` brings those of the others too."""


class MissingExtra(KifuError, ImportError):
    """A library is not installed. The message names the extra that brings it."""

    def __init__(self, extra: str, library: str) -> None:
        advice = f'pip install "kifu[{extra}]"'
        super().__init__(
            "missing-extra",
            Message(
                f"{library} がインストールされていません。{advice} で入ります",
                f"{library} is not installed; {advice} brings it",
            ),
        )
        self.extra = extra
        self.name = library


def installed(extra: str) -> bool:
    """Tell whether all libraries of an extra can be imported. Nothing is imported."""
    return not _absent(extra)


def need(extra: str) -> None:
    """Raise MissingExtra for the first library of an extra that is not installed."""
    for library in _absent(extra):
        raise MissingExtra(extra, library)


def named(absent: ModuleNotFoundError) -> MissingExtra | None:
    """Return which extra brings a module that was not found; None for one that no extra brings."""
    library = (absent.name or "").partition(".")[0]
    return next((MissingExtra(extra, library) for extra, brought in EXTRAS.items() if library in brought), None)


def _absent(extra: str) -> list[str]:
    return [library for library in sorted(EXTRAS[extra]) if not _found(library)]


def _found(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except (ImportError, ValueError):  # a finder that refuses it; a module that is being replaced
        return False
