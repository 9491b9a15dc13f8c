"""Dossier folder: read without following links, written whole.

Nothing else in it is touched.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from analysis.dossier.arbiter_decision import MAX_FILE_BYTES as LARGEST_DECISION
from analysis.dossier.arbiter_decision import named_by
from analysis.dossier.dossier_files import DECISION, KNOWN, MADE, SUMS
from kifu.cli.arguments.files import Unreadable, open_diagnostic, write
from kifu.cli.printing.language import say, usage_error
from kifu.core.message import Message, visible
from kifu.core.regular_files import NO_LINK, NotRegular, open_regular
from notation.limits import LIMITS

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_FILES = 1_000
"""The most names in a folder that are looked at."""
MAX_FILE_BYTES = 8 * LIMITS.file
"""The most bytes of a file that is read; dossier.json holds every input, in base64 if need be."""


class Folder(NamedTuple):
    """Contents of a folder."""

    files: dict[str, bytes]
    """The files by name; a file that no dossier has is not read, and counts as empty."""
    others: dict[str, Message]
    """What could not be read, and why."""


def read_folder(path: str) -> Folder:
    """Return the contents of a dossier's folder; may raise Unreadable."""
    try:
        names = sorted(entry.name for entry in Path(path).iterdir())
    except (OSError, ValueError) as failed:
        shown = visible(path)
        if isinstance(failed, NotADirectoryError):
            raise Unreadable(say(Message(f"{shown} はフォルダーではありません", f"{shown} is no folder"))) from None
        wrong = open_diagnostic(failed, shown, Message(f"{shown} を開けません", f"cannot open {shown}"))
        raise Unreadable(say(wrong.message)) from None
    files: dict[str, bytes] = {}
    others: dict[str, Message] = {}
    for name in names[:MAX_FILES]:
        if name not in KNOWN:
            files[name] = b""
            continue
        data = _read_file(Path(path, name), LARGEST_DECISION if name == DECISION else MAX_FILE_BYTES)
        if isinstance(data, Message):
            others[name] = data
        else:
            files[name] = data
    return Folder(files, others)


def write_folder(path: str, made: Mapping[str, bytes], fingerprint: str, *, force: bool) -> None:
    """Write a dossier's files whole, the list of digests last.

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
    """Return an older dossier's files, removed before a new one."""
    shown = visible(str(folder))
    try:
        names = sorted(entry.name for entry in folder.iterdir())
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as failed:
        reason = getattr(failed, "strerror", None) or failed
        raise usage_error(f"{shown} に書けません ({reason})", f"cannot write to {shown}: {reason}") from None
    foreign = [name for name in names if name not in KNOWN]
    if names and not foreign and not any(name in MADE for name in names):
        foreign = names  # somebody's own files, which only have the names of copies
    if foreign:
        name = visible(foreign[0])
        raise usage_error(
            f"{shown} にはほかのファイル ({name}) があります。調書だけのフォルダーを指定してください",
            f"{shown} has other files ({name}); name a folder for the dossier alone",
        )
    if names and not force:
        raise usage_error(
            f"{shown} にはすでに調書があります。作り直すなら --force を付けてください",
            f"{shown} has a dossier; make it anew with --force",
        )
    if DECISION in names and fingerprint is not None:
        decided = _read_file(folder / DECISION, LARGEST_DECISION)
        if isinstance(decided, Message) or named_by(decided) != fingerprint:
            raise usage_error(
                f"{shown} には別の調書についての裁定があります。別のフォルダーに作ってください",
                f"{shown} has a decision on another dossier; make this one in another folder",
            )
    return [name for name in names if (name not in made and name != DECISION) or name == SUMS]


def _read_file(path: Path, most: int) -> bytes | Message:
    """Return the bytes of a regular file, or the error."""
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
