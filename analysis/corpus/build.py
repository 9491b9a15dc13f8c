"""Builds a dataset: portions of records to shards, by many workers; shards to buckets; buckets to Parquet."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from analysis.corpus import manifest as manifests
from analysis.corpus.inputs import listing
from analysis.corpus.manifest import Inputs, Manifest
from analysis.corpus.reading import digest_of
from analysis.corpus.schema import FORMAT, NAMES
from analysis.corpus.shards import Shards
from analysis.corpus.stages import Progress, fill, write
from analysis.corpus.workers import crew
from kifu.model.errors import KifuError
from kifu.model.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from analysis.corpus.inputs import Listing
    from analysis.corpus.workers import Crew

WORK, NEW, LOCK = ".work", "new", "lock"

LITTLE = 1 << 18
"""Bytes that are read sooner than processes of one's own have started."""


class InTheWay(KifuError):
    """The folder holds something that is not to be overwritten unasked."""


class Built(NamedTuple):
    """What came of a build."""

    manifest: Manifest
    others: int
    """Files of the folders that were passed over."""
    known: int
    """Portions that an interrupted build had finished."""
    anew: bool
    """False: the dataset was there already, of the same inputs."""
    damaged: tuple[str, ...] = ()
    """Files of the dataset that was there, for whose sake it was built anew: they are gone or changed."""


def build(  # noqa: PLR0913 - one for each thing that a build is told
    arguments: Sequence[str],
    folder: Path,
    *,
    workers: int = 0,
    scheduler: str | None = None,
    force: bool = False,
    watch: Callable[[Progress], None] = lambda _: None,
) -> Built:
    """Build the dataset of all records that paths and URLs name in `folder`.

    The work is done by the cluster at `scheduler`, else by `workers` processes (for very little: none), or here (0). An interrupted build goes
    on where it was. A finished dataset of other inputs is replaced only when forced; of the same, nothing is done,
    unless its files are not what was written.
    Raises UnreadableFile (an input there is not), InTheWay, NoWorkers, OSError.
    """
    unusable = manifests.no_name(folder)
    if unusable is not None:
        raise InTheWay("bad-name", unusable)
    inputs = listing(arguments, but=folder)
    there = _what_is_there(folder, force=force)
    done, damaged = _done(inputs, folder, there, force=force)
    if done is not None:
        return done
    if inputs.size <= LITTLE:
        workers = 0
    with _locked(folder / WORK):
        if (after := manifests.load(folder)) != there:  # another build has ended since this one looked
            done, damaged = _done(inputs, folder, after, force=force)
        if done is None:
            with crew(workers, scheduler) as hands:
                done = _built(inputs, folder, hands, watch)._replace(damaged=damaged)
        _clear(folder / WORK)
    return done


def _done(
    inputs: Listing, folder: Path, there: Manifest | None, *, force: bool
) -> tuple[Built | None, tuple[str, ...]]:
    """Return what came of a build where nothing is left to do, and the damaged files of the dataset that is there.

    Raises InTheWay for a dataset of other inputs that is not to be replaced.
    """
    damaged: tuple[str, ...] = (manifests.NAME,) if manifests.torn(folder) else ()
    if there is None or force:
        return None, damaged
    if (there.program, there.sources) != _program() or digest_of(inputs, Inputs()) != there.inputs:
        raise _finished(folder)
    damaged = tuple(manifests.damaged(folder, there))
    return (None if damaged else Built(there, inputs.others, 0, anew=False)), damaged


def _built(inputs: Listing, folder: Path, hands: Crew, watch: Callable[[Progress], None]) -> Built:
    """Build the dataset and put it in place."""
    seen = Inputs()
    shards = Shards(folder / WORK / "shards")
    digests, known = fill(shards, inputs, seen, hands, watch)
    made = write(shards, digests, folder / WORK / NEW, hands, watch)
    manifest = Manifest(FORMAT, *_program(), seen.digest, seen.files, made.buckets, made.counts, made.parts)
    _put_in_place(folder, manifest)
    return Built(manifest, inputs.others, known, anew=True)


def _program() -> tuple[str, str]:
    return manifests.program(), manifests.sources()


def _put_in_place(folder: Path, manifest: Manifest) -> None:
    """Exchange the tables of a dataset for the new ones; until all are there it has no manifest."""
    (folder / manifests.NAME).unlink(missing_ok=True)
    new = folder / WORK / NEW
    for name in NAMES:
        if (folder / name).exists():
            shutil.copymode(folder / name, new / name)
            shutil.rmtree(folder / name)
        (new / name).rename(folder / name)
    (new / manifests.NAME).write_bytes(manifest.to_json())
    (new / manifests.NAME).rename(folder / manifests.NAME)


def _what_is_there(folder: Path, *, force: bool) -> Manifest | None:
    """Return the manifest of a finished dataset.

    Raises InTheWay for a folder that holds something else, and for a dataset of another format that is not to be
    replaced.
    """
    if not folder.exists():
        return None
    manifest = manifests.load(folder)
    if manifest is None and manifests.other_format(folder):
        if not force:
            raise _finished(folder)
        return None
    if manifest is None and not (folder / WORK).is_dir() and not _free(folder):
        shown = visible(str(folder))
        raise InTheWay(
            "not-a-dataset",
            Message(
                f"{shown} には別のものがあります。空のフォルダーか、まだないフォルダーを指定してください",
                f"{shown} holds something else; name an empty folder, or one that is not there yet",
            ),
        )
    return manifest


def _free(folder: Path) -> bool:
    """Whether a folder holds nothing, or nothing but what is left of a dataset."""
    if not folder.is_dir():
        return False
    names = {path.name for path in folder.iterdir()}
    return not names or (manifests.torn(folder) and names <= {manifests.NAME, *NAMES})


def _finished(folder: Path) -> InTheWay:
    shown = visible(str(folder))
    return InTheWay(
        "dataset-exists",
        Message(
            f"{shown} には別の棋譜 (または別の版のプログラム) から作ったデータがあります。作りなおすなら --force を付けてください",
            f"{shown} holds a dataset of other records, or by another version of this program; replace it with --force",
        ),
    )


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Keep other builds out of a folder; the system lets go of it when this process ends, however it ends."""
    from filelock import FileLock, Timeout  # noqa: PLC0415 - only for those who build

    lock = FileLock(folder / LOCK, blocking=False)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        lock.acquire()
    except (Timeout, FileNotFoundError):  # not found: another build has ended, and cleared the folder, just now
        shown = visible(str(folder.parent))
        raise InTheWay(
            "being-built",
            Message(f"{shown} はいま別のプロセスが作っています", f"another process is building {shown} right now"),
        ) from None
    try:
        yield
    finally:
        lock.release()


def _clear(work: Path) -> None:
    """Remove the working folder of a build that holds its lock: once it is let go of, another build may be in there."""
    for path in work.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != LOCK:
            path.unlink()
    if os.name != "nt":  # there a file that is open stays, and with it an empty folder
        (work / LOCK).unlink()
    with suppress(OSError):  # another build has just put its lock there
        work.rmdir()
