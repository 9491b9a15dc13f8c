"""Writes a verdict in words, for a terminal: the status, the article, the place and the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.contract.head import SIDES
from kifu.model.diagnostic import Severity
from kifu.model.message import Message, quoted, visible
from kifu.model.outcome import Side
from kifu.referee.reading_words import ending_words
from kifu.referee.slips import CODES as SLIPS
from kifu.referee.status import Status
from kifu.referee.verdict import heading
from notation.rendering import caret, render

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.contract.game import Game
    from kifu.model.diagnostic import Diagnostic
    from kifu.model.message import Language
    from kifu.model.outcome import Ending
    from kifu.referee.fault import Fault
    from kifu.referee.record import Source
    from kifu.referee.verdict_like import VerdictLike

MANY = 3
"""The number of diagnostics of one kind, the fault among them, that are one message with their places."""
PLACES = 10
"""The most places that are written out; the others are counted."""
READ_AS = "read-as"
SHOWN = 3
"""The number of notes on what was read for what that are printed one by one."""
LONG = 200
"""The largest number of characters of a move that is quoted."""
SHOWS_POSITION = frozenset({Status.ILLEGAL, Status.CONTRADICTED, Status.UNREADABLE})


def describe(verdict: VerdictLike, source: Source | None, records: int, language: Language, game: str = "") -> str:
    """Return the verdict as lines of text, ended by LF.

    `source` is the file that the text quotes; `records` is the number of records in it. `game` is the number of a game
    of a match as text, with a blank before it; it is empty for a whole record.
    """
    lines = [headline(verdict, 0 if game else records, language, game)]
    if verdict.suspicion is not None:
        lines.append(f"  {visible(verdict.suspicion.in_language(language))}")
    lines += [f"  {line}" for line in _results(verdict, language)]
    of_a_game = any(verdict.fault is game_verdict.fault for game_verdict in verdict.games)
    slips = _slips(verdict)
    lines += _rendered(slips, verdict.file, source, language)
    if verdict.fault is not None and not of_a_game:
        lines += [f"  {line}" for line in describe_fault(verdict, source, language)]
    lines += [f"  {line}" for line in basis_line(verdict, language)]
    for number, game_verdict in enumerate(verdict.games, start=1):
        text = describe(game_verdict, source, records, language, f" {number}")
        lines += [f"  {line}" for line in text.splitlines()]
    others = [
        diagnostic
        for diagnostic in verdict.diagnostics
        if diagnostic not in slips and not _is_fault(diagnostic, verdict.fault)
    ]
    return "\n".join(lines + _rendered(_fewer(others), verdict.file, source, language, verdict.fault)) + "\n"


def _fewer(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics; of many notes on what was read for what the first few, and one that counts the rest."""
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


def _slips(verdict: VerdictLike) -> list[Diagnostic]:
    """Return the diagnostics that explain an illegal move as a slip of the pen; they are printed before the article."""
    fault = verdict.fault
    if fault is None or verdict.status is not Status.ILLEGAL:
        return []
    return [slip for slip in verdict.diagnostics if slip.code in SLIPS and slip.ply == fault.ply]


def _is_fault(diagnostic: Diagnostic, fault: Fault | None) -> bool:
    if fault is None:
        return False
    return (diagnostic.code, diagnostic.line, diagnostic.message) == (fault.code, fault.line, fault.message)


def _rendered(
    diagnostics: Sequence[Diagnostic], file: str, source: Source | None, language: Language, like: Fault | None = None
) -> list[str]:
    """Return diagnostics as lines. Several of one kind are one message with their places; `like` is told already."""
    kinds: dict[tuple[object, ...], list[Diagnostic]] = {}
    for one in diagnostics:
        alone = source is None or one.line is None or one.severity is Severity.NOTE
        kinds.setdefault((id(one),) if alone else (one.code, one.severity), []).append(one)
    lines: list[str] = []
    for same in kinds.values():
        told = like is not None and like.code == same[0].code
        whole = len(same) if len(same) < MANY - told else 1 - told
        lines += [line for one in same[:whole] for line in render(one, file, source, language).split("\n")]
        if source is not None and same[whole:]:
            lines.append(_places(same[whole:], source, language))
    return [f"  {line}" for line in lines]


