"""Report of a verdict: status, article, place and position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.diagnostic import Severity
from kifu.core.message import Message, fill_pattern_in_both_languages, quoted, visible
from kifu.referee import verdict_text as words
from kifu.referee.status_fault_and_basis import Status
from kifu.referee.verdict_diagnostics import SLIPS
from notation.diagnostic_rendering import caret_lines, render_diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.message import Language
    from kifu.referee.record import Source
    from kifu.referee.status_fault_and_basis import Fault
    from kifu.referee.verdict_text import VerdictLike

MIN_GROUPED = 3
"""The number of diagnostics of one kind, the fault among them, that are one message with their places."""
PLACES = 10
"""The most places that are written out; the others are counted."""
READ_AS = "read-as"
SHOWN = 3
"""The number of notes on what was read for what that are printed one by one."""
LONG = 200
"""The largest number of characters of a move that is quoted."""
SHOWS_POSITION = frozenset({Status.ILLEGAL, Status.CONTRADICTED, Status.UNREADABLE})


def verdict_report(
    verdict: VerdictLike, source: Source | None, record_count: int, language: Language, game_number: int = 0
) -> str:
    """Return the verdict as lines of text, ended by LF.

    `source` is the file that the text quotes; `record_count` is the number of records in it. `game_number` is the number of a game
    of a match, from 1; it is 0 for a whole record.
    """
    lines = [verdict_headline(verdict, record_count, language, game_number)]
    if verdict.suspicion is not None:
        lines.append(f"  {visible(verdict.suspicion.in_language(language))}")
    lines += [f"  {line}" for line in (*ending_lines(verdict, language), *_score_lines(verdict, language))]
    of_a_game = any(verdict.fault is game_verdict.fault for game_verdict in verdict.games)
    slips = _slip_diagnostics(verdict)
    lines += _diagnostic_lines(slips, verdict.file, source, language)
    if verdict.fault is not None and not of_a_game:
        lines += [f"  {line}" for line in fault_with_board_lines(verdict, source, language)]
    lines += [f"  {line}" for line in basis_lines(verdict, language)]
    for number, game_verdict in enumerate(verdict.games, start=1):
        text = verdict_report(game_verdict, source, record_count, language, number)
        lines += [f"  {line}" for line in text.splitlines()]
    others = [
        diagnostic
        for diagnostic in verdict.diagnostics
        if diagnostic not in slips and not _is_fault(diagnostic, verdict.fault)
    ]
    return (
        "\n".join(
            lines + _diagnostic_lines(_capped_reading_notes(others), verdict.file, source, language, verdict.fault)
        )
        + "\n"
    )


def _capped_reading_notes(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics, many reading notes cut to a count.

    The first few are left.
    """
    read = [one for one in diagnostics if one.code == READ_AS]
    if len(read) <= SHOWN + 1:
        return list(diagnostics)
    rest = len(read) - SHOWN
    message = Message(
        f"ほか {rest} か所も、このように読みました (--format json にすべてあります)",
        f"{rest} more places were read so (--format json has them all)",
    )
    counted = read[SHOWN]._replace(message=message, column=None)
    hidden = {id(one) for one in read[SHOWN + 1 :]}
    return [counted if one is read[SHOWN] else one for one in diagnostics if id(one) not in hidden]


def _slip_diagnostics(verdict: VerdictLike) -> list[Diagnostic]:
    """Return the slip diagnostics, printed before the article."""
    fault = verdict.fault
    if fault is None or verdict.status is not Status.ILLEGAL:
        return []
    return [slip for slip in verdict.diagnostics if slip.code in SLIPS and slip.ply == fault.ply]


def _is_fault(diagnostic: Diagnostic, fault: Fault | None) -> bool:
    if fault is None:
        return False
    return (diagnostic.code, diagnostic.line, diagnostic.message) == (fault.code, fault.line, fault.message)


def _diagnostic_lines(
    diagnostics: Sequence[Diagnostic],
    file: str,
    source: Source | None,
    language: Language,
    already_told: Fault | None = None,
) -> list[str]:
    """Return diagnostics as lines, those of one kind grouped.

    `already_told` is told already.
    """
    kinds: dict[tuple[object, ...], list[Diagnostic]] = {}
    for one in diagnostics:
        alone = source is None or one.line is None or one.severity is Severity.NOTE
        kinds.setdefault((id(one),) if alone else (one.code, one.severity), []).append(one)
    lines: list[str] = []
    for same in kinds.values():
        told = already_told is not None and already_told.code == same[0].code
        whole = len(same) if len(same) < MIN_GROUPED - told else 1 - told
        lines += [line for one in same[:whole] for line in render_diagnostic(one, file, source, language).split("\n")]
        if source is not None and same[whole:]:
            lines.append(_other_places_line(same[whole:], source, language))
    return [f"  {line}" for line in lines]


