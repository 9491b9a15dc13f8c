"""Tests of closing passages that people wrote under ten records: read as a person reads them, or asked about."""

import json
from collections import Counter
from pathlib import Path

import pytest

import kifu
from kifu.referee.status_fault_and_basis import Status

CLOSINGS = Path(__file__).parents[2] / "data/closings"
PASSAGES = json.loads((CLOSINGS / "passages.json").read_text("utf-8"))
RIGHT = {1: 334, 2: 209}
"""How many of the true passages of each writer are read rightly."""
WRONG = {
    "13手のあと、どちらもパス。計算の結果、柚子氏の勝ち。": "the plies before the passes are taken for all",
    "数えてみたら同点、コミの分で私の負けです。柚子さん強いです。　鉄板": "even points before the komi are taken for a draw",
}
"""The true passages that are called contradictions, and why."""
DECIDED = "adfh"
"""The records whose winner the board shows, whatever stands below them."""


def outcome_of(passage):
    """Return how a passage is read: right, asked, wrong; of a false one: caught, passed; of a doubtful one: asked, taken."""
    record = (CLOSINGS / f"{passage['base']}.txt").read_text("utf-8")
    verdicts = kifu.verify(f"{record}\n{passage['text']}\n".encode())
    statuses = {one.status for one in verdicts}
    asked = len(verdicts) > 1 or Status.UNREADABLE in statuses
    refuted = not statuses.isdisjoint({Status.CONTRADICTED, Status.ILLEGAL})
    if passage["truth"] == "false":
        return "caught" if asked or refuted else "passed"
    if passage["truth"] == "ask":
        return "asked" if asked else "taken"
    ended = verdicts[0].outcome
    winner = None if ended is None or ended.outcome is None else ended.outcome.value
    told = passage["winner"] if passage["winner"] != "nobody" else None
    right = passage["base"] in DECIDED or winner == told
    return "asked" if asked else "wrong" if refuted or not right else "right"


@pytest.mark.no_cover
@pytest.mark.nightly
@pytest.mark.sweep
@pytest.mark.parametrize("writer", sorted(RIGHT))
def test_true_passages(writer):
    """None is read otherwise than it is meant, but for what is listed; no fewer are read than were."""
    counts, wrong = Counter(), set()
    for passage in PASSAGES:
        if passage["writer"] == writer and passage["truth"] == "true":
            outcome = outcome_of(passage)
            counts[outcome] += 1
            if outcome == "wrong":
                wrong.add(passage["text"])
    print(dict(counts))  # noqa: T201 - how far the reader is
    assert wrong <= WRONG.keys()
    assert counts["right"] >= RIGHT[writer]


@pytest.mark.parametrize("base", sorted({one["base"] for one in PASSAGES}))
def test_some_passages(base):
    """The first true ones of each record are read, or asked about."""
    passages = [one for one in PASSAGES if one["base"] == base and one["truth"] == "true"]
    outcomes = {outcome_of(one) for one in passages[:4]}
    assert "wrong" not in outcomes
    assert "right" in outcomes


def test_every_passage_has_its_record():
    """Each stands below one of the records, and says whether it is true."""
    assert {f"{one['base']}.txt" for one in PASSAGES} == {path.name for path in CLOSINGS.glob("*.txt")}
    assert Counter(one["truth"] for one in PASSAGES) == {"true": 620, "false": 90, "ask": 40}
