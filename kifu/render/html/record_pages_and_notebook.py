"""Page of records with their verdicts, and a verdict in a notebook."""

from __future__ import annotations

from itertools import count
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kifu.core.escapes_confusables_and_text_width import escape_markup, escape_markup_lines, escape_markup_with_breaks
from kifu.core.game.rules import SIDES
from kifu.core.message import PATH, Message, fill_pattern_in_both_languages, quoted
from kifu.core.outcome import PLAYERS, Side
from kifu.core.rulebook_values_and_text import BasisKind
from kifu.referee import verdict_text as words
from kifu.referee.match_of_two_games import split_match
from kifu.referee.verdict_text import Phrase, VerdictLike
from kifu.render.board import Board
from kifu.render.html.css_player import PlayerContext, player_html_and_boards
from kifu.render.html.document_frame_and_style import STYLE, Symbols, disc_and_name_html, page_frame, sign_html
from kifu.render.html.svg_charts import format_seconds, heatmap_figures, timeline_figures
from kifu.render.panels_above_and_below import TO_MOVE
from kifu.render.shapes_and_svg import DrawingOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.message import Language
    from kifu.core.rulebook import Article
    from kifu.referee.record import Record
    from kifu.referee.replay import Replay
    from kifu.referee.verdict import Verdict


TIMES = Message("使った時間", "time used")
DIAGNOSTICS = Message("診断", "diagnostics")


def verdict_summary_html(verdict: Verdict, language: Language) -> str:
    """Return a verdict as elements: all but its diagnostics."""
    rows = "".join(
        f"<dt>{escape_markup(said.about.in_language(language))}</dt><dd>{escape_markup(said.words.in_language(language))}"
        f"{_list_html(said.parts, language)}</dd>"
        for said in _verdict_phrases(verdict)
    )
    shown = [f'<p class="status {verdict.status.value.lower()}">{_headline_html(verdict, language)}</p>']
    shown += [f"<dl>{rows}</dl>"] if rows else []
    shown += [article_html(article, language) for article in words.cited_articles(verdict)]
    return "\n".join(shown)


def _headline_html(verdict: Verdict, language: Language) -> str:
    heading, played = words.headline_of_verdict(verdict), words.game_and_plies_text(verdict)
    said = f"<strong>{escape_markup(heading.in_language(language))}</strong>"
    return said if played is None else f"{said} {escape_markup(played.in_language(language))}"


def _list_html(parts: Sequence[Message], language: Language) -> str:
    lines = "".join(f"<li>{escape_markup(each.in_language(language))}</li>" for each in parts)
    return f"<ul>{lines}</ul>" if lines else ""


def _verdict_phrases(verdict: Verdict) -> Iterator[Phrase]:
    """Yield what is said of a verdict, line by line."""
    if verdict.suspicion is not None:
        yield Phrase(words.SLIP, verdict.suspicion)
    yield from words.result_phrases(verdict)
    if verdict.fault is not None:
        yield Phrase(words.FAULT, words.fault_sentence(verdict.fault))
    yield from words.basis_phrases(verdict)
    game, replay = verdict.game, verdict.replay
    if game is not None and replay is not None and any(verdict.seconds):
        used = [0, 0]
        for position, seconds in zip(replay.positions, verdict.seconds, strict=False):
            used[game.turn(position)] += seconds or 0
        yield Phrase(TIMES, words.side_values_text([side.label for side in game.sides], [*map(format_seconds, used)]))
    if points := words.points_by_side(verdict):
        parts = [fill_pattern_in_both_languages("{} {}", each.side, part) for each in points for part in each.parts]
        both = words.side_values_text([each.side for each in points], [f"{each.points:g}" for each in points])
        yield Phrase(words.POINTS, both, tuple(parts))
    for said in (words.deciding_count_phrase(verdict), words.match_points_phrase(verdict)):
        if said is not None:
            yield said


