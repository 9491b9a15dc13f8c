"""Writes a verdict for a page: status, results, fault, the sentence of its article with its basis, the diagnostics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games import rulebook
from kifu.model.markup import markup, markup_breaks
from kifu.model.message import Message
from kifu.page.times import spelled
from kifu.referee.reading_words import ending_words
from kifu.referee.verdict import heading as heading_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.games.rulebook import Article
    from kifu.model.diagnostic import Diagnostic
    from kifu.model.message import Language
    from kifu.referee.fault import Fault
    from kifu.referee.verdict import Verdict

RESULT = Message("結果", "result")
RECORDED = Message("記録", "recorded")
FAULT = Message("誤り", "fault")
SUSPICION = Message("書き違い", "slip of the pen")
BASIS = Message("根拠", "basis")
DATA = Message("再構成のデータ", "reconstructed data")
TIMES = Message("使った時間", "time used")
POINTS = Message("得点", "points")
COUNT = Message("数え", "count")
DIAGNOSTICS = Message("診断", "diagnostics")


def judgement(verdict: Verdict, language: Language) -> str:
    """Return a verdict as elements: all but its diagnostics."""
    rows = "".join(f"<dt>{markup(name)}</dt><dd>{value}</dd>" for name, value in _rows(verdict, language))
    shown = [f'<p class="status {verdict.status.value.lower()}">{_headline(verdict, language)}</p>']
    shown += [f"<dl>{rows}</dl>"] if rows else []
    shown += [article_html(article, language) for article in _articles(verdict)]
    return "\n".join(shown)


def _headline(verdict: Verdict, language: Language) -> str:
    said = markup(heading_of(verdict).in_language(language))
    if verdict.game is None:
        return f"<strong>{said}</strong>"
    plies = Message(f"{verdict.plies} 手", f"{verdict.plies} plies").in_language(language)
    name = verdict.game.name.in_language(language)
    return f"<strong>{said}</strong> {markup(f'{name} ({verdict.game.rules})')}, {markup(plies)}"


def _rows(verdict: Verdict, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the lines about a verdict as pairs of a name and HTML."""
    if verdict.suspicion is not None:
        yield SUSPICION.in_language(language), markup(verdict.suspicion.in_language(language))
    game = None if verdict.games else verdict.game  # the sides change hands between the games of a match
    for name, ending in ((RESULT, verdict.outcome), (RECORDED, verdict.recorded)):
        if ending is not None:
            yield name.in_language(language), markup(ending_words(ending, game).in_language(language))
    if verdict.fault is not None:
        yield FAULT.in_language(language), _fault(verdict.fault, language)
    basis = verdict.basis
    if basis is not None:
        yield BASIS.in_language(language), markup(f"{basis.article} {basis.kind.label.in_language(language)}")
        if basis.data:
            yield (
                DATA.in_language(language),
                markup(", ".join(each.in_language(language) for each in basis.data.values())),
            )
    if game is not None and not verdict.games:
        yield from _numbers(verdict, language)


def _numbers(verdict: Verdict, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the times, the points with their parts, and the count that has decided the game."""
    game, replay = verdict.game, verdict.replay
    if game is None or replay is None:
        return
    names = [side.label.in_language(language) for side in game.sides]
    if any(verdict.seconds):
        used = [0, 0]
        for position, seconds in zip(replay.positions, verdict.seconds, strict=False):
            used[game.turn(position)] += seconds or 0
        yield TIMES.in_language(language), _both(names, map(spelled, used))
    if (shares := game.shares(verdict.final)) is not None:
        points = _both(names, (f"{number:g}" for number in game.score(verdict.final)))
        parts = "".join(
            f"<li>{markup(f'{names[share.side]} {game.board.spell(share.square)} {share.what.in_language(language)}')}: "
            f"{share.points:g}</li>"
            for share in shares
        )
        yield POINTS.in_language(language), f"{points}<ul>{parts}</ul>" if parts else points
    if rows := verdict.counting():
        counted = "".join(
            f"<li>{markup(row.what.in_language(language))}: {_both(names, (f'{row.first:g}', f'{row.second:g}'))}</li>"
            for row in rows
        )
        sums = (sum(row.first for row in rows), sum(row.second for row in rows))
        yield COUNT.in_language(language), f"{_both(names, (f'{number:g}' for number in sums))}<ul>{counted}</ul>"


def _both(names: list[str], values: Iterable[str]) -> str:
    return markup(", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True)))


def _fault(fault: Fault, language: Language) -> str:
    where = []
    if fault.ply:
        where.append(Message(f"{fault.ply} 手目", f"ply {fault.ply}").in_language(language))
    if fault.move:
        where.append(fault.move)
    if fault.line is not None:
        where.append(Message(f"({fault.line} 行目)", f"(line {fault.line})").in_language(language))
    place = f"{' '.join(where)}: " if where else ""
    article = f"{fault.article}: " if fault.article else ""
    return markup(f"{place}{article}{fault.message.in_language(language)} [{fault.code}]")


def _articles(verdict: Verdict) -> Iterator[Article]:
    """Yield the article of the end and that of the fault, each once."""
    if verdict.game is None:
        return
    of_end = verdict.outcome.article if verdict.outcome is not None else None
    of_fault = verdict.fault.article if verdict.fault is not None else None
    book = rulebook.load(verdict.game)
    for number in dict.fromkeys(filter(None, (of_end, of_fault))):
        yield rulebook.article(book, number)


def article_html(article: Article, language: Language) -> str:
    """Return an article: its sentence, and what it rests on."""
    title, text = article.title.in_language(language), article.text.in_language(language)
    grounds = []
    for ground in article.basis:
        quote = "".join(f'<q lang="ja">{markup(line)}</q> ' for line in ground.quote)
        words = " ".join(each.in_language(language) for each in (ground.text, ground.reason) if each is not None)
        grounds.append(f"<li>{markup(ground.kind.label.in_language(language))}: {quote}{markup_breaks(words)}</li>")
    return (
        f"<blockquote><p><strong>{markup(f'{article.number} {title}')}</strong><br>{markup_breaks(text)}</p>"
        f"<ul>{''.join(grounds)}</ul></blockquote>"
    )


def diagnostics_html(diagnostics: Iterable[Diagnostic], language: Language, level: int) -> str:
    """Return diagnostics as a list under a heading of the level `level`; nothing for none."""
    rows = "".join(f"<li>{_diagnostic(diagnostic, language)}</li>" for diagnostic in diagnostics)
    return f"<h{level}>{DIAGNOSTICS.in_language(language)}</h{level}>\n<ul>{rows}</ul>" if rows else ""


def _diagnostic(diagnostic: Diagnostic, language: Language) -> str:
    label, message = diagnostic.severity.label.in_language(language), diagnostic.message.in_language(language)
    where = ""
    if diagnostic.line is not None:
        where = Message(f"{diagnostic.line} 行目: ", f"line {diagnostic.line}: ").in_language(language)
    return markup(f"{where}{label}: {message} [{diagnostic.code}]")
