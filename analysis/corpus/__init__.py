"""Datasets of records: parallel build to Parquet, SQL queries, statistics.

Does: a record passes from files to pieces, partitions, shards, buckets and Parquet files, in many processes or on a
cluster; the same records give the same bytes, however they were divided. A finished dataset is asked in SQL and counted.
Door: `build` makes a dataset and reports BuildProgress; `dataset_queries` opens it and asks; `dataset_statistics` counts it.
Needs: batch (the verdicts), tables (the rows); pyarrow, DuckDB, Dask and fsspec (extra `corpus`), imported when used.
Without it: no `kifu corpus`, and no explorer, openings or patterns of a dataset. Nothing that judges or draws one record
asks for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.lazy_imports_extras_and_package_files import lazy_getattr

if TYPE_CHECKING:
    from analysis.corpus import build, dataset_queries, dataset_statistics
    from analysis.corpus.build import BuildProgress

__all__ = ["BuildProgress", "build", "dataset_queries", "dataset_statistics"]

__getattr__ = lazy_getattr(__name__, {"BuildProgress": "build"}, __all__)
