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

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike

    import pandas as pd
    from matplotlib.figure import Figure

    from kifu.core.message import Language, Message
    from kifu.referee.verdict import Verdict

__all__ = ["ask", "dataset", "group", "heatmaps", "marks", "measures", "opening_sets", "plies", "records", "timeline"]


class Dataset(NamedTuple):
    """Tables of a dataset that `kifu corpus build` has made.

    ``docs/columns.md`` describes their columns.
    """

    games: pd.DataFrame
    """A row for each game; `record` is its number."""
    plies: pd.DataFrame
    """A row for each ply, and one for each start (ply 0)."""
    rejects: pd.DataFrame
    """A row for each record that could not be judged to its end."""


def records(verdicts: Iterable[Verdict] | Verdict) -> pd.DataFrame:
    """Return a table of verdicts: game, rules, status, winner and more.

    Its columns are the same for all games, described one by one in ``docs/columns.md``; those that a dataset has too have the
    same type there. `prefix_of` names a game of the table that goes on where this one stops::

        >>> import analysis, kifu
        >>> verdicts = kifu.verify(kifu.read("samples/six/illegal-move.kif"))
        >>> analysis.records(verdicts)[["game", "status", "plies"]].to_dict("records")
        [{'game': 'six', 'status': 'ILLEGAL', 'plies': 40}]

    Raises:
        kifu.MissingExtra: pandas is not installed.
        kifu.WrongArgument: `verdicts` are none; so for all tables and pictures.
    """
    _require_pandas()
    from analysis.tables.dataframes import records_table

    return records_table(_as_verdicts(verdicts))


def measures(verdicts: Iterable[Verdict] | Verdict) -> pd.DataFrame:
    """Return a table of measures by side and ply, from the start.

    What a game measures differs from game to game, so it is a row and no column; a pivot makes it one::

        >>> import analysis, kifu
        >>> table = analysis.measures(kifu.verify("samples/six/illegal-move.kif"))
        >>> table.query("ply == 40").pivot_table(index="measure", columns="side", values="value").loc["hand"].to_dict()
        {'first': 1.0, 'second': 0.0}

    Raises:
        kifu.MissingExtra: pandas is not installed.
    """
    _require_pandas()
    from analysis.tables.dataframes import measures_table

    return measures_table(_as_verdicts(verdicts))


def marks(verdicts: Iterable[Verdict] | Verdict, *, standing: bool = False) -> pd.DataFrame:
    """Return a table of the marks that plies leave on the board.

    A placement, a landing, a unit beaten, …: one row for each.

    With `standing`, each unit on the board after each ply gives a row too. The number of each kind of event::

        >>> import analysis, kifu
        >>> table = analysis.marks(kifu.verify("samples/six/illegal-move.kif"))
        >>> table.groupby(["kind", "side"]).size()["beating"].to_dict()
        {'first': 5, 'second': 4}

    Raises:
        kifu.MissingExtra: pandas is not installed.
    """
    _require_pandas()
    from analysis.tables.dataframes import marks_table

    return marks_table(_as_verdicts(verdicts), standing=standing)


def opening_sets(verdicts: Iterable[Verdict] | Verdict, *, plies: int | None = None) -> pd.DataFrame:
    """Return a table of openings: what each side set up first.

    In 6面体 an opening is the set of the 占 of a side, and `number` says how many. `plies` is the length of the opening, in
    plies, for a game that does not say what its opening is. Described one by one in ``docs/columns.md``::

        >>> import analysis, kifu
        >>> table = analysis.opening_sets(kifu.verify("samples/six/illegal-move.kif"))
        >>> table["number"].tolist()
        [7, 8]

    Raises:
        ValueError: `plies` is less than 1.
        kifu.MissingExtra: pandas is not installed.
    """
    if plies is not None and plies < 1:
        raise ValueError(f"plies は 1 以上です / plies is at least 1: {plies}")
    _require_pandas()
    from analysis.tables.dataframes import opening_sets_table

    return opening_sets_table(_as_verdicts(verdicts), plies)


def plies(verdicts: Iterable[Verdict] | Verdict) -> pd.DataFrame:
    """Return a table of legal plies, each start as ply 0.

    Its columns are the same for all games, described one by one in ``docs/columns.md``. A match
    gives the rows of its games; a record that could not be replayed gives no rows::

        >>> import analysis, kifu
        >>> verdicts = kifu.verify(kifu.read("samples/six/illegal-move.kif"))
        >>> analysis.plies(verdicts)[["ply", "side", "move"]].tail(1).to_dict("records")
        [{'ply': 40, 'side': 'second', 'move': '一05-一06士'}]

    Raises:
        kifu.MissingExtra: pandas is not installed.
    """
    _require_pandas()
    from analysis.tables.dataframes import plies_table

    return plies_table(_as_verdicts(verdicts))


