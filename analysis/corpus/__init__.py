"""Datasets of records: parallel build to Parquet, SQL queries, statistics.

A record passes from files to pieces, rows, shards, buckets and Parquet files. `rows` turns the bytes of a file into tables,
`build` does this for any number of files, and `dataset` opens a finished dataset.
"""