def article_html(article: Article, language: Language) -> str:
    """Return an article's sentence and basis, rulings folded."""
    title, text = article.title.in_language(language), article.text.in_language(language)
    grounds: list[str] = []
    rulings: list[str] = []
    for ground in article.basis:
        quote = "".join(f'<q lang="ja">{escape_markup(line)}</q> ' for line in ground.quote)
        said = " ".join(each.in_language(language) for each in (ground.text, ground.reason) if each is not None)
        group = rulings if ground.kind is BasisKind.RULING else grounds
        group.append(
            f"<li>{escape_markup(ground.kind.label.in_language(language))}: {quote}{escape_markup_with_breaks(said)}</li>"
        )
    shown = f"<ul>{''.join(grounds)}</ul>" if grounds else ""
    if rulings:
        count = f"{escape_markup(BasisKind.RULING.label.in_language(language))} ({len(rulings)})"
        shown += f"<details><summary>{count}</summary><ul>{''.join(rulings)}</ul></details>"
    name = escape_markup(f"{article.number} {title}")
    return f"<blockquote><p><strong>{name}</strong><br>{escape_markup_with_breaks(text)}</p>{shown}</blockquote>"


def diagnostics_html(diagnostics: Iterable[Diagnostic], language: Language, level: int) -> str:
    """Return diagnostics under a heading of level `level`, or nothing."""
    rows = "".join(f"<li>{_diagnostic_html(diagnostic, language)}</li>" for diagnostic in diagnostics)
    return f"<h{level}>{DIAGNOSTICS.in_language(language)}</h{level}>\n<ul>{rows}</ul>" if rows else ""


def _diagnostic_html(diagnostic: Diagnostic, language: Language) -> str:
    line = "" if diagnostic.line is None else f"{words.line_place(diagnostic.line).in_language(language)}: "
    return escape_markup(f"{line}{words.diagnostic_sentence(diagnostic).in_language(language)}")


RECORDS = Message("棋譜", "Game records")
CONTENTS = Message("目次", "contents")
HEAD = Message("見出し", "head")
TEXT = Message("棋譜の文字", "text of the record")
COURSE = Message("経過", "timeline")
BEFORE_FAULT = Message("誤りの前の {} 手", "the {} plies before the fault")
HEAT = Message("マスごとの回数", "heatmaps")
VERDICT = Message("判定", "verdict")
WORST = Message("損をした手", "moves that lost most")

MAX_PLIES = 50_000
"""The most plies of a page, those of branches included; a browser would hardly show more."""


class GameNotes(NamedTuple):
    """Notes on a game: title, and lines on some plies.

    Each line leads to its board.
    """

    title: Message
    plies: Sequence[tuple[int, Message]]


class PageOptions(NamedTuple):
    """Options of a page: contents and language."""

    language: Language = "ja"
    charts: bool = True
    told: Callable[[Verdict], GameNotes] | None = None
    """What else is said of a game that was replayed; None: nothing."""


def records_page(verdicts: Sequence[Verdict], options: PageOptions) -> str:
    """Return the page of some records; deterministic."""
    writer = _RecordSectionWriter(options)
    alone = len(verdicts) == 1
    records = [writer.record_section(number, verdict, alone=alone) for number, verdict in enumerate(verdicts, start=1)]
    language = options.language
    title = _record_title(verdicts[0], language) if alone else RECORDS.in_language(language)
    head = [] if alone else [f"<header><h1>{escape_markup(title)}</h1>{_contents_html(verdicts, language)}</header>"]
    body = ["<main>", *head, *records, "</main>", writer.symbols.definitions_html()]
    return page_frame(title, "\n".join(body), language, style=STYLE)


def page_limit_message(verdicts: Sequence[Verdict]) -> Message | None:
    """Return why records are too long for a page, or None."""
    games = [game for verdict in verdicts for game in verdict.games or (verdict,)]
    lines = [line for game in games if game.record is not None for line in game.record.lines]
    plies = sum(len(line.entries) for line in lines)
    if plies <= MAX_PLIES:
        return None
    return Message(
        f"一つの HTML には {MAX_PLIES} 手までです。{plies} 手あるので、分けてください",
        f"a page holds at most {MAX_PLIES} plies; here are {plies}: make several",
    )


def _record_title(verdict: Verdict, language: Language) -> str:
    """Return the players of a record, or its game and its file."""
    names = [name for name in _both_players(verdict.record) if name]
    if names:
        return " - ".join(quoted(name) for name in names)
    game = "" if verdict.game is None else f"{verdict.game.name.in_language(language)} "
    return f"{game}{quoted(PurePath(verdict.file).name, PATH)}{_number_in_file_text(verdict)}"


def _number_in_file_text(verdict: Verdict) -> str:
    """Return a record's number in its file, except the first's."""
    return f" [{verdict.index + 1}]" if verdict.index else ""


def _both_players(record: Record | None) -> tuple[str, str]:
    head = {} if record is None else record.head
    return head.get(PLAYERS[0], ""), head.get(PLAYERS[1], "")


