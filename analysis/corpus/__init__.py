"""Many records as one dataset: built by many workers, asked in SQL, counted.

records → (name, bytes) → rows → shards → buckets → Parquet. `rows` turns a file's bytes into tables, `build` does so
for any number of files, `dataset` opens what was built.
"""