def timeline(verdict: Verdict | Iterable[Verdict], *, language: Language = "ja") -> Figure:
    """Return the timeline of a game: units beaten, and measures by ply.

    Several records of one game share a figure: a row for each measure, 先手 left and 後手 right, a line for each record, and
    their mean over the records that last to a ply. The axes are those of the measures, and then the number of records.

    A notebook shows the figure by itself; ``savefig`` writes it to a file. The labels are in `language`, ``ja`` or ``en``::

        >>> import analysis, kifu
        >>> (verdict,) = kifu.verify(kifu.read("samples/six/illegal-move.kif"))
        >>> type(analysis.timeline(verdict, language="en")).__mro__[1].__name__
        'Figure'

    Raises:
        ValueError: The verdict has no replay. A match is drawn game by game: ``verdict.games[0]``. Of several records none
            has a replay, or they are of several games or boards.
    """
    from kifu.referee.verdict import Verdict

    one, *more = (verdict,) if isinstance(verdict, Verdict) else _replayed_of_one_game(verdict)
    if more:
        from analysis.plots.timeline import draw_overlaid_timelines

        return draw_overlaid_timelines((one, *more), language)
    from analysis.plots.timeline import draw_timeline as draw

    return draw(one, language)


def heatmaps(verdict: Verdict, *, language: Language = "ja") -> dict[str, Figure]:
    """Return heatmaps of a record, one for each kind of event.

    The pictures are given by the key of their kind, in the order of ``verdict.game.traces``, which
    names the kinds. The labels are in `language`, ``ja`` or ``en``::

        >>> import analysis, kifu
        >>> (verdict,) = kifu.verify(kifu.read("samples/six/illegal-move.kif"))
        >>> list(analysis.heatmaps(verdict))
        ['placement', 'landing', 'beating', 'stood']

    Raises:
        ValueError: The verdict has no replay. A match is drawn game by game: ``verdict.games[0]``.
    """
    _require_verdict(verdict)
    from analysis.plots.heatmaps_and_final_score import draw_heatmap_page
    from analysis.plots.titles import record_title
    from analysis.tables.square_counts_and_courses import count_squares

    counted = count_squares(verdict)
    subject = record_title(verdict, language)
    return {
        kind: draw_heatmap_page(counted, kind, subject, language)
        for kind in counted.counts
        if counted.counts_per_record(kind).any()
    }


def group(verdicts: Iterable[Verdict], *, language: Language = "ja") -> dict[str, Figure]:
    """Return mean heatmaps of several records of one game.

    The pictures are given by the key of their kind, as those of :func:`heatmaps`; a kind that never occurs has none::

        >>> import analysis, kifu
        >>> from pathlib import Path
        >>> paths = sorted(Path("samples/six").glob("e*-*.kif"))
        >>> verdicts = [verdict for path in paths for verdict in kifu.verify(kifu.read(path))]
        >>> sorted(analysis.group(verdicts))
        ['beating', 'landing', 'stood']

    Raises:
        ValueError: No verdict has a replay, or they are of several games or boards.
    """
    from analysis.plots.heatmaps_and_final_score import draw_heatmap_page
    from analysis.plots.titles import game_name
    from analysis.tables.square_counts_and_courses import count_squares, mean_counts
    from analysis.tables.verdict_access import game_and_replay
    from kifu.core.message import Message

    drawn = _replayed_of_one_game(verdicts)
    game, _ = game_and_replay(drawn[0])
    counted = mean_counts(count_squares(verdict) for verdict in drawn)
    number = Message(f"{len(drawn)} 局の平均", f"mean of {len(drawn)} records").in_language(language)
    subject = f"{game_name(game, language)}　{number}"
    return {
        kind: draw_heatmap_page(counted, kind, subject, language)
        for kind in counted.counts
        if counted.counts_per_record(kind).any()
    }


def dataset(folder: str | PathLike[str]) -> Dataset:
    """Return the tables of a dataset, whole, as pandas frames.

    For a large one :func:`ask` for what you need.

    The columns have the types that those of :func:`records` and :func:`plies` have.

    ``docs/python.md`` makes one first, and runs this::

        >>> analysis.dataset("data").games  # doctest: +SKIP

    Raises:
        kifu.KifuError: The folder holds no dataset (``no-dataset``), or a damaged one (``damaged-dataset``).
        kifu.MissingExtra: The libraries of the extra ``corpus`` are not installed.
    """
    return Dataset(*(ask(folder, f"SELECT * FROM {name}") for name in Dataset._fields))  # noqa: S608 - our own names


