"""Datasets for the tests of the explorer and of the openings: the records of a few texts, built as a user builds them."""

from __future__ import annotations

from pathlib import Path

from analysis.corpus.build import build


def dataset(folder: Path, texts: dict[str, str]) -> Path:
    """Write texts of records by file name below `folder`, build their dataset beside them, and return its folder."""
    inputs = folder / "in"
    inputs.mkdir(parents=True)
    for name, text in texts.items():
        (inputs / name).write_text(text, encoding="utf-8")
    build([str(inputs)], folder / "out")
    return folder / "out"


def six(*moves: str, end: str = "", head: str = "") -> str:
    """Return a record of 6面体 with these moves; `end` is who won, such as 先手の勝ち."""
    lines = [f"{ply:4d} {move}" for ply, move in enumerate(moves, start=1)]
    return "\n".join(["棋種：6面体", *filter(None, [head]), *lines, *([f"まで{len(moves)}手で{end}"] if end else [])]) + "\n"
