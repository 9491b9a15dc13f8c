"""Report of `kifu readings`: text, and rows of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.cli.printing.verdict_report import basis_line, endings, fault_in_match, headline
from kifu.core.message import visible
from kifu.games.rulebook import option_meaning
from kifu.referee.readings import row, summary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.message import Language
    from kifu.referee.readings import Gist, Readings
    from kifu.referee.record import Source
    from kifu.referee.verdict_text import VerdictLike


def describe_readings(readings: Readings[VerdictLike], source: Source | None, records: int, language: Language) -> str:
    """Return a record's readings as lines, ended by LF.

    The verdict by the record's own reading comes first, then each reading that differs, then the sentence that sums up.
    `source` is the file that the text quotes; `records` is the number of records in it.
    """
    verdict = readings.verdict
    lines = [headline(verdict, records, language)]
    if verdict.suspicion is not None:
        lines.append(f"  {visible(verdict.suspicion.in_language(language))}")
    lines += [f"  {line}" for line in endings(verdict, language)]
    if verdict.fault is not None:
        lines.append(f"  {fault_in_match(verdict, source, language)}")
    below = [*basis_line(verdict, language), *differences(readings, language)]
    return "\n".join([*lines, *(f"  {line}" for line in below)]) + "\n"


def differences(readings: Readings[VerdictLike], language: Language) -> Iterator[str]:
    """Yield the differing readings with meanings, then the sum."""
    verdict = readings.verdict
    game = None if verdict.games else verdict.game  # the sides change hands between the games of a match
    for other in readings.differing:
        yield f"{other.name} [{other.option.article}]: {row(other.gist, game).in_language(language)}"
        if verdict.game is not None and (means := option_meaning(verdict.game, other.option.name, other.value)):
            yield f"  {means.in_language(language)}"
    yield summary(readings).in_language(language)


class ReadingRow(NamedTuple):
    """Row of one reading; fields are columns, None is empty."""

    file: str
    index: int  # type: ignore[assignment]  # hides tuple.index, which is not used here
    """Index of the record within the file, from 0."""
    game: str | None
    rules: str | None
    """The rules that the record names; an option takes the place of its own value."""
    option: str | None
    """The option with its value; None for the record's own reading."""
    rule: str | None
    """The article that the option reads."""
    status: str
    winner: str | None
    """The result by this reading: first, second or draw."""
    termination: str | None
    article: str | None
    plies: int
    """The number of legal plies before the first fault; for a match, of all its games."""
    fault_ply: int | None
    """The ply of the fault, from 1; 0 means before the first move."""
    fault_article: str | None
    same: bool
    """Whether it says the same as the record's own reading."""


def rows_of(readings: Readings[VerdictLike]) -> Iterator[ReadingRow]:
    """Yield the row of the own reading, then the others."""
    verdict, default = readings.verdict, readings.default
    yield _row(verdict, None, None, default, same=True)
    for other in readings.others:
        yield _row(verdict, other.name, other.option.article, other.gist, same=other.gist == default)


def _row(verdict: VerdictLike, option: str | None, rule: str | None, said: Gist, *, same: bool) -> ReadingRow:
    ended, game = said.outcome, verdict.game
    return ReadingRow(
        file=verdict.file,
        index=verdict.index,
        game=game.id if game else None,
        rules=game.rules if game else None,
        option=option,
        rule=rule,
        status=said.status.value,
        winner=ended.outcome.value if ended and ended.outcome else None,
        termination=ended.termination.value if ended else None,
        article=ended.article if ended else None,
        plies=said.plies,
        fault_ply=said.fault_ply,
        fault_article=said.fault_article,
        same=same,
    )
