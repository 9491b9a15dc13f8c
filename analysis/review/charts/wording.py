"""The words on the pictures that come from a record: who plays whom, and how it ended."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from analysis.drawing.style import drawable
from analysis.tables.judged import STARTED
from kifu.games.variants import names_a_file
from kifu.model.answers import SIDES
from kifu.model.message import Message
from kifu.model.outcome import Side
from kifu.referee.match import PART
from kifu.referee.verdict import Status

if TYPE_CHECKING:
    from analysis.tables.judged import JudgedRecord
    from kifu.model.game import Game
    from kifu.model.message import Language
    from kifu.model.outcome import Ending
    from kifu.referee.verdict import Verdict

NAME_WIDTH = 28
"""Half-width columns of a player's name in a title."""
FILE_WIDTH = 44
FAULT_WIDTH = 124


def title(judged: JudgedRecord, language: Language) -> str:
    """Return the game, the players (else the file's name), the date and the place in its match of a record."""
    game = judged.verdict.game
    parts = [game_name(game, language) if game else "", players(judged, language) or file_name(judged.verdict)]
    parts += [drawable(judged.header(key) or "", NAME_WIDTH) for key in (STARTED, PART)]
    return "　".join(part for part in parts if part)


def game_name(game: Game, language: Language) -> str:
    """Return the name of a game, with that of the variant file it is played by if any."""
    name = game.name.in_language(language)
    return f"{name} [{drawable(PurePath(game.rules).name, NAME_WIDTH)}]" if names_a_file(game.rules) else name


def players(judged: JudgedRecord, language: Language) -> str:
    """Return both players with their side marks, or nothing where neither is named."""
    game, names = judged.verdict.game, [judged.player(side) for side in Side]
    if not any(names):
        return ""
    versus = Message("対", "vs").in_language(language)
    first, second = (
        f"{side.mark}{drawable(name, NAME_WIDTH) if name else '?'}"
        for side, name in zip(game.sides if game else SIDES, names, strict=True)
    )
    return f"{first} {versus} {second}"


def file_name(verdict: Verdict) -> str:
    """Return the name of a record's file, and its number within it unless it is the first."""
    name = drawable(PurePath(verdict.file).name, FILE_WIDTH)
    return f"{name} [{verdict.index + 1}]" if verdict.index else name


def end_line(verdict: Verdict, language: Language) -> str:
    """Return how many plies a record has, who won and by what, or its status where nobody did."""
    plies = verdict.plies
    status = verdict.status.label.in_language(language)
    if verdict.outcome is None:
        return Message(f"{plies} 手まで ({status})", f"{plies} plies: {status}").in_language(language)
    ending = describe(verdict.game, verdict.outcome, language)
    if verdict.status is Status.CONTRADICTED:
        ending = f"{ending} - {status}"
    return Message(f"{plies} 手で{ending}", f"{plies} plies: {ending}").in_language(language)


def last_move_line(verdict: Verdict, language: Language) -> str:
    """Return the last move that the rules leave to the side which need not make it, or that it was declined.

    Nothing where there was none to make, and nothing while it is still to come.
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


def describe(game: Game | None, ending: Ending, language: Language) -> str:
    """Return who won, why, and by which article."""
    who = ""
    if ending.outcome is not None:
        who = (game.outcome_label(ending.outcome) if game else ending.outcome.label).in_language(language)
    why = ending.termination.label.in_language(language)
    reason = f"{why}, {ending.article}" if ending.article else why
    return f"{who} ({reason})" if who else reason


def fault_line(verdict: Verdict, language: Language) -> str:
    """Return the first fault with its ply, move and article, or nothing where there is none."""
    fault = verdict.fault
    if fault is None:
        return ""
    move = f" {drawable(fault.move, NAME_WIDTH)}" if fault.move else ""
    article = f" [{fault.article}]" if fault.article else ""
    where = Message(f"{fault.ply} 手目", f"ply {fault.ply}").in_language(language)
    return drawable(f"{where}{move}{article}: {fault.message.in_language(language)}", FAULT_WIDTH)
