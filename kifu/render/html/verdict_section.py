"""Verdict section of a page: status, results, fault, article, diagnostics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.message import Message, in_both
from kifu.core.untrusted_text import markup, markup_breaks
from kifu.games.article_basis import BasisKind
from kifu.referee import verdict_text as words
from kifu.referee.verdict_text import Phrase
from kifu.render.html.figures import format_seconds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.message import Language
    from kifu.games.rulebook import Article
    from kifu.referee.verdict import Verdict

TIMES = Message("使った時間", "time used")
DIAGNOSTICS = Message("診断", "diagnostics")


def verdict_summary(verdict: Verdict, language: Language) -> str:
    """Return a verdict as elements: all but its diagnostics."""
    rows = "".join(
        f"<dt>{markup(said.about.in_language(language))}</dt><dd>{markup(said.words.in_language(language))}"
        f"{_list(said.parts, language)}</dd>"
        for said in _rows(verdict)
    )
    shown = [f'<p class="status {verdict.status.value.lower()}">{_headline(verdict, language)}</p>']
    shown += [f"<dl>{rows}</dl>"] if rows else []
    shown += [article_html(article, language) for article in words.articles(verdict)]
    return "\n".join(shown)


def _headline(verdict: Verdict, language: Language) -> str:
    heading, played = words.headline_of_verdict(verdict), words.game_and_plies(verdict)
    said = f"<strong>{markup(heading.in_language(language))}</strong>"
    return said if played is None else f"{said} {markup(played.in_language(language))}"


def _list(parts: Sequence[Message], language: Language) -> str:
    lines = "".join(f"<li>{markup(each.in_language(language))}</li>" for each in parts)
    return f"<ul>{lines}</ul>" if lines else ""


def _rows(verdict: Verdict) -> Iterator[Phrase]:
    """Yield what is said of a verdict, line by line."""
    if verdict.suspicion is not None:
        yield Phrase(words.SLIP, verdict.suspicion)
    yield from words.results(verdict)
    if verdict.fault is not None:
        yield Phrase(words.FAULT, words.fault(verdict.fault))
    yield from words.basis(verdict)
    game, replay = verdict.game, verdict.replay
    if game is not None and replay is not None and any(verdict.seconds):
        used = [0, 0]
        for position, seconds in zip(replay.positions, verdict.seconds, strict=False):
            used[game.turn(position)] += seconds or 0
        yield Phrase(TIMES, words.pair([side.label for side in game.sides], [*map(format_seconds, used)]))
    if points := words.points(verdict):
        parts = [in_both("{} {}", each.side, part) for each in points for part in each.parts]
        both = words.pair([each.side for each in points], [f"{each.points:g}" for each in points])
        yield Phrase(words.POINTS, both, tuple(parts))
    for said in (words.count(verdict), words.sums(verdict)):
        if said is not None:
            yield said


def article_html(article: Article, language: Language) -> str:
    """Return an article's sentence and basis, rulings folded."""
    title, text = article.title.in_language(language), article.text.in_language(language)
    grounds: list[str] = []
    rulings: list[str] = []
    for ground in article.basis:
        quote = "".join(f'<q lang="ja">{markup(line)}</q> ' for line in ground.quote)
        said = " ".join(each.in_language(language) for each in (ground.text, ground.reason) if each is not None)
        group = rulings if ground.kind is BasisKind.RULING else grounds
        group.append(f"<li>{markup(ground.kind.label.in_language(language))}: {quote}{markup_breaks(said)}</li>")
    shown = f"<ul>{''.join(grounds)}</ul>" if grounds else ""
    if rulings:
        count = f"{markup(BasisKind.RULING.label.in_language(language))} ({len(rulings)})"
        shown += f"<details><summary>{count}</summary><ul>{''.join(rulings)}</ul></details>"
    name = markup(f"{article.number} {title}")
    return f"<blockquote><p><strong>{name}</strong><br>{markup_breaks(text)}</p>{shown}</blockquote>"


def diagnostics_html(diagnostics: Iterable[Diagnostic], language: Language, level: int) -> str:
    """Return diagnostics under a heading of level `level`, or nothing."""
    rows = "".join(f"<li>{_diagnostic(diagnostic, language)}</li>" for diagnostic in diagnostics)
    return f"<h{level}>{DIAGNOSTICS.in_language(language)}</h{level}>\n<ul>{rows}</ul>" if rows else ""


def _diagnostic(one: Diagnostic, language: Language) -> str:
    line = "" if one.line is None else f"{words.at_line(one.line).in_language(language)}: "
    return markup(f"{line}{words.diagnostic(one).in_language(language)}")
