"""Titles of figures: players, ending, fault."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from analysis.plots.picture_style import safe_line
from analysis.tables.verdict_access import STARTED, header_value, player_name
from kifu.core.game.options import names_a_file
from kifu.core.game.rules import SIDES
from kifu.core.message import Message, fill_pattern_in_both_languages
from kifu.core.outcome import Side
from kifu.referee import verdict_text as words
from kifu.referee.match_of_two_games import PART
from kifu.referee.rule_readings import reading_difference
from kifu.referee.status_fault_and_basis import Status

if TYPE_CHECKING:
    from kifu.core.game.game import Game
    from kifu.core.message import Language
    from kifu.referee.rule_readings import Readings
    from kifu.referee.verdict import Verdict

NAME_WIDTH = 28
"""The width of a player's name in a title, in half-width columns."""
FILE_WIDTH = 44
FAULT_WIDTH = 124


def record_title(verdict: Verdict, language: Language) -> str:
    """Return a record's title: game, players or file, date, match game."""
    game = verdict.game
    parts = [game_name(game, language) if game else "", players_text(verdict, language) or numbered_file_name(verdict)]
    parts += [safe_line(header_value(verdict, key) or "", NAME_WIDTH) for key in (STARTED, PART)]
    return "　".join(part for part in parts if part)


def game_name(game: Game, language: Language) -> str:
    """Return a game's name, with its variant file if any."""
    name = game.name.in_language(language)
    return f"{name} [{safe_line(PurePath(game.rules).name, NAME_WIDTH)}]" if names_a_file(game.rules) else name


def players_text(verdict: Verdict, language: Language) -> str:
    """Return both players with side marks, if one is named."""
    game, names = verdict.game, [player_name(verdict, side) for side in Side]
    if not any(names):
        return ""
    versus = Message("対", "vs").in_language(language)
    first, second = (
        f"{side.mark}{safe_line(name, NAME_WIDTH) if name else '?'}"
        for side, name in zip(game.sides if game else SIDES, names, strict=True)
    )
    return f"{first} {versus} {second}"


def numbered_file_name(verdict: Verdict) -> str:
    """Return a record's file name, numbered unless it is the first."""
    name = safe_line(PurePath(verdict.file).name, FILE_WIDTH)
    return f"{name} [{verdict.index + 1}]" if verdict.index else name


def ending_line(verdict: Verdict, language: Language) -> str:
    """Return plies, winner and reason; without outcome plies and status."""
    plies, status = words.plies_text(verdict.plies), words.status_label(verdict)
    if verdict.outcome is None:
        return Message(f"{plies.ja}まで ({status.ja})", f"{plies.en}: {status.en}").in_language(language)
    ended = words.ending_text(verdict.outcome, verdict.game)
    if verdict.status is Status.CONTRADICTED:
        ended = fill_pattern_in_both_languages("{} - {}", ended, status)
    return Message(f"{plies.ja}で{ended.ja}", f"{plies.en}: {ended.en}").in_language(language)


def last_move_after_target_line(verdict: Verdict, language: Language) -> str:
    """Return the last move allowed after the target, or its refusal.

    The line is empty if the rules allowed no such move, and if it is still to come.
    """
    game, replay = verdict.game, verdict.replay
    if game is None or replay is None:
        return ""
    for ply, position in enumerate(replay.positions, start=1):
        if game.closed(position) is None:
            continue
        if ply <= len(replay.moves):
            move = game.spell(replay.moves[ply - 1])
            return Message(f"最終手: {ply} 手目 {move}", f"last move: ply {ply} {move}").in_language(language)
        if verdict.outcome is not None and verdict.outcome.article is not None:
            return Message("最終手: 指さず", "last move: declined").in_language(language)
    return ""


def fault_line(verdict: Verdict, language: Language) -> str:
    """Return the first fault: ply, move, article; empty without fault."""
    fault = verdict.fault
    if fault is None:
        return ""
    move = f" {safe_line(fault.move, NAME_WIDTH)}" if fault.move else ""
    article = f" [{fault.article}]" if fault.article else ""
    where = words.ply_place(fault.ply).in_language(language)
    return safe_line(f"{where}{move}{article}: {fault.message.in_language(language)}", FAULT_WIDTH)


def differing_readings_line(readings: Readings[Verdict], language: Language) -> str:
    """Return the differing readings of the rules, if any."""
    changes = [reading_difference(other, readings).in_language(language) for other in readings.differing]
    if not changes:
        return ""
    head = Message("読み方: ", "readings: ").in_language(language)
    return safe_line(head + ("" if language == "ja" else " ").join(changes), FAULT_WIDTH)
