"""Many records as a dataset: built, asked and counted. Files and scale here, a record at a time in `rows`."""
