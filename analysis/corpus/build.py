"""Build a dataset: partitions to shards, shards to buckets of Parquet."""

from __future__ import annotations

import hashlib
import os
import shutil
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from analysis.corpus import buckets_and_prefix_games, dataset_schemas_and_manifest
from analysis.corpus.buckets_and_prefix_games import bucket_bits, bucket_edges, fill_prefix_column, make_bucket
from analysis.corpus.dask_workers_and_task_runner import WorkerCall, open_task_runner
from analysis.corpus.dataset_schemas_and_manifest import FORMAT, NAMES, SCHEMAS, InputDigest, Manifest, parquet_bytes
from analysis.corpus.partitions_and_shards import (
    RowCounts,
    Shards,
    input_pieces,
    inputs_digest,
    pack_piece_rows,
    pack_tables,
    partition_inputs,
)
from analysis.corpus.record_sources_and_variant_files import list_sources
from kifu.core.errors import KifuError
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from analysis.corpus.dask_workers_and_task_runner import TaskRunner
    from analysis.corpus.partitions_and_shards import Edge
    from analysis.corpus.record_sources_and_variant_files import SourceList

TOGETHER = 16
"""Buckets that one pass over the shards fills at most."""


class BuildProgress(NamedTuple):
    """The progress of a build."""

    done: int
    """Bytes of the inputs that have been read, or buckets that have been written."""
    total: int
    """What `done` will be at the end."""
    records: int
    """Games and rejects so far."""
    writing: bool = False
    """Whether all inputs are read and the buckets are being written."""


class DatasetFiles(NamedTuple):
    """The files of a dataset."""

    buckets: int
    counts: dict[str, int]
    """Rows of each table."""
    parts: dict[str, str]
    """The SHA-256 of each file."""


def make_shards_and_count_known(
    shards: Shards,
    inputs: SourceList,
    inputs_digest: InputDigest,
    runner: TaskRunner,
    report_progress: Callable[[BuildProgress], None],
) -> tuple[list[str], int]:
    """Make the missing shards of partitions; add input files to `inputs_digest`.

    Return the names of all shards, in the order of the inputs, and how many of them were there before. Raises NoWorkers,
    OSError.
    """
    digests: dict[str, None] = {}
    reached = records = known = 0

    def read(position: int) -> None:
        nonlocal reached
        reached = position

    def count(digest: str) -> None:
        nonlocal records
        counts = shards.row_counts_of_shard(digest)
        records += counts.games + counts.rejects
        report_progress(BuildProgress(reached, inputs.size, records))

    def pending_portions() -> Iterator[WorkerCall]:
        nonlocal known
        for portion in partition_inputs(
            input_pieces(inputs, inputs_digest, read), dataset_schemas_and_manifest.sources_digest()
        ):
            if portion.digest in digests:
                continue
            digests[portion.digest] = None
            if portion.digest in shards:
                known += 1
                count(portion.digest)
            else:
                yield WorkerCall(portion.digest, (portion.pieces,))

    for digest, rows in runner.run(pack_piece_rows, pending_portions()):
        shards.write_partition(digest, rows)
        count(digest)
    return list(digests), known