def _contents_html(verdicts: Sequence[Verdict], language: Language) -> str:
    """HTML of the list of records, each with its headline."""
    rows = "".join(
        f'<li><a href="#r{number}">{escape_markup(_record_title(verdict, language))}</a> '
        f"{escape_markup(words.headline_of_verdict(verdict).in_language(language))}</li>"
        for number, verdict in enumerate(verdicts, start=1)
    )
    name = escape_markup(CONTENTS.in_language(language))
    return (
        f'<nav aria-label="{name}"><details><summary>{name} ({len(verdicts)})</summary><ol>{rows}</ol></details></nav>'
    )


def _player_names(verdict: Verdict, language: Language) -> str:
    """Return the players with side signs, or the title."""
    players = _both_players(verdict.record)
    if not any(players):
        return escape_markup(_record_title(verdict, language))
    sides = SIDES if verdict.game is None or verdict.games else verdict.game.sides
    return " ".join(
        f"<span>{sign_html(side)} {escape_markup(name or '?')}</span>"
        for side, name in zip(sides, players, strict=True)
    )


class _RecordSectionWriter:
    """Writes records. The drawings that they share are written once."""

    def __init__(self, options: PageOptions) -> None:
        self.symbols = Symbols()
        self._options = options
        self._games = count(1)

    def record_section(self, number: int, verdict: Verdict, *, alone: bool) -> str:
        """Return a record as a section.

        It has its players and result, its games, its verdict, its head and its text.
        """
        language = self._options.language
        level = 2 if alone else 3
        title = (
            f"<h1>{_player_names(verdict, language)}</h1>"
            if alone
            else f"<h2>{number}. {_player_names(verdict, language)}</h2>"
        )
        kind = verdict.status.value.lower()
        result = escape_markup(words.result_text(verdict).in_language(language))
        shown = [f'<section id="r{number}">{title}<p class="badge {kind}"><a href="#v{number}">{result}</a></p>']
        name = escape_markup(VERDICT.in_language(language))
        judged = [f'<h{level} id="v{number}">{name}</h{level}>', *self._verdict_html(verdict, level)]
        if not verdict.games or verdict.record is None:
            shown += self._game_section(verdict, _both_players(verdict.record), level, judged)
        else:
            for game_number, (game, part) in enumerate(
                zip(verdict.games, split_match(verdict.record), strict=True), start=1
            ):
                shown.append(
                    f"<section><h{level}>{escape_markup(words.match_game_text(game_number).in_language(language))}</h{level}>"
                )
                shown += [
                    *self._game_section(game, _both_players(part), level + 1, self._verdict_html(game, level + 1)),
                    "</section>",
                ]
            shown += judged
        return "\n".join([*shown, *_record_facts_html(verdict, language, level), "</section>"])

    def _verdict_html(self, verdict: Verdict, level: int) -> tuple[str, str]:
        language = self._options.language
        return verdict_summary_html(verdict, language), diagnostics_html(verdict.diagnostics, language, level)

    def _game_section(
        self, verdict: Verdict, players: tuple[str, str], level: int, judged: Iterable[str]
    ) -> Iterator[str]:
        """Yield a game with its boards, then `judged`, then its drawings."""
        language = self._options.language
        if verdict.game is None or verdict.replay is None:
            yield from judged
            return
        name = f"g{next(self._games)}"
        played, boards = player_html_and_boards(verdict, PlayerContext(name, self.symbols, players, language))
        yield played
        yield from judged
        if self._options.told is not None:
            yield _notes_html(self._options.told(verdict), name, language, level)
        if not self._options.charts:
            return
        key = f"<p>{' '.join(disc_and_name_html(verdict.game, side, language) for side in Side)}</p>"
        timelines, maps = timeline_figures(verdict, self.symbols, language), heatmap_figures(verdict, boards, language)
        until = ""
        if verdict.fault is not None and verdict.fault.ply > verdict.plies:
            until = f" ({BEFORE_FAULT.in_language(language).format(verdict.plies)})"
        for title, above, drawn in ((COURSE, key, timelines), (HEAT, "", maps)):
            if figures := "".join(drawn):
                heading = escape_markup(title.in_language(language) + until)
                yield f'<h{level}>{heading}</h{level}>{above}<div class="charts">{figures}</div>'


