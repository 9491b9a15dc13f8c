"""Datasets of a few games, made in memory as the tables of a corpus are."""

from __future__ import annotations

from pathlib import Path

import pytest

from explored import dataset


@pytest.fixture
def made(tmp_path: Path):
    """Return what writes texts of records as a dataset and returns its folder."""
    return lambda texts: dataset(tmp_path / "dataset", texts)
