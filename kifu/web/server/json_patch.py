"""The difference of two JSON documents: what has to be changed in the first to have the second.

A difference is a list of changes, to be made in order. A change begins with the path of a member: names, and numbers of items
of lists. ``[path, value]`` sets it, ``[path]`` takes it out of its object, and ``[path, start, count, items]`` takes `count`
items out of the list there and puts `items` in their place, as JavaScript's ``splice`` does.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from kifu.recording.journal import canonical

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ATOMIC_MEMBERS = frozenset({"clock"})
"""Members that are set as a whole: what a reader has of them may be newer than what he is told."""
MAX_DIFF_ITEMS = 200
"""Where two lists differ by more items, all of them are replaced: looking for equal ones would take long."""


def json_diff(old: dict[str, Any], new: dict[str, Any]) -> list[list[Any]]:
    """Return the changes that make `new` of `old`. Parts that are the same object are not looked into.

    Values count as the same if Python calls them equal, so no member may change from 0 to false.
    """
    return list(_diff_objects((), old, new))


def _diff_objects(path: tuple[str | int, ...], old: dict[str, Any], new: dict[str, Any]) -> Iterator[list[Any]]:
    for name in old:
        if name not in new:
            yield [[*path, name]]
    for name, value in new.items():
        here = (*path, name)
        if name not in old:
            yield [list(here), value]
        elif old[name] is not value and old[name] != value:
            yield from _diff_members(here, old[name], value)


def _diff_members(path: tuple[str | int, ...], old: object, new: object) -> Iterator[list[Any]]:
    if path[-1] not in ATOMIC_MEMBERS and isinstance(old, dict) and isinstance(new, dict):
        yield from _diff_objects(path, old, new)
    elif path[-1] not in ATOMIC_MEMBERS and isinstance(old, list) and isinstance(new, list):
        yield from _diff_lists(path, old, new)
    else:
        yield [list(path), new]


def _diff_lists(path: tuple[str | int, ...], old: Sequence[Any], new: Sequence[Any]) -> Iterator[list[Any]]:
    least = min(len(old), len(new))
    start = next((number for number in range(least) if not _same(old[number], new[number])), least)
    end = next(
        (number for number in range(least - start) if not _same(old[-1 - number], new[-1 - number])), least - start
    )
    gone, come = old[start : len(old) - end], new[start : len(new) - end]
    if not gone or not come or max(len(gone), len(come)) > MAX_DIFF_ITEMS:
        yield [list(path), start, len(gone), list(come)]
        return
    match = SequenceMatcher(None, list(map(canonical, gone)), list(map(canonical, come)), autojunk=False)
    for kind, first, last, begin, close in reversed(
        match.get_opcodes()
    ):  # from behind: the numbers before stay as they are
        if kind != "equal":
            yield [list(path), start + first, last - first, list(come[begin:close])]


def _same(one: object, other: object) -> bool:
    return one is other or one == other
