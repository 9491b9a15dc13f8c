"""Tables and pictures of verdicts: pandas and matplotlib.

This is the public door to them. It loads a library only when a function that needs it is called::

    import analysis
    import kifu

    verdicts = kifu.verify(kifu.read("samples/six/seven-against-eight.kif"))
    analysis.plies(verdicts).query("ply > 0").groupby("side")["seconds"].sum()
    analysis.timeline(verdicts[0]).savefig("timeline.png")

The tables need pandas, which ``pip install ".[tables]"`` in a clone of the repository brings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd
    from matplotlib.figure import Figure

    from kifu.model.message import Language
    from kifu.referee.verdict import Verdict

__all__ = ["heatmaps", "plies", "records", "timeline"]


def records(verdicts: Iterable[Verdict]) -> pd.DataFrame:
    """Return a table with one row for each verdict: game, rules, status, winner and more.

    Its columns are those of :func:`analysis.tables.frames.records_table`, described one by one in ``docs/columns.md``::

        >>> import analysis, kifu
        >>> verdicts = kifu.verify(kifu.read("samples/six/illegal-move.kif"))
        >>> analysis.records(verdicts)[["game", "status", "plies"]].to_dict("records")
        [{'game': 'six', 'status': 'ILLEGAL', 'plies': 40}]

    Raises:
        kifu.MissingExtra: pandas is not installed.
    """
    _need_pandas()
    from analysis.tables.frames import records_table

    return records_table(verdicts)


def plies(verdicts: Iterable[Verdict]) -> pd.DataFrame:
    """Return a table with one row for each legal ply, and one for each start (ply 0).

    Its columns are those of :func:`analysis.tables.frames.plies_table`, described one by one in ``docs/columns.md``. A match
    gives the rows of its games; a record that could not be replayed gives no rows::

        >>> import analysis, kifu
        >>> verdicts = kifu.verify(kifu.read("samples/six/illegal-move.kif"))
        >>> analysis.plies(verdicts)[["ply", "side", "move"]].tail(1).to_dict("records")
        [{'ply': 40, 'side': 'second', 'move': '一05-一06士'}]

    Raises:
        kifu.MissingExtra: pandas is not installed.
    """
    _need_pandas()
    from analysis.tables.frames import plies_table

    return plies_table(verdicts)


def timeline(verdict: Verdict, *, language: Language = "ja") -> Figure:
    """Return the course of a game as a picture: the units beaten, and each measure of the game over the plies.

    A notebook shows the figure by itself; ``savefig`` writes it to a file. The labels are in `language`, ``ja`` or ``en``::

        >>> import analysis, kifu
        >>> (verdict,) = kifu.verify(kifu.read("samples/six/illegal-move.kif"))
        >>> type(analysis.timeline(verdict, language="en")).__mro__[1].__name__
        'Figure'

    Raises:
        ValueError: The verdict has no replay. A match is drawn game by game: ``verdict.games[0]``.
    """
    from analysis.review.charts.timeline import timeline as draw

    return draw(verdict, language)


def heatmaps(verdict: Verdict, *, language: Language = "ja") -> dict[str, Figure]:
    """Return a picture for each kind of event in a record: on which squares it happened, and how often.

    The pictures are given by the key of their kind, in the order of ``verdict.game.traces``, which
    names the kinds. The labels are in `language`, ``ja`` or ``en``::

        >>> import analysis, kifu
        >>> (verdict,) = kifu.verify(kifu.read("samples/six/illegal-move.kif"))
        >>> list(analysis.heatmaps(verdict))
        ['placement', 'landing', 'beating', 'stood']

    Raises:
        ValueError: The verdict has no replay. A match is drawn game by game: ``verdict.games[0]``.
    """
    from analysis.review.charts.heatmap import heatmap
    from analysis.review.charts.wording import title
    from analysis.tables.square_counts import grids

    counted = grids(verdict)
    subject = title(verdict, language)
    return {kind: heatmap(counted, kind, subject, language) for kind in counted.counts if counted.grid(kind).any()}


def _need_pandas() -> None:
    from kifu.model.extras import need

    need("tables")