def ask(folder: str | PathLike[str], question: str, *, pattern: str | None = None) -> pd.DataFrame:
    """Return a dataset's answer to a question in SQL (DuckDB).

    One SELECT over `games`, `plies` and `rejects`.

    With a `pattern`, part of a board in words (``docs/openings.md``), there is a table `matches` (`record`, `ply`,
    `symmetry`, `distance`) too, of a dataset of one game::

        >>> analysis.ask("data", "SELECT outcome, count(*) FROM games GROUP BY outcome")  # doctest: +SKIP

    Raises:
        kifu.KifuError: As :func:`dataset`; ``bad-sql`` and ``not-a-question``; the codes of a pattern that is not
            understood; ``several-games`` for a pattern where the dataset holds none or several.
        kifu.MissingExtra: The libraries of the extra ``corpus`` are not installed.
    """
    from pathlib import Path

    from kifu.core.lazy_imports_extras_and_package_files import require_extra

    require_extra("corpus")
    import pandas as pd

    from analysis.corpus import dataset_queries as datasets

    with datasets.open_dataset(Path(folder)) as connection:
        if pattern is not None:
            from analysis.openings.pattern_search import fill_matches_of_text_and_count_games

            fill_matches_of_text_and_count_games(connection, pattern)
        answer = datasets.query_dataset(connection, question)
        columns = list(zip(*answer.rows, strict=True)) or [()] * len(answer.columns)
        series = [_answer_column_as_series(values, kind) for values, kind in zip(columns, answer.types, strict=True)]
        frame = pd.concat(series, axis="columns") if series else pd.DataFrame()
        return frame.set_axis(list(answer.columns), axis="columns")


def _answer_column_as_series(values: tuple[object, ...], column_type: str) -> pd.Series:
    """Return a column of an answer in its type of every table.

    Of another type as pandas takes it.
    """
    import pandas as pd

    from analysis.tables.columns import DUCKDB
    from analysis.tables.dataframes import typed_column

    known = DUCKDB.get(column_type.partition("(")[0])
    try:
        return pd.Series(list(values)) if known is None else pd.Series(typed_column(values, known))
    except OverflowError:  # a sum of 64 bits may be larger
        return pd.Series(list(values), dtype=object)


def _as_verdicts(verdicts: Iterable[Verdict] | Verdict) -> Iterable[Verdict]:
    """Return verdicts; one verdict is one of them. Raises WrongArgument."""
    from kifu.core.errors import WrongArgument
    from kifu.referee.verdict import Verdict

    if isinstance(verdicts, Verdict):
        return (verdicts,)
    try:
        found = tuple(verdicts)
    except TypeError:
        raise WrongArgument("verdicts", _verdicts_expected_message(), verdicts) from None
    for each in found:
        if not isinstance(each, Verdict):
            raise WrongArgument("verdicts", _verdicts_expected_message(), each)
    return found


def _replayed_of_one_game(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Games that could be replayed, of one game and board.

    Raises ValueError if they are not.
    """
    from analysis.tables.square_counts_and_courses import group_replayed_by_key
    from analysis.tables.verdict_access import verdicts_of_replayed_games

    drawn = [
        each
        for verdict in _as_verdicts(verdicts)
        for each in verdicts_of_replayed_games(verdict)
        if each.replay is not None
    ]
    if len(group_replayed_by_key(drawn)) != 1:
        message = "a group has records of one game and board that could be replayed; part them by verdict.game first"
        raise ValueError(message)
    return drawn


def _verdicts_expected_message() -> Message:
    from kifu.core.message import Message

    return Message("判定 (kifu.verify の返したもの)", "verdicts, which kifu.verify returns")


def _require_verdict(verdict: Verdict) -> None:
    """Raise WrongArgument unless this is one verdict."""
    from kifu.core.errors import WrongArgument
    from kifu.core.message import Message
    from kifu.referee.verdict import Verdict

    if not isinstance(verdict, Verdict):
        wanted = Message("一つの判定 (kifu.verify の返す並びの一つ)", "one verdict, of those that kifu.verify returns")
        raise WrongArgument("verdict", wanted, verdict)


def _require_pandas() -> None:
    from kifu.core.lazy_imports_extras_and_package_files import require_extra

    require_extra("tables")
