"""The folder of a dossier: read without following any link, and written whole, so that nothing else in it is touched."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from analysis.dossier.arbiter_decision import MAX_FILE_BYTES as LARGEST_DECISION
from analysis.dossier.arbiter_decision import named_by
from analysis.dossier.dossier_files import DECISION, KNOWN, MADE, SUMS
from kifu.cli.arguments.files import Unreadable, unopened, write
from kifu.cli.printing.language import say
from kifu.core.message import Message, visible
from kifu.core.regular_files import NO_LINK, NotRegular, open_regular
from notation.limits import LIMITS

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_FILES = 1_000
"""The most names in a folder that are looked at."""
LARGEST = 8 * LIMITS.file
"""The most bytes of a file that is read; dossier.json holds every input, in base64 if need be."""


class Folder(NamedTuple):
    """What stands in a folder."""

    files: dict[str, bytes]
    """The files by name; a file that no dossier has is not read, and counts as empty."""
    others: dict[str, Message]
    """What could not be read, and why."""


def read_folder(path: str) -> Folder:
    """Return what stands in the folder of a dossier. Raises Unreadable if it cannot be listed."""
    try:
        names = sorted(entry.name for entry in Path(path).iterdir())
    except (OSError, ValueError) as failed:
        shown = visible(path)
        if isinstance(failed, NotADirectoryError):
            raise Unreadable(say(Message(f"{shown} はフォルダーではありません", f"{shown} is no folder"))) from None
        wrong = unopened(failed, shown, Message(f"{shown} を開けません", f"cannot open {shown}"))
        raise Unreadable(say(wrong.message)) from None
    files: dict[str, bytes] = {}
    others: dict[str, Message] = {}
    for name in names[:MOST_FILES]:
        if name not in KNOWN:
            files[name] = b""
            continue
        data = _read(Path(path, name), LARGEST_DECISION if name == DECISION else LARGEST)
        if isinstance(data, Message):
            others[name] = data
        else:
            files[name] = data
    return Folder(files, others)


def write_folder(path: str, made: Mapping[str, bytes], fingerprint: str, *, force: bool) -> None:
    """Write the files of a dossier into a folder of its own, each whole or not at all, the list of digests last.

    Raises click.UsageError for a folder with other files, one with a dossier unless `force` is set, and one with a decision
    on another dossier, which is never replaced.
    """
    folder = Path(path)
    stale = _stale(folder, made, fingerprint, force=force)
    for name in stale:
        folder.joinpath(name).unlink(missing_ok=True)
    for name, data in made.items():
        write(folder / name, data, force=force)


def require_free(path: str, *, force: bool) -> None:
    """Raise click.UsageError for a folder that a dossier cannot be written to."""
    _stale(Path(path), {}, None, force=force)


def _stale(folder: Path, made: Mapping[str, bytes], fingerprint: str | None, *, force: bool) -> list[str]:
    """Return the files of an older dossier in a folder that go before a new one is written."""
    shown = visible(str(folder))
    try:
        names = sorted(entry.name for entry in folder.iterdir())
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as failed:
        reason = getattr(failed, "strerror", None) or failed
        message = Message(f"{shown} に書けません ({reason})", f"cannot write to {shown}: {reason}")
        raise click.UsageError(say(message)) from None
    foreign = [name for name in names if name not in KNOWN]
    if names and not foreign and not any(name in MADE for name in names):
        foreign = names  # somebody's own files, which only have the names of copies
    if foreign:
        name = visible(foreign[0])
        message = Message(
            f"{shown} にはほかのファイル ({name}) があります。調書だけのフォルダーを指定してください",
            f"{shown} has other files ({name}); name a folder for the dossier alone",
        )
        raise click.UsageError(say(message))
    if names and not force:
        message = Message(
            f"{shown} にはすでに調書があります。作り直すなら --force を付けてください",
            f"{shown} has a dossier; make it anew with --force",
        )
        raise click.UsageError(say(message))
    if DECISION in names and fingerprint is not None:
        decided = _read(folder / DECISION, LARGEST_DECISION)
        if isinstance(decided, Message) or named_by(decided) != fingerprint:
            message = Message(
                f"{shown} には別の調書についての裁定があります。別のフォルダーに作ってください",
                f"{shown} has a decision on another dossier; make this one in another folder",
            )
            raise click.UsageError(say(message))
    return [name for name in names if (name not in made and name != DECISION) or name == SUMS]


def _read(path: Path, most: int) -> bytes | Message:
    """Return the bytes of a regular file, or why it is not read."""
    try:
        with open_regular(path, NO_LINK) as file:
            data = file.read(most + 1)
    except NotRegular as other:
        return other.about()
    except OSError as failed:
        reason = failed.strerror
        return Message(f"読めません ({reason})", f"it cannot be read: {reason}")
    if len(data) > most:
        return Message("大きすぎます", "it is too large")
    return data