def write_dataset(
    shards: Shards,
    digests: Sequence[str],
    folder: Path,
    runner: TaskRunner,
    report_progress: Callable[[BuildProgress], None],
) -> DatasetFiles:
    """Write all shards into a new `folder` of Parquet files by table.

    Raises NoWorkers, OSError.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for name in NAMES:
        (folder / name).mkdir(parents=True)
    total = RowCounts()
    for digest in digests:
        total = total.plus(shards.row_counts_of_shard(digest))
    records = total.games + total.rejects
    bits = bucket_bits(records)
    files = DatasetFiles(1 << bits, dict.fromkeys(NAMES, 0), {})
    tasks = _tasks_of_buckets(shards, digests, bits)
    for done, (_, bucket) in enumerate(runner.run(make_bucket, tasks), start=1):
        for name, data in bucket.files.items():
            files.parts.update([_write_bucket_and_digest(folder, name, bucket.name, data)])
            files.counts[name] += bucket.rows[name]
        report_progress(BuildProgress(min(done, files.buckets), files.buckets, records, writing=True))
    for name in NAMES:
        if not files.counts[name]:  # a table has at least one file
            files.parts.update(
                [_write_bucket_and_digest(folder, name, "00000", parquet_bytes(name, SCHEMAS[name].empty_table()))]
            )
    return files


def _tasks_of_buckets(shards: Shards, digests: Sequence[str], bits: int) -> Iterator[WorkerCall]:
    """Yield bucket tasks: small ones together, a skewed one in slices."""
    edges = bucket_edges(bits)
    held: list[int] = []
    sizes = shards.bucket_row_counts(digests, bits)
    for number, size in enumerate(sizes):
        if held and (
            len(held) == TOGETHER or sum(sizes[earlier] for earlier in held) + size > buckets_and_prefix_games.LARGE
        ):
            yield from _tasks_of_small_buckets(shards, digests, edges, held)
            held = []
        if size > buckets_and_prefix_games.LARGE:
            for slice_, tables in buckets_and_prefix_games.sorted_bucket_slices(shards, digests, number, edges[number]):
                yield WorkerCall(f"bucket-{number}.{slice_.place}", (number, pack_tables(tables), slice_))
        else:
            held.append(number)
    yield from _tasks_of_small_buckets(shards, digests, edges, held)


def _tasks_of_small_buckets(
    shards: Shards, digests: Sequence[str], edges: Sequence[Edge], numbers: Sequence[int]
) -> Iterator[WorkerCall]:
    buckets = shards.rows_of_buckets(digests, [edges[number] for number in numbers])
    for number, tables in zip(numbers, buckets, strict=True):
        yield WorkerCall(f"bucket-{number}", (number, pack_tables(tables)))


def _write_bucket_and_digest(folder: Path, table_name: str, bucket: str, data: bytes) -> tuple[str, str]:
    part = f"{table_name}/part-{bucket}.parquet"
    (folder / part).write_bytes(data)
    return part, hashlib.sha256(data).hexdigest()


WORK, NEW, LOCK = ".work", "new", "lock"

LITTLE = 1 << 18
"""Bytes of inputs up to which this process works alone: worker processes would take longer to start."""


class OutputConflict(KifuError):
    """Folder content that the user has not allowed to be replaced."""


class BuildResult(NamedTuple):
    """The result of a build."""

    manifest: Manifest
    others: int
    """Files in the input folders that are no records."""
    known: int
    """Portions that an interrupted build had already finished."""
    anew: bool
    """False: a dataset of the same inputs was there already."""
    damaged: tuple[str, ...] = ()
    """Files of the former dataset that were missing or changed; then the dataset is built anew."""


def build_dataset(  # noqa: PLR0913 - one parameter for each option of a build
    arguments: Sequence[str],
    folder: Path,
    *,
    workers: int = 0,
    scheduler: str | None = None,
    force: bool = False,
    report_progress: Callable[[BuildProgress], None] = lambda _: None,
) -> BuildResult:
    """Build the dataset of all records that `arguments` name, in `folder`.

    The cluster at `scheduler` does the work, else `workers` processes, or this process (0, or very small inputs). An
    interrupted build goes on where it stopped. `report_progress` is told the progress. A finished dataset of other inputs is
    replaced only with `force`. One of the same inputs is kept, unless its files are damaged.
    Raises UnreadableFile (there is no such input), InTheWay, NoWorkers, OSError.
    """
    unusable = dataset_schemas_and_manifest.non_utf8_folder_name_message(folder)
    if unusable is not None:
        raise OutputConflict("bad-name", unusable)
    inputs = list_sources(arguments, excluded=folder)
    present = _finished_manifest(folder, force=force)
    built, damaged = _up_to_date_result_and_damage(inputs, folder, present, force=force)
    if built is not None:
        return built
    if inputs.size <= LITTLE:
        workers = 0
    with _lock_folder(folder / WORK):
        if (
            present_now := dataset_schemas_and_manifest.load_manifest(folder)
        ) != present:  # another build has ended meanwhile
            built, damaged = _up_to_date_result_and_damage(inputs, folder, present_now, force=force)
        if built is None:
            with open_task_runner(workers, scheduler) as hands:
                built = _build_in_place(inputs, folder, hands, report_progress)._replace(damaged=damaged)
        _remove_working_folder(folder / WORK)
    return built


def _up_to_date_result_and_damage(
    inputs: SourceList, folder: Path, existing: Manifest | None, *, force: bool
) -> tuple[BuildResult | None, tuple[str, ...]]:
    """Return the result of an up-to-date build, and damaged files.

    The result is None if there is something to do.

    Raises InTheWay for a dataset of other inputs without `force`.
    """
    damaged: tuple[str, ...] = (
        (dataset_schemas_and_manifest.MANIFEST_NAME,)
        if dataset_schemas_and_manifest.is_manifest_altered(folder)
        else ()
    )
    if existing is None or force:
        return None, damaged
    if (existing.program, existing.sources) != _program_and_sources() or inputs_digest(
        inputs, InputDigest()
    ) != existing.inputs:
        raise _dataset_exists_conflict(folder)
    damaged = tuple(dataset_schemas_and_manifest.damaged_files(folder, existing))
    return (None if damaged else BuildResult(existing, inputs.others, 0, anew=False)), damaged


def _build_in_place(
    inputs: SourceList, folder: Path, runner: TaskRunner, report_progress: Callable[[BuildProgress], None]
) -> BuildResult:
    """Build the dataset and put it in place."""
    seen = InputDigest()
    shards = Shards(folder / WORK / "shards")
    digests, known = make_shards_and_count_known(shards, inputs, seen, runner, report_progress)
    files = write_dataset(shards, digests, folder / WORK / NEW, runner, report_progress)
    fill_prefix_column(folder / WORK / NEW, files.parts)
    manifest = Manifest(
        FORMAT, *_program_and_sources(), seen.digest, seen.files, files.buckets, files.counts, files.parts
    )
    _replace_tables(folder, manifest)
    return BuildResult(manifest, inputs.others, known, anew=True)


def _program_and_sources() -> tuple[str, str]:
    return dataset_schemas_and_manifest.program_name(), dataset_schemas_and_manifest.sources_digest()


def _replace_tables(folder: Path, manifest: Manifest) -> None:
    """Replace the tables of a dataset; the manifest comes last."""
    (folder / dataset_schemas_and_manifest.MANIFEST_NAME).unlink(missing_ok=True)
    new = folder / WORK / NEW
    for name in NAMES:
        if (folder / name).exists():
            shutil.copymode(folder / name, new / name)
            shutil.rmtree(folder / name)
        (new / name).rename(folder / name)
    (new / dataset_schemas_and_manifest.MANIFEST_NAME).write_bytes(manifest.to_json())
    (new / dataset_schemas_and_manifest.MANIFEST_NAME).rename(folder / dataset_schemas_and_manifest.MANIFEST_NAME)


def _finished_manifest(folder: Path, *, force: bool) -> Manifest | None:
    """Return the manifest of a finished dataset, if any.

    Raises InTheWay for a folder that holds something else, and for a dataset of another format without `force`.
    """
    if not folder.exists():
        return None
    manifest = dataset_schemas_and_manifest.load_manifest(folder)
    if manifest is None and dataset_schemas_and_manifest.format_of_other_version(folder):
        if not force:
            raise _dataset_exists_conflict(folder)
        return None
    if manifest is None and not (folder / WORK).is_dir() and not _may_hold_new_dataset(folder):
        shown = visible(str(folder))
        raise OutputConflict(
            "not-a-dataset",
            Message(
                f"{shown} には別のものがあります。空のフォルダーか、まだないフォルダーを指定してください",
                f"{shown} holds something else; name an empty folder, or one that is not there yet",
            ),
        )
    return manifest


def _may_hold_new_dataset(folder: Path) -> bool:
    """Tell whether a folder is empty, or holds remains of a dataset."""
    if not folder.is_dir():
        return False
    names = {path.name for path in folder.iterdir()}
    return not names or (
        dataset_schemas_and_manifest.is_manifest_altered(folder)
        and names <= {dataset_schemas_and_manifest.MANIFEST_NAME, *NAMES}
    )


def _dataset_exists_conflict(folder: Path) -> OutputConflict:
    shown = visible(str(folder))
    return OutputConflict(
        "dataset-exists",
        Message(
            f"{shown} には別の棋譜 (または別の版のプログラム) から作ったデータがあります。作りなおすなら --force を付けてください",
            f"{shown} holds a dataset of other records, or by another version of this program; replace it with --force",
        ),
    )


@contextmanager
def _lock_folder(folder: Path) -> Iterator[None]:
    """Lock a folder against other builds.

    The system releases the lock when this process ends, even if it is killed.

    Raises InTheWay if another process holds the lock.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415 - only a build needs it

    lock = FileLock(folder / LOCK, blocking=False)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        lock.acquire()
    except (Timeout, FileNotFoundError):  # not found: another build has just removed the folder
        shown = visible(str(folder.parent))
        raise OutputConflict(
            "being-built",
            Message(f"{shown} はいま別のプロセスが作っています", f"another process is building {shown} right now"),
        ) from None
    try:
        yield
    finally:
        lock.release()


def _remove_working_folder(folder: Path) -> None:
    """Remove the working folder while its lock is held.

    After the release, another build may use the folder.
    """
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != LOCK:
            path.unlink()
    if os.name != "nt":  # Windows keeps an open file, and so its folder
        (folder / LOCK).unlink()
    with suppress(OSError):  # another build has just put its lock there
        folder.rmdir()