def _places(same: Sequence[Diagnostic], source: Source, language: Language) -> str:
    """Return in a line where else something is: the number and the text of each line."""
    places = []
    for one in same[:PLACES]:
        line = one.line or 0
        text = quoted(source.lines[line - 1].strip()) if line <= len(source.lines) else ""
        places.append(Message(f"{line} 行目「{text}」", f"line {line} '{text}'").in_language(language))
    more = Message("、…", ", …") if len(same) > PLACES else Message("", "")
    return Message(
        f"同じことがほかに {len(same)} か所: {'、'.join(places)}{more.ja} [{same[0].code}]",
        f"the same in {len(same)} more places: {', '.join(places)}{more.en} [{same[0].code}]",
    ).in_language(language)


def describe_ending(ending: Ending, language: Language, game: Game | None = None) -> str:
    """Return the winner, the reason, and the article of an ending. The sides have their names in `game`, if it is given."""
    return ending_words(ending, game).in_language(language)


def headline(verdict: VerdictLike, records: int, language: Language, game: str = "") -> str:
    """Return the first line about a verdict: the file, the status, the game with its rules, the plies.

    `records` is the number of records in the file; `game` is the number of a game of a match (see :func:`describe`).
    """
    index = f" [{verdict.index + 1}/{records}]" if records > 1 else ""
    name = Message(f"対局{game}", f"game{game}").in_language(language) if game else f"{visible(verdict.file)}{index}"
    head = f"{name}: {heading(verdict).in_language(language)}"
    if verdict.game is None:
        return head
    plies = Message(f"{verdict.plies} 手", f"{verdict.plies} plies").in_language(language)
    name = verdict.game.name.in_language(language)
    return f"{head} - {name} ({visible(verdict.game.rules)}), {plies}"


def _results(verdict: VerdictLike, language: Language) -> list[str]:
    """Return the lines about the result, with all that the points are made of."""
    return [
        *endings(verdict, language),
        *_of_both_games(verdict, language),
        *_count(verdict, language),
        *_sum(verdict, language),
    ]


def endings(verdict: VerdictLike, language: Language) -> list[str]:
    """Return the line about the end of the game and the line about the end that the record claims, if there are such."""
    lines = []
    game = None if verdict.games else verdict.game  # colours change hands between the games of a match
    if verdict.outcome is not None:
        word = Message("結果", "result").in_language(language)
        lines.append(f"{word}: {describe_ending(verdict.outcome, language, game)}")
    if verdict.recorded is not None:
        word = Message("記録", "recorded").in_language(language)
        lines.append(f"{word}: {describe_ending(verdict.recorded, language, game)}")
    return lines


def basis_line(verdict: VerdictLike, language: Language) -> list[str]:
    """Return the line with the deciding article and its ground; nothing if no article decides.

    A diagnostic of the verdict names the reconstructed data.
    """
    basis = verdict.basis
    if basis is None:
        return []
    title = Message("根拠", "basis").in_language(language)
    return [f"{title}: {basis.article} {basis.kind.label.in_language(language)}"]


def _of_both_games(verdict: VerdictLike, language: Language) -> list[str]:
    """Return the line with the total points of a match, by the seats in its first game; nothing for a single game."""
    if not verdict.games or any(game_verdict.status.exit_code for game_verdict in verdict.games):
        return []
    first, second = verdict.scores()[-1]
    names = [side.label.in_language(language) for side in Side]
    title = Message("二局の合計", "sums of the games").in_language(language)
    return [f"{title}: {names[0]} {first:g}, {names[1]} {second:g}"]


def _count(verdict: VerdictLike, language: Language) -> list[str]:
    """Return the count that decided the game: a line for each counted thing, and a line with the sums."""
    rows = verdict.counting()
    if not rows:
        return []
    total = Message("計", "sum").in_language(language)
    table = [(row.what.in_language(language), row.first, row.second) for row in rows]
    table.append((total, sum(row.first for row in rows), sum(row.second for row in rows)))
    first, second = (side.label.in_language(language) for side in (verdict.game.sides if verdict.game else SIDES))
    return [f"{name}: {first} {of_first:g}, {second} {of_second:g}" for name, of_first, of_second in table]


