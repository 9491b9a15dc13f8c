"""Judges fragments: one way of writing an end, a head, a remark, a correction, a manner of moves or a start, round a small game."""

import json
from functools import cache
from pathlib import Path

import typed_records

from kifu.core import games
from notation.reading import read_documents

FRAGMENTS = Path(__file__).resolve().parents[1] / "data" / "fragments"
GAMES = json.loads((FRAGMENTS / "games.json").read_text("utf-8"))


@cache
def start_of_rengo():
    """Return the lines of the start of the game of 続・連合将棋, which a record of it needs."""
    game = games.load("rengo")
    return f"盤：碁盤9路\n局面図\n{game.spell_diagram(game.start())}".rstrip("\n")


def text_of(fragment):
    """Return the record that a fragment stands in: its own text, or the moves of its game with it before, behind or between."""
    base = GAMES[fragment["base"]]
    name = games.load(base["game"]).name.ja
    if "text" in fragment:
        return _with_start(fragment, base)
    between, behind = fragment.get("insert", {}), fragment.get("suffix", {})
    lines = [f"棋種：{name}", *filter(None, [fragment.get("before", "").rstrip("\n")])]
    lines += [start_of_rengo()] if base["game"] == "rengo" else []
    lines += [between["0"]] if "0" in between else []
    for ply, move in enumerate(base["moves"], start=1):
        lines.append(f"{ply:4} {move}{behind.get(str(ply), '')}")
        lines += [between[str(ply)].rstrip("\n")] if str(ply) in between else []
    return "\n".join([*lines, *filter(None, [fragment.get("after", "").rstrip("\n")])]) + "\n"


def _with_start(fragment, base):
    lines = fragment["text"].split("\n")
    named = next((at for at, line in enumerate(lines) if "連合将棋" in line), None)
    own = base["game"] != "rengo" or fragment.get("start") == "own" or "局面図" in fragment["text"]
    return "\n".join(lines if own or named is None else [*lines[: named + 1], start_of_rengo(), *lines[named + 1 :]])


def outcome_of(fragment, folder):
    """Return how a fragment is read: right, asked, or wrong; `quiet` is wrong at exit code 0, `names` another player."""
    base, expected = GAMES[fragment["base"]], fragment["expect"]
    wanted = {"game": base["game"], "moves": fragment.get("moves", base["moves"]), "winner": None, **expected}
    file = folder / "fragment.txt"
    file.write_text(text_of(fragment), "utf-8")
    kind = typed_records.outcome_of(file, wanted).kind
    if kind in typed_records.WRONG:
        return "wrong" if any(one.status.exit_code for one in typed_records.judged(file)) else "quiet"
    named = [expected[key] for key in ("first", "second") if expected.get(key)]
    return "names" if kind == "right" and expected["verdict"] == "read" and not _names(file, named) else kind


def _names(file, wanted):
    (document, *_) = read_documents(file.name, file.read_bytes())
    found = {document.records[0].header(key) for key in ("先手", "後手", "白", "黒")}
    return found.issuperset(wanted)


def fragments(name):
    """Return the fragments of a file."""
    return json.loads((FRAGMENTS / f"{name}.json").read_text("utf-8"))
