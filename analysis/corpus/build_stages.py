"""Build stages: partitions to shards, then shards to buckets."""

from __future__ import annotations

import hashlib
import shutil
from typing import TYPE_CHECKING, NamedTuple

from analysis.corpus import manifest, skewed_buckets
from analysis.corpus.buckets import bits_for, write_bucket
from analysis.corpus.input_pieces import all_pieces
from analysis.corpus.partitions import pack_tables, packed_rows, portions
from analysis.corpus.schema import NAMES, SCHEMAS, parquet
from analysis.corpus.shards import RowCounts, edges_of
from analysis.corpus.workers import WorkerCall

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from analysis.corpus.manifest import InputDigest
    from analysis.corpus.record_sources import SourceList
    from analysis.corpus.shards import Edge, Shards
    from analysis.corpus.workers import Crew

TOGETHER = 16
"""Buckets that one pass over the shards fills at most."""


class Progress(NamedTuple):
    """The progress of a build."""

    done: int
    """Bytes of the inputs that have been read, or buckets that have been written."""
    total: int
    """What `done` will be at the end."""
    records: int
    """Games and rejects so far."""
    writing: bool = False
    """Whether all inputs are read and the buckets are being written."""


class Files(NamedTuple):
    """The files of a dataset."""

    buckets: int
    counts: dict[str, int]
    """Rows of each table."""
    parts: dict[str, str]
    """The SHA-256 of each file."""


def fill(
    shards: Shards, inputs: SourceList, seen: InputDigest, hands: Crew, watch: Callable[[Progress], None]
) -> tuple[list[str], int]:
    """Make the missing shards of partitions; add input files to `seen`.

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
        counts = shards.counts(digest)
        records += counts.games + counts.rejects
        watch(Progress(reached, inputs.size, records))

    def pending_portions() -> Iterator[WorkerCall]:
        nonlocal known
        for portion in portions(all_pieces(inputs, seen, read), manifest.sources()):
            if portion.digest in digests:
                continue
            digests[portion.digest] = None
            if portion.digest in shards:
                known += 1
                count(portion.digest)
            else:
                yield WorkerCall(portion.digest, (portion.pieces,))

    for digest, rows in hands.run(packed_rows, pending_portions()):
        shards.add(digest, rows)
        count(digest)
    return list(digests), known


def write(
    shards: Shards, digests: Sequence[str], folder: Path, hands: Crew, watch: Callable[[Progress], None]
) -> Files:
    """Write all shards into a new `folder` of Parquet files by table.

    Raises NoWorkers, OSError.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for name in NAMES:
        (folder / name).mkdir(parents=True)
    total = RowCounts()
    for digest in digests:
        total = total.plus(shards.counts(digest))
    records = total.games + total.rejects
    bits = bits_for(records)
    files = Files(1 << bits, dict.fromkeys(NAMES, 0), {})
    tasks = _bucket_tasks(shards, digests, bits)
    for done, (_, bucket) in enumerate(hands.run(write_bucket, tasks), start=1):
        for name, data in bucket.files.items():
            files.parts.update([_keep_bucket(folder, name, bucket.name, data)])
            files.counts[name] += bucket.rows[name]
        watch(Progress(min(done, files.buckets), files.buckets, records, writing=True))
    for name in NAMES:
        if not files.counts[name]:  # a table has at least one file
            files.parts.update([_keep_bucket(folder, name, "00000", parquet(name, SCHEMAS[name].empty_table()))])
    return files


def _bucket_tasks(shards: Shards, digests: Sequence[str], bits: int) -> Iterator[WorkerCall]:
    """Yield bucket tasks: small ones together, a skewed one in slices."""
    edges = edges_of(bits)
    held: list[int] = []
    sizes = shards.sizes(digests, bits)
    for number, size in enumerate(sizes):
        if held and (len(held) == TOGETHER or sum(sizes[earlier] for earlier in held) + size > skewed_buckets.LARGE):
            yield from _together(shards, digests, edges, held)
            held = []
        if size > skewed_buckets.LARGE:
            for stretch, tables in skewed_buckets.parts(shards, digests, number, edges[number]):
                yield WorkerCall(f"bucket-{number}.{stretch.place}", (number, pack_tables(tables), stretch))
        else:
            held.append(number)
    yield from _together(shards, digests, edges, held)


def _together(
    shards: Shards, digests: Sequence[str], edges: Sequence[Edge], numbers: Sequence[int]
) -> Iterator[WorkerCall]:
    buckets = shards.buckets(digests, [edges[number] for number in numbers])
    for number, tables in zip(numbers, buckets, strict=True):
        yield WorkerCall(f"bucket-{number}", (number, pack_tables(tables)))


def _keep_bucket(folder: Path, name: str, bucket: str, data: bytes) -> tuple[str, str]:
    part = f"{name}/part-{bucket}.parquet"
    (folder / part).write_bytes(data)
    return part, hashlib.sha256(data).hexdigest()