def _notes_html(notes: GameNotes, game_name: str, language: Language, heading_level: int) -> str:
    """Return the notes on the game called `game_name`.

    A step of the game itself is numbered by its ply.
    """
    lines = "".join(
        f'<li><label for="{game_name}-{ply}">{escape_markup(line.in_language(language))}</label></li>'
        for ply, line in notes.plies
    )
    listed = f'<ol class="told">{lines}</ol>' if lines else ""
    return f"<h{heading_level}>{escape_markup(WORST.in_language(language))}</h{heading_level}><p>{escape_markup(notes.title.in_language(language))}</p>{listed}"


def _record_facts_html(verdict: Verdict, language: Language, level: int) -> Iterator[str]:
    """Yield a record's head, text, file name and digest."""
    record = verdict.record
    if record is not None:
        if rows := "".join(_header_html(header.key, header.value) for header in record.headers):
            yield f"<h{level}>{escape_markup(HEAD.in_language(language))}</h{level}>"
            yield f'<dl lang="ja">{rows}</dl>'
        lines = record.source.lines[record.span.first - 1 : record.span.last]
        text = escape_markup_lines("\n".join(lines))
        yield f'<details><summary>{escape_markup(TEXT.in_language(language))}</summary><pre lang="ja">{text}</pre></details>'
    yield f"<footer><p>{escape_markup(verdict.file)}{_number_in_file_text(verdict)}<br>SHA-256 {verdict.sha256}</p></footer>"


def _header_html(key: str, value: str) -> str:
    return f"<dt>{escape_markup(key)}</dt><dd>{escape_markup(value)}</dd>"


class DisplayedVerdict(VerdictLike, Protocol):
    """A verdict of the referee, as far as displayed."""

    @property
    def games(self) -> tuple[DisplayedVerdict, ...]: ...  # noqa: D102 - as in Verdict
    @property
    def record(self) -> Record | None: ...  # noqa: D102
    @property
    def replay(self) -> Replay | None: ...  # noqa: D102


def verdict_html(verdict: DisplayedVerdict) -> str:
    """Return a verdict as HTML; all text of files is escaped."""
    shown = [_notebook_headline_html(verdict), *_verdict_paragraphs_html(verdict)]
    shown += [verdict_html(game) for game in verdict.games]
    return f'<div class="kifu-verdict">{"".join(shown)}{_last_board_html(verdict)}</div>'


def _notebook_headline_html(verdict: DisplayedVerdict) -> str:
    heading, played = words.headline_of_verdict(verdict), words.game_and_plies_text(verdict)
    game = "" if played is None else f" {_in_both_languages(played)}"
    return f"<p><strong>{_in_both_languages(heading)}</strong>{game}<br><code>{escape_markup(verdict.file)}</code> [{verdict.index}]</p>"


def _verdict_paragraphs_html(verdict: DisplayedVerdict) -> Iterator[str]:
    """Yield players, results, fault and basis as paragraphs."""
    head = {} if verdict.record is None else verdict.record.head
    if players := " ".join(f"{side}：{escape_markup(head[side])}" for side in PLAYERS if head.get(side)):
        yield f"<p>{players}</p>"
    fault = () if verdict.fault is None else (words.Phrase(words.FAULT, words.fault_sentence(verdict.fault)),)
    for about, said, _ in (*words.result_phrases(verdict), *fault, *words.basis_phrases(verdict)):
        yield f"<p>{_in_both_languages(about)}: {_in_both_languages(said)}</p>"


def _last_board_html(verdict: DisplayedVerdict) -> str:
    """HTML of the last board, with the turn or the result."""
    game, replay = verdict.game, verdict.replay
    if game is None or replay is None:
        return ""
    position = replay.positions[-1]
    ended = verdict.outcome or game.outcome(position)
    if ended is None or ended.outcome is None:
        turn = game.sides[game.turn(position)].label
        state = fill_pattern_in_both_languages("{}: {}", TO_MOVE, turn)
    else:
        state = game.outcome_label(ended.outcome)
    after = Message(f"{verdict.plies} 手目のあと", f"after ply {verdict.plies}")
    board = Board.at(game, replay.positions, replay.moves, verdict.plies, DrawingOptions(ended=verdict.outcome))
    return f"<p>{_in_both_languages(fill_pattern_in_both_languages('{}, {}', after, state))}</p>{board._repr_svg_()}"


def _in_both_languages(message: Message) -> str:
    """Return a message in both languages; once if both are the same."""
    return " / ".join(dict.fromkeys(map(escape_markup, message)))
