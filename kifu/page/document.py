"""Writes records with their verdicts as one page: a table of contents, and each record with all that it holds."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from kifu.contract.head import SIDES
from kifu.model.markup import markup, markup_lines
from kifu.model.message import PATH, Message, quoted
from kifu.model.outcome import PLAYERS
from kifu.page.boards import Boards
from kifu.page.charts import charts
from kifu.page.judgement import diagnostics_html, judgement
from kifu.page.play import Seat, play
from kifu.page.shell import shell
from kifu.page.style import STYLE
from kifu.page.symbols import Symbols
from kifu.referee.match import parts
from kifu.referee.verdict import heading

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.model.message import Language
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict

RECORDS = Message("棋譜", "Game records")
CONTENTS = Message("目次", "contents")
HEAD = Message("見出し", "head")
TEXT = Message("棋譜の文字", "text of the record")
SUM = Message("二局の合計", "sums of the games")
COURSE = Message("経過", "timeline")

MOST_PLIES = 50_000
"""The most plies of a page, those of branches included; a browser would hardly show more."""


class Options(NamedTuple):
    """What a page shows, and in which language."""

    language: Language = "ja"
    charts: bool = True


def page(verdicts: Sequence[Verdict], options: Options) -> str:
    """Return the page of some records. The same verdicts give the same text."""
    writer = _Writer(options)
    records = [writer.record(number, verdict, len(verdicts)) for number, verdict in enumerate(verdicts, start=1)]
    language = options.language
    alone = len(verdicts) == 1
    title = _title(verdicts[0], language) if alone else RECORDS.in_language(language)
    body = [f"<main>\n<header><h1>{markup(title)}</h1>"]
    body += [] if alone else [_contents(verdicts, language)]
    body += ["</header>", *records, "</main>", writer.symbols.html()]
    return shell(title, "\n".join(body), language, style=STYLE)


def too_many(verdicts: Sequence[Verdict]) -> Message | None:
    """Return why some records are too long for a page; None if they are not."""
    games = [game for verdict in verdicts for game in verdict.games or (verdict,)]
    lines = [line for game in games if game.record is not None for line in game.record.lines]
    plies = sum(len(line.entries) for line in lines)
    if plies <= MOST_PLIES:
        return None
    return Message(
        f"一つの HTML には {MOST_PLIES} 手までです。{plies} 手あるので、分けてください",
        f"a page holds at most {MOST_PLIES} plies; here are {plies}: make several",
    )


def _title(verdict: Verdict, language: Language) -> str:
    """Return the players of a record, or its game and its file."""
    names = [name for name in _players(verdict.record) if name]
    if names:
        return " - ".join(quoted(name) for name in names)
    game = "" if verdict.game is None else f"{verdict.game.name.in_language(language)} "
    return f"{game}{quoted(verdict.file, PATH)}{_index(verdict)}"


def _index(verdict: Verdict) -> str:
    """Return the number of a record in its file, unless it is the first."""
    return f" [{verdict.index + 1}]" if verdict.index else ""


def _players(record: Record | None) -> tuple[str, str]:
    head = {} if record is None else record.head
    return head.get(PLAYERS[0], ""), head.get(PLAYERS[1], "")


def _contents(verdicts: Sequence[Verdict], language: Language) -> str:
    rows = "".join(
        f'<li><a href="#r{number}">{markup(_title(verdict, language))}</a> '
        f"{markup(heading(verdict).in_language(language))}</li>"
        for number, verdict in enumerate(verdicts, start=1)
    )
    return f'<nav aria-label="{markup(CONTENTS.in_language(language))}"><ol>{rows}</ol></nav>'


class _Writer:
    """Writes records. The drawings that they share are written once."""

    def __init__(self, options: Options) -> None:
        self.symbols = Symbols()
        self._options = options
        self._games = count(1)

    def record(self, number: int, verdict: Verdict, records: int) -> str:
        """Return a record as a section: its verdict, its games, its head and its text."""
        language = self._options.language
        level = 2 if records == 1 else 3
        shown = [f'<section id="r{number}">']
        if records > 1:
            shown.append(f"<h2>{number}. {markup(_title(verdict, language))}</h2>")
        shown.append(judgement(verdict, language))
        shown += self._games_of(verdict, level)
        shown.append(diagnostics_html(verdict.diagnostics, language, level))
        shown += _facts(verdict, language, level)
        return "\n".join([*shown, "</section>"])

    def _games_of(self, verdict: Verdict, level: int) -> Iterator[str]:
        language = self._options.language
        if not verdict.games or verdict.record is None:
            yield from self._game(verdict, _players(verdict.record), level)
            return
        if sums := verdict.scores():
            both = ", ".join(
                f"{side.label.in_language(language)} {points:g}" for side, points in zip(SIDES, sums[-1], strict=True)
            )
            yield f"<p>{markup(f'{SUM.in_language(language)}: {both}')}</p>"
        for number, (game, part) in enumerate(zip(verdict.games, parts(verdict.record), strict=True), start=1):
            name = Message(f"対局 {number}", f"game {number}").in_language(language)
            yield f"<section><h{level}>{markup(name)}</h{level}>"
            yield judgement(game, language)
            yield from self._game(game, _players(part), level + 1)
            yield diagnostics_html(game.diagnostics, language, level + 1)
            yield "</section>"

    def _game(self, verdict: Verdict, players: tuple[str, str], level: int) -> Iterator[str]:
        if verdict.game is None or verdict.replay is None:
            return
        language = self._options.language
        boards = Boards(verdict.game, self.symbols)
        yield play(verdict, Seat(f"g{next(self._games)}", boards, players, language))
        drawn = list(charts(verdict, language)) if self._options.charts else []
        if drawn:
            yield f"<h{level}>{markup(COURSE.in_language(language))}</h{level}>"
            yield f'<div class="charts">{"".join(drawn)}</div>'


def _facts(verdict: Verdict, language: Language, level: int) -> Iterator[str]:
    """Yield the head of a record, its text as it stands, and the name and the digest of its file."""
    record = verdict.record
    if record is not None:
        if rows := "".join(_header(header.key, header.value) for header in record.headers):
            yield f"<h{level}>{markup(HEAD.in_language(language))}</h{level}>"
            yield f'<dl lang="ja">{rows}</dl>'
        lines = record.source.lines[record.span.first - 1 : record.span.last]
        text = markup_lines("\n".join(lines))
        yield f'<details><summary>{markup(TEXT.in_language(language))}</summary><pre lang="ja">{text}</pre></details>'
    yield f"<footer><p>{markup(verdict.file)}{_index(verdict)}<br>SHA-256 {verdict.sha256}</p></footer>"


def _header(key: str, value: str) -> str:
    return f"<dt>{markup(key)}</dt><dd>{markup(value)}</dd>"
