"""Builds the records of tests/data/statements.toml: every pair of statements that a record can make, in every game."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import NamedTuple

from helpers import verdict

from kifu.core import games

DATA = Path(__file__).parents[1] / "data"
TABLE = tomllib.loads((DATA / "statements.toml").read_text("utf-8"))
GROUNDS = {
    (ground["game"], ground["name"]): ground
    for ground in tomllib.loads((DATA / "grounds.toml").read_text("utf-8"))["ground"]
}
GAMES = tuple(dict.fromkeys(game for game, _ in GROUNDS))
NAMES = {"先手": "甲", "後手": "乙"}
_MARKS = {"先手": "▲", "後手": "△"}
_OPTION = {"six": "near=any", "rengo": "komi=5.5"}


class Case(NamedTuple):
    """A record that makes two statements, and what its verdict has to say."""

    name: str
    kinds: tuple[str, str]
    text: str
    status: str
    codes: tuple[str, ...]
    """One of them is among the errors and warnings; none: there are no errors or warnings."""


def cases(game):
    """Yield each case of a game."""
    for matrix in TABLE["matrix"]:
        if matrix.get("only", game) == game:
            yield from _of_matrix(game, matrix)
    for number, case in enumerate(TABLE["case"], start=1):
        if "match" in case:
            if game == "king":
                yield _of_match(number, case)
        elif game in case.get("only", game).split():
            yield _of_case(game, number, case)


def answered():
    """Return the pairs of kinds that have an answer."""
    pairs = [tuple(entry["kinds"]) for entry in (*TABLE["matrix"], *TABLE["case"])]
    pairs += [(apart["kinds"][0], other) for apart in TABLE["apart"] for other in apart["kinds"][1]]
    return {frozenset(pair) for pair in pairs}


def pairs():
    """Return every pair of kinds, also of a kind with itself."""
    return {frozenset(pair) for pair in combinations_with_replacement(TABLE["kinds"], 2)}


def record_of(game, ground, above=(), end=(), **more):
    """Return the text of a record on a ground, with its placeholders filled in.

    `times` are those of its first moves, `head` stands for the head of the ground.
    """
    about, times = GROUNDS[game, ground], more.get("times", ())
    moves = about["moves"].splitlines()
    moves = [f"{move} ({times[at]})" if at < len(times) else move for at, move in enumerate(moves)]
    lines = [
        f"棋種：{game}",
        "先手：甲",
        "後手：乙",
        *above,
        *more.get("head", about["head"]).splitlines(),
        *moves,
        *end,
    ]
    text = "\n".join(line for line in lines if line) + "\n"
    for key, value in _fillings(game, about, text).items():
        text = text.replace(f"{{{key}}}", value)
    return text


def _fillings(game, about, text):
    mover, other = ("先手", "後手") if about["mover"] == "first" else ("後手", "先手")
    union = bool(games.load(game).target)
    first = about["mover"] if about["plies"] % 2 == 0 else {"first": "second", "second": "first"}[about["mover"]]
    sides = ("白", "黒") if union else ("先手", "後手")
    values = {
        "M": mover,
        "O": other,
        "m": _MARKS[mover],
        "o": _MARKS[other],
        "MN": NAMES[mover],
        "ON": NAMES[other],
        "n": str(about["plies"]),
        "p": str(about["plies"] + 1),
        "id": game,
        "another": "ace" if game == "six" else "six",
        "option": _OPTION.get(game, "last=must"),
        "first": sides[first == "second"],
        "second": sides[first == "first"],
    }
    if "{F" in text or "{S}" in text:
        points = _points(game, about["name"])
        values |= {"F": f"{points[0]:g}", "F1": f"{points[0] + 1:g}", "S": f"{points[1]:g}"}
    return values


@cache
def _points(game, ground):
    return verdict(record_of(game, ground)).scores()[-1]


def _of_matrix(game, matrix):
    kinds = tuple(matrix["kinds"])
    one, two = (TABLE["phrases"].get(kind) for kind in kinds)
    for row in matrix["rows"].strip().splitlines():
        phrase, *answers = row.split()
        if "grounds" in matrix:  # the phrase alone, on each ground
            for ground, answer in zip(matrix["grounds"].split(), answers, strict=True):
                if (game, ground) in GROUNDS:
                    yield _alone(game, kinds, phrase, ground, answer)
            continue
        ground = matrix.get("ground", "open")
        for column, answer in zip(matrix["columns"].split(), answers, strict=True):
            parts = {"above": [], "end": []}
            for kind, text in ((kinds[0], one[phrase]), (kinds[1], two[column])):
                parts["above" if kind == "head" else "end"].append(text)
            text = record_of(game, ground, parts["above"], parts["end"])
            yield _answered(
                f"{game} {ground}: {phrase} + {column}", kinds, text, _except(game, ground, (phrase, column), answer)
            )


def _alone(game, kinds, phrase, ground, answer):
    text = TABLE["phrases"][kinds[1]].get(phrase, f"{{p}} {phrase}")
    built = record_of(game, ground, *(([text], []) if kinds[1] == "head" else ([], [text])))
    return _answered(f"{game} {ground}: {phrase}", kinds, built, _except(game, ground, (phrase,), answer))


def _except(game, ground, phrases, answer):
    for rule in TABLE["except"]:
        if rule["game"] == game and rule["ground"] == ground and rule["phrase"] in phrases:
            return rule["answer"] if answer not in "FNX" else answer
    return answer


def _answered(name, kinds, text, answer):
    status = TABLE["answers"][answer[0]][0]
    return Case(name, kinds, text, status, tuple(filter(None, (TABLE["answers"][letter][1] for letter in answer))))


def _expected(case):
    if "answer" in case:
        status, code = TABLE["answers"][case["answer"]]
        return status, tuple(filter(None, [code]))
    return case["status"], tuple(filter(None, [case["code"]]))


def _of_case(game, number, case):
    ground = case.get("ground", "open")
    about = GROUNDS[game, ground]
    head = about["head"]
    for key, lines in case.get("diagram", {}).items():
        head = "\n".join(new for line in head.splitlines() for new in (lines if line.startswith(key) else [line]))
    end = [*(_checkpoints(game, ground, case["checkpoint"]) if "checkpoint" in case else ()), *case.get("end", ())]
    text = record_of(game, ground, case.get("above", ()), end, times=case.get("times", ()), head=head)
    name = f"{game} {ground}: case {number} {' '.join(map(str, (*case.get('above', ()), *case.get('end', ()))))}"
    return Case(name, tuple(case["kinds"]), text, *_expected(case))


def _checkpoints(game, ground, which):
    """Return the diagram after the last move: as it was before it, as it is, both, or with the other side to move."""
    judged = verdict(record_of(game, ground))
    before, after = (
        "局面図\n" + judged.game.spell_diagram(position).rstrip() for position in judged.replay.positions[-2:]
    )
    if which == "turned":
        lines = after.splitlines()
        at = next(at for at, line in enumerate(lines) if line.startswith("手番："))
        lines[at] = next(line for line in before.splitlines() if line.startswith("手番："))
        return lines
    return "\n".join({"before": [before], "after": [after], "both": [after, before]}[which]).splitlines()


def _of_match(number, case):
    """Return a match whose first game is won by the player of {O}, and whose second is a draw."""
    above, first, second = case["match"]
    text = f"棋種：king\n先手：甲\n後手：乙\n{above}\n"
    for half, ground, extra in (("前半", "over", first), ("後半", "drawn", second)):
        about = GROUNDS["king", ground]
        below = case.get("below") or extra.startswith(("結果", "合計", "勝者"))
        text += f"対局：{half}\n{'' if below else extra}\n{about['head']}{about['moves']}\n{extra if below else ''}\n"
    return Case(f"king match: case {number} {case['match']}", tuple(case["kinds"]), text, *_expected(case))


def failures(game):
    """Yield a line for each case of a game whose verdict is another one."""
    for case in cases(game):
        judged = verdict(case.text)
        codes = {
            diagnostic.code
            for part in (judged, *judged.games)
            for diagnostic in part.diagnostics
            if diagnostic.severity != "note"
        }
        found = bool(codes.intersection(case.codes)) if case.codes else not codes
        if judged.status != case.status or not found:
            yield f"{case.name}: {judged.status} {sorted(codes)}, not {case.status} {list(case.codes)}"
