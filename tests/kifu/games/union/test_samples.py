"""The samples of the Union games are what their SOURCES.md says."""

from pathlib import Path

from each import each

import kifu
from kifu.referee.status_fault_and_basis import Status
from notation.reading import read

SAMPLES = Path(__file__).parents[4] / "samples"
KINDS = ("ace", "king", "master")
STATUSES = {"wrong-total": Status.CONTRADICTED, "illegal-moves": Status.ILLEGAL, "disputed-first": Status.ILLEGAL}
STATUSES |= dict.fromkeys(("resigned", "out-of-time", "disputed-four"), Status.DECLARED)
BY_GAME = {("king", "disputed-turn"): Status.DECLARED, ("master", "disputed-turn"): Status.DECLARED}


@each("path", [path for kind in KINDS for path in sorted((SAMPLES / kind).glob("*.kif"))], ids=str)
def test_the_status_of_each_sample(path):
    """SOURCES.md lists each sample, and each has the status that its name promises."""
    assert f"`{path.name}`" in (path.parent / "SOURCES.md").read_text(encoding="utf-8")
    for verdict in kifu.verify(read(path.name, path.read_bytes())):
        expected = STATUSES.get(path.stem, Status.CONFIRMED)
        assert verdict.status is BY_GAME.get((path.parent.name, path.stem), expected)


@each("kind", KINDS)
def test_the_article_of_each_illegal_move(kind):
    """The verdict cites the article named in the comment of the record."""
    path = SAMPLES / kind / "illegal-moves.kif"
    cited = [line[2:] for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("# ")]
    articles = [verdict.fault.article for verdict in kifu.verify(read(path.name, path.read_bytes()))]
    assert articles == cited
    assert {"union.1", "union.2", "union.3", "union.4", "union.5", "union.6", "union.8", "master.1"} <= set(articles)


@each("kind", KINDS)
def test_how_the_games_end(kind):
    """Taken, declined both ways, decisive, by black, and drawn: winners and last plies as they should be."""

    def verdict(name):
        path = SAMPLES / kind / f"{name}.kif"
        return kifu.verify(read(path.name, path.read_bytes()))[0]

    taken, declined, closed = map(verdict, ("last-move-taken", "last-move-declined", "closed-before-the-last-move"))
    assert [one.outcome.outcome for one in (taken, declined, closed)] == ["first"] * 3
    assert taken.plies == declined.plies == closed.plies + 1
    assert declined.replay.moves[-1] == -1
    decides = verdict("last-move-decides")
    before, after = decides.scores()[-2:]
    assert before[0] > before[1]
    assert after[0] < after[1]
    assert verdict("black-reaches-the-target").outcome.outcome == "second"
    assert verdict("draw").outcome.outcome == "draw"
