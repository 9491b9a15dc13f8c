"""Shares a match of キング among the tests: the games of a sample, entered at two tables."""

from pathlib import Path

from tables import Recorder

from kifu.recording.game_setup import second_game_setup_json
from kifu.recording.state_record_conversion import record_text
from notation.reading import read

SAMPLE = Path(__file__).parents[2] / "samples/king/match.kif"
HALVES = tuple(
    [entry.text for entry in game.main.entries] for game in read("match.kif", SAMPLE.read_bytes()).records[0].games
)
"""The moves of both games."""
NAMES = {"first": "甲", "second": "乙"}


def first_half(moves=HALVES[0], *, close=True, **more):
    """Return the table of a first game."""
    table = Recorder("king", names=NAMES, **more).move(*moves)
    if close:
        table.send("close")
    return table


def second_half(first, moves=HALVES[1]):
    """Return the table of the second game, closed if it was played to its end."""
    value = second_game_setup_json(first.state, "one", record_text(first.state), {"match": "one"})
    table = Recorder(**value).move(*moves)
    if len(moves) == len(HALVES[1]):
        table.send("close")
    return table
