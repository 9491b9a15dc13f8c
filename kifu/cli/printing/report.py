"""A verdict in words, for a terminal: the status, the article, the place and the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.answers import SIDES
from kifu.model.message import Message, visible
from kifu.model.outcome import Outcome, Side, Termination
from kifu.referee.slips import CODES as SLIPS
from kifu.referee.verdict import Status
from notation.rendering import caret, render

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.model.diagnostic import Diagnostic
    from kifu.model.game import Game
    from kifu.model.message import Language
    from kifu.model.outcome import Ending
    from kifu.model.record import Source
    from kifu.referee.fault import Fault
    from kifu.referee.verdict import VerdictLike

LONG = 200
"""How many characters of a move are quoted at most."""
SHOWS_POSITION = frozenset({Status.ILLEGAL, Status.CONTRADICTED, Status.UNREADABLE})


def describe(verdict: VerdictLike, source: Source | None, records: int, language: Language, game: str = "") -> str:
    """Return the verdict as lines of text, ended by LF.

    `source` is the file it quotes, which has so many `records`; `game` tells which game of a match it is on.
    """
    lines = [_headline(verdict, 0 if game else records, language, game)]
    lines += [f"  {line}" for line in _results(verdict, language)]
    of_a_game = any(verdict.fault is one.fault for one in verdict.games)
    slips = _slips(verdict)
    lines += _rendered(slips, verdict.file, source, language)
    if verdict.fault is not None and not of_a_game:
        lines += [f"  {line}" for line in _fault(verdict, source, language)]
    for number, one in enumerate(verdict.games, start=1):
        lines += [f"  {line}" for line in describe(one, source, records, language, f" {number}").splitlines()]
    others = [found for found in verdict.diagnostics if found not in slips and not _is_fault(found, verdict.fault)]
    return "\n".join(lines + _rendered(others, verdict.file, source, language)) + "\n"


def _slips(verdict: VerdictLike) -> list[Diagnostic]:
    """Return what may explain an illegal move as a slip of the pen: it is said before the article."""
    fault = verdict.fault
    if fault is None or verdict.status is not Status.ILLEGAL:
        return []
    return [found for found in verdict.diagnostics if found.code in SLIPS and found.ply == fault.ply]


def _is_fault(found: Diagnostic, fault: Fault | None) -> bool:
    return fault is not None and (found.code, found.line, found.message) == (fault.code, fault.line, fault.message)


def _rendered(said: Sequence[Diagnostic], file: str, source: Source | None, language: Language) -> list[str]:
    return [f"  {line}" for found in said for line in render(found, file, source, language).split("\n")]


def describe_ending(ending: Ending, language: Language, game: Game | None = None) -> str:
    """Return who won, why, and by which article; the sides are called as in `game`."""
    who = _winner(ending.outcome, game).in_language(language) if ending.outcome else ""
    why = ending.termination.label.in_language(language)
    article = f" [{ending.article}]" if ending.article else ""
    return f"{who} ({why}){article}" if who else f"{why}{article}"


def _winner(outcome: Outcome, game: Game | None) -> Message:
    return outcome.label if game is None else game.outcome_label(outcome)


def _as_recorded(recorded: Ending, language: Language, game: Game | None) -> str:
    """Return what the record says of the end; where it names a winner and no reason, that is the winner."""
    if recorded.outcome is not None and recorded.termination is Termination.DECLARED:
        return _winner(recorded.outcome, game).in_language(language)
    return describe_ending(recorded, language, game)


def _headline(verdict: VerdictLike, records: int, language: Language, game: str) -> str:
    index = f" [{verdict.index + 1}/{records}]" if records > 1 else ""
    name = Message(f"対局{game}", f"game{game}").in_language(language) if game else f"{visible(verdict.file)}{index}"
    head = f"{name}: {verdict.status.heading.in_language(language)}"
    if verdict.game is None:
        return head
    plies = Message(f"{verdict.plies} 手", f"{verdict.plies} plies").in_language(language)
    name = verdict.game.name.in_language(language)
    return f"{head} - {name} ({visible(verdict.game.rules)}), {plies}"


def _results(verdict: VerdictLike, language: Language) -> list[str]:
    lines = []
    game = None if verdict.games else verdict.game  # colours change hands between the games of a match
    if verdict.outcome is not None:
        word = Message("結果", "result").in_language(language)
        lines.append(f"{word}: {describe_ending(verdict.outcome, language, game)}")
    if verdict.recorded is not None:
        word = Message("記録", "recorded").in_language(language)
        lines.append(f"{word}: {_as_recorded(verdict.recorded, language, game)}")
    return lines + _of_both_games(verdict, language) + _count(verdict, language) + _sum(verdict, language)


def _of_both_games(verdict: VerdictLike, language: Language) -> list[str]:
    """Return the sums of a match, by who was 先手 and who 後手 in its first game; nothing for a single game."""
    if not verdict.games or any(one.status.exit_code for one in verdict.games):
        return []
    first, second = verdict.scores()[-1]
    names = [side.label.in_language(language) for side in Side]
    what = Message("二局の合計", "sums of the games").in_language(language)
    return [f"{what}: {names[0]} {first:g}, {names[1]} {second:g}"]


def _count(verdict: VerdictLike, language: Language) -> list[str]:
    """Return the count that has decided the game: a line for each thing counted, and the sums."""
    rows = verdict.counting()
    if not rows:
        return []
    total = Message("計", "sum").in_language(language)
    table = [(row.what.in_language(language), row.first, row.second) for row in rows]
    table.append((total, sum(row.first for row in rows), sum(row.second for row in rows)))
    first, second = (side.label.in_language(language) for side in (verdict.game.sides if verdict.game else SIDES))
    return [f"{what}: {first} {one:g}, {second} {other:g}" for what, one, other in table]


def _sum(verdict: VerdictLike, language: Language) -> list[str]:
    """Return the final score pair by pair, so that two players can follow the count; nothing for a game without."""
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


def _fault(verdict: VerdictLike, source: Source | None, language: Language) -> list[str]:
    fault = verdict.fault
    assert fault is not None  # noqa: S101 - the caller has looked
    article = f"{fault.article}: " if fault.article else ""
    said = visible(fault.message.in_language(language))
    lines = [f"{_where(fault, source, language)}{article}{said} [{fault.code}]"]
    if source is not None and fault.line is not None and fault.column is not None and fault.line <= len(source.lines):
        lines += caret(source.lines[fault.line - 1], fault.column, fault.width).split("\n")
    if verdict.game is not None and verdict.final is not None and verdict.status in SHOWS_POSITION:
        after = Message(f"{verdict.plies} 手目のあとの局面", f"the position after ply {verdict.plies}").in_language(
            language
        )
        lines.append(f"{after}:")
        lines += [f"  {line}" for line in verdict.game.spell_diagram(verdict.final).splitlines()]
    return lines


def _where(fault: Fault, source: Source | None, language: Language) -> str:
    """Return the ply, the move and the line of a fault, ended by a colon; what is before the first ply has only a line."""
    line = None if fault.line is None else Message(f"{fault.line} 行目", f"line {fault.line}").in_language(language)
    if not fault.ply:
        return f"{line}: " if line else ""
    ply = Message(f"{fault.ply} 手目", f"ply {fault.ply}").in_language(language)
    move = f" {visible(around(fault.move, _place_in_move(fault, source)))}" if fault.move else ""
    return f"{ply}{move} ({line}): " if line else f"{ply}{move}: "


def _place_in_move(fault: Fault, source: Source | None) -> int:
    """Return which character of the move is meant, from 0; 0 where its line is not at hand."""
    if source is None or fault.line is None or fault.column is None or fault.line > len(source.lines):
        return 0
    start = source.lines[fault.line - 1].find(fault.move or "")
    return max(0, fault.column - 1 - start) if start >= 0 else 0


def around(text: str, place: int) -> str:
    """Return a text; of one that is LONG what lies around `place`, with … for what is left out."""
    start = max(0, min(place - LONG // 2, len(text) - LONG))
    end = start + LONG
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"
