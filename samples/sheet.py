"""Writes game records as a recorder does: with times, remarks and a closing word. The other scripts here use it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.outcome import SIDE_LABELS
from notation.formats.kif_canonical_writer import TABLE, spell_clock, spell_move_line
from notation.line_kinds import MoveClock

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FAST = 8
"""The number of plies at the start that are made quickly."""
LONG = 0.06
"""How often a player thinks for long."""
FIRST = {"beating": "敵の駒を倒した", "union": "合体した", "taking": "駒を取った", "leap": "飛び越えて取った"}
"""The traces that get a remark at their first occurrence."""
APART = 6
"""The fewest plies between two remarks on the lead."""


class Times(NamedTuple):
    """The times of a game."""

    spent: tuple[int, ...]
    """Seconds for each ply."""
    ran_out: bool
    """Whether the side to move then used up its time."""


def clock(sides: Sequence[int], seed: str, budget: int, byoyomi: int = 0) -> Times:
    """Return times for the moves of `sides`, 0 for 先手 and 1 for 後手. `budget` and `byoyomi` are in seconds.

    A side without 秒読み loses once its budget is used up; the times end there.
    """
    draw = random.Random(seed)  # noqa: S311 - reproducible samples
    used = [0, 0]
    spent: list[int] = []
    for ply, side in enumerate(sides):
        seconds = draw.randint(2, 20) if ply < FAST else draw.randint(5, 60)
        if ply >= FAST and draw.random() < LONG:
            seconds += draw.randint(60, 240)
        left = budget - used[side]
        if byoyomi:
            seconds = min(seconds, max(left, 0) + byoyomi - 1)
        elif seconds >= left:
            return Times(tuple(spent), ran_out=True)
        spent.append(seconds)
        used[side] += seconds
    return Times(tuple(spent), ran_out=False)


def sheet(  # noqa: PLR0913 - the parts of a record
    head: Mapping[str, str],
    moves: Sequence[str],
    closing: Sequence[str],
    *,
    diagram: str = "",
    sides: Sequence[int] = (),
    spent: Sequence[int] = (),
    remarks: Mapping[int, str] | None = None,
    before: str = "",
) -> str:
    """Return a record.

    `head` has the header lines in order, `before` says what is disputed, `remarks` has the remark behind a ply. `sides` and
    `spent` have the side and the seconds of each ply; without them there are no times.
    """
    lines = [f"# {line}" for line in before.splitlines()]
    lines += [f"{key}：{value}" for key, value in head.items()]
    lines += ["局面図", *diagram.splitlines()] if diagram else []
    lines.append(TABLE)
    totals = [0, 0]
    for ply, text in enumerate(moves, start=1):
        time = ""
        if spent:
            side = sides[ply - 1]
            totals[side] += spent[ply - 1]
            time = spell_clock(MoveClock(spent[ply - 1], totals[side], branches=False))
        lines.append(spell_move_line(ply, text, time))
        if remarks and ply in remarks:
            lines.append(f"*{remarks[ply]}")
    return "".join(f"{line}\n" for line in (*lines, *closing))


def resigned(plies: int, side: int) -> tuple[str, str]:
    """Return the closing lines of a game that `side`, which is to move, resigned."""
    return f"{plies + 1:>4} 投了", f"まで{plies}手で{SIDE_LABELS[1 - side].ja}の勝ち"


def out_of_time(times: Times, sides: Sequence[int], budget: int) -> tuple[str, str]:
    """Return the closing lines of a game in which the side to move used up its budget."""
    plies = len(times.spent)
    side = sides[plies]
    rest = budget - sum(seconds for seconds, mover in zip(times.spent, sides, strict=False) if mover == side)
    word = spell_move_line(plies + 1, "時間切れ", spell_clock(MoveClock(rest, budget, branches=False)))
    return word, f"まで{plies}手で時間切れにより{SIDE_LABELS[1 - side].ja}の勝ち"


def sides_of(game: Any, positions: Sequence[Any]) -> tuple[int, ...]:  # noqa: ANN401
    """Return the side to move of each position: 0 for 先手, 1 for 後手."""
    return tuple(int(game.turn(position)) for position in positions)


def remarks(game: Any, positions: Sequence[Any], moves: Sequence[int], spent: Sequence[int]) -> dict[int, str]:  # noqa: ANN401
    """Return a recorder's remarks by ply.

    They tell the first capture or union, a new leader, the longest thought, and how the game stood at its end.
    """
    said: dict[int, str] = {}
    label = game.measures[0].label.ja
    leader, last = 0, 0
    told: set[str] = set()
    for ply, (position, move, after) in enumerate(zip(positions, moves, positions[1:], strict=False), start=1):
        side = SIDE_LABELS[game.turn(position)].ja
        kinds = {mark.kind for mark in game.trace(position, move)} & FIRST.keys()
        if kinds and not told:
            said[ply] = f"{side}がこの一局で初めて{FIRST[min(kinds)]}。"
        told |= kinds
        first, second = game.measure(after)[0]
        lead = (first > second) - (first < second)
        if lead and lead != leader:
            if leader and ply - last >= APART and ply not in said:
                ahead = SIDE_LABELS[lead < 0].ja
                said[ply] = f"{ahead}が逆転した。{label}は先手{first:g} 後手{second:g}。"
                last = ply
            leader = lead
    longest = max(range(len(spent)), key=spent.__getitem__) + 1
    minutes, seconds = divmod(spent[longest - 1], 60)
    thought = f"{minutes}分{seconds:02d}秒の長考。" if minutes else ""
    if thought:
        said[longest] = thought + said.get(longest, "この一局でいちばん長く考えた。")
    first, second = game.measure(positions[-1])[0]
    said[len(moves)] = said.get(len(moves), "") + f"{label}は先手{first:g} 後手{second:g}。"
    return said