def _sum(verdict: VerdictLike, language: Language) -> list[str]:
    """Return the parts of the final score, so that the players can follow the count; nothing for a game without points."""
    game, final = verdict.game, verdict.final
    parts = game.shares(final) if game and final is not None and not verdict.games else None
    if game is None or parts is None:
        return []
    lines = []
    for side, name, points in zip(Side, game.sides, verdict.scores()[-1], strict=True):
        lines.append(
            f"{name.label.in_language(language)}: {Message(f'{points} 点', f'{points} points').in_language(language)}"
        )
        lines += [
            f"  {game.board.spell(part.square)} {part.what.in_language(language)}: {part.points}"
            for part in parts
            if part.side == side
        ]
    return lines


def fault_line(fault: Fault, source: Source | None, language: Language) -> str:
    """Return a fault in a line: its place, its article, its message and its code."""
    article = f"{fault.article}: " if fault.article else ""
    message = visible(fault.message.in_language(language))
    return f"{_where(fault, source, language)}{article}{message} [{fault.code}]"


def fault_in_match(verdict: VerdictLike, source: Source | None, language: Language) -> str:
    """Return the fault of a verdict in a line; that of a match names the game. The verdict has a fault."""
    assert verdict.fault is not None  # noqa: S101 - the caller has checked it
    line = fault_line(verdict.fault, source, language)
    for number, game in enumerate(verdict.games, start=1):
        if game.fault == verdict.fault:
            part = Message(f"対局 {number} ", f"game {number} ").in_language(language)
            return f"{part}{line}"
    return line


def describe_fault(verdict: VerdictLike, source: Source | None, language: Language) -> list[str]:
    """Return the fault of a verdict, its place in the file, and the board there. The verdict has a fault."""
    fault = verdict.fault
    assert fault is not None  # noqa: S101 - the caller has checked it
    lines = [fault_line(fault, source, language)]
    if source is not None and fault.line is not None and fault.column is not None and fault.line <= len(source.lines):
        lines += caret(source.lines[fault.line - 1], fault.column, fault.width).split("\n")
    if verdict.game is not None and verdict.final is not None and verdict.status in SHOWS_POSITION:
        after = Message(f"{verdict.plies} 手目のあとの局面", f"the position after ply {verdict.plies}")
        where = after if verdict.plies else Message("開始局面", "the position at the start")
        lines.append(f"{where.in_language(language)}:")
        lines += [f"  {line}" for line in verdict.game.spell_diagram(verdict.final).splitlines()]
    return lines


def _where(fault: Fault, source: Source | None, language: Language) -> str:
    """Return the ply, the move and the line of a fault, ended by a colon; a fault before the first ply has only a line."""
    line = None if fault.line is None else Message(f"{fault.line} 行目", f"line {fault.line}").in_language(language)
    if not fault.ply:
        return f"{line}: " if line else ""
    ply = Message(f"{fault.ply} 手目", f"ply {fault.ply}").in_language(language)
    move = f" {visible(around(fault.move, _place_in_move(fault, source)))}" if fault.move else ""
    return f"{ply}{move} ({line}): " if line else f"{ply}{move}: "


def _place_in_move(fault: Fault, source: Source | None) -> int:
    """Return the index in the move of the character at fault, from 0; 0 if its line is not known."""
    if source is None or fault.line is None or fault.column is None or fault.line > len(source.lines):
        return 0
    start = source.lines[fault.line - 1].find(fault.move or "")
    return max(0, fault.column - 1 - start) if start >= 0 else 0


def around(text: str, place: int) -> str:
    """Return a text; a text longer than LONG is cut to LONG characters around `place` (from 0), with … for each omission."""
    start = max(0, min(place - LONG // 2, len(text) - LONG))
    end = start + LONG
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"