def _other_places_line(diagnostics: Sequence[Diagnostic], source: Source, language: Language) -> str:
    """Return the other places in a line: numbers and texts."""
    places = []
    for one in diagnostics[:PLACES]:
        line = one.line or 0
        text = quoted(source.lines[line - 1].strip()) if line <= len(source.lines) else ""
        places.append(Message(f"{line} 行目「{text}」", f"line {line} '{text}'").in_language(language))
    more = Message("、…", ", …") if len(diagnostics) > PLACES else Message("", "")
    return Message(
        f"同じことがほかに {len(diagnostics)} か所: {'、'.join(places)}{more.ja} [{diagnostics[0].code}]",
        f"the same in {len(diagnostics)} more places: {', '.join(places)}{more.en} [{diagnostics[0].code}]",
    ).in_language(language)


def verdict_headline(verdict: VerdictLike, record_count: int, language: Language, game_number: int = 0) -> str:
    """Return a verdict's first line: file, status, game, plies.

    `record_count` is the number of records in the file; `game_number` is the number of a game of a match (see :func:`verdict_report`).
    """
    index = f" [{verdict.index + 1}/{record_count}]" if record_count > 1 else ""
    name = (
        words.match_game_text(game_number).in_language(language) if game_number else f"{visible(verdict.file)}{index}"
    )
    head = f"{name}: {words.headline_of_verdict(verdict).in_language(language)}"
    played = words.game_and_plies_text(verdict)
    return head if played is None else f"{head} - {visible(played.in_language(language))}"


def ending_lines(verdict: VerdictLike, language: Language) -> list[str]:
    """Return the lines about the end and the claimed end."""
    return [_line(said, language) for said in words.result_phrases(verdict)]


def basis_lines(verdict: VerdictLike, language: Language) -> list[str]:
    """Return the deciding article's line and ground, if any.

    A diagnostic of the verdict names the reconstructed data.
    """
    return [_line(said, language) for said in words.basis_phrases(verdict) if said.about == words.BASIS]


def _score_lines(verdict: VerdictLike, language: Language) -> Iterator[str]:
    """Yield a match's sums, the deciding count, and the points."""
    if (sums := words.match_points_phrase(verdict)) is not None:
        yield _line(sums, language)
    if (count := words.deciding_count_phrase(verdict)) is not None:
        yield from (each.in_language(language) for each in count.parts)
        yield _line(count._replace(about=words.SUM), language)
    for side, points, parts in words.points_by_side(verdict):
        yield fill_pattern_in_both_languages(
            "{}: {}", side, Message(f"{points:g} 点", f"{points:g} points")
        ).in_language(language)
        yield from (f"  {each.in_language(language)}" for each in parts)


def _line(said: words.Phrase, language: Language) -> str:
    return f"{said.about.in_language(language)}: {said.words.in_language(language)}"


def fault_line(fault: Fault, source: Source | None, language: Language) -> str:
    """Return a fault in a line: place, article, message, code.

    A long move is cut around the place.
    """
    move = None if fault.move is None else excerpt_around(fault.move, _index_of_fault_in_move(fault, source))
    return visible(words.fault_sentence(fault, move).in_language(language))


def fault_line_in_match(verdict: VerdictLike, source: Source | None, language: Language) -> str:
    """Return a verdict's fault in a line, its game named."""
    assert verdict.fault is not None  # noqa: S101 - the caller has checked it
    line = fault_line(verdict.fault, source, language)
    for number, game in enumerate(verdict.games, start=1):
        if game.fault == verdict.fault:
            return f"{words.match_game_text(number).in_language(language)} {line}"
    return line


def fault_with_board_lines(verdict: VerdictLike, source: Source | None, language: Language) -> list[str]:
    """Return a verdict's fault, its place, and its board."""
    fault = verdict.fault
    assert fault is not None  # noqa: S101 - the caller has checked it
    lines = [fault_line(fault, source, language)]
    if source is not None and fault.line is not None and fault.column is not None and fault.line <= len(source.lines):
        lines += caret_lines(source.lines[fault.line - 1], fault.column, fault.width).split("\n")
    if verdict.game is not None and verdict.final is not None and verdict.status in SHOWS_POSITION:
        after = Message(f"{verdict.plies} 手目のあとの局面", f"the position after ply {verdict.plies}")
        where = after if verdict.plies else Message("開始局面", "the position at the start")
        lines.append(f"{where.in_language(language)}:")
        lines += [f"  {line}" for line in verdict.game.spell_diagram(verdict.final).splitlines()]
    return lines


def _index_of_fault_in_move(fault: Fault, source: Source | None) -> int:
    """Return the faulty character's index in the move; else 0."""
    if source is None or fault.line is None or fault.column is None or fault.line > len(source.lines):
        return 0
    start = source.lines[fault.line - 1].find(fault.move or "")
    return max(0, fault.column - 1 - start) if start >= 0 else 0


def excerpt_around(text: str, index: int) -> str:
    """Return a text cut to LONG characters around `index`.

    Each omission is a ….
    """
    start = max(0, min(index - LONG // 2, len(text) - LONG))
    end = start + LONG
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"
