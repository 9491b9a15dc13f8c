"""Records games in processes that are killed, and counts what was acknowledged, lost and invented. Run as a program.

``python crashing.py steps FOLDER``: a process is killed before each call to the system that a write makes, in turn.
``python crashing.py random FOLDER NUMBER``: NUMBER processes are killed at random moments. Prints one JSON object.
"""

import itertools
import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from kifu.recording.game_setup import read_setup
from kifu.recording.position_and_moves_json import enterable_moves
from kifu.recording.state_and_clock import Instant
from kifu.recording.submit_and_replay_events import Sender
from kifu.web.server import session_files
from kifu.web.server.sessions import Sessions

CALLS = ("open", "write", "fsync", "close", "ftruncate")


def sender():
    """Return a sender at this instant."""
    return Sender("test", "now", Instant(str(os.getpid()), time.monotonic_ns() // 1_000_000))


def record(folder, name, told, most):
    """Go on with a game for at most `most` moves; tell each move when it is acknowledged."""
    table = Sessions(folder).find(name)
    for _ in range(most):
        state = table.state
        found = enterable_moves(state.game, state.position)
        if not found:
            os.write(told, b"back\n")
            table.submit({"base": state.seq, "event": {"id": f"{os.getpid()}-{state.seq}", "kind": "undo"}}, sender())
            os.write(told, b"undo\n")
            continue
        text, ply = found[state.seq % len(found)].text, state.ply + 1
        event = {"id": f"{os.getpid()}-{state.seq}", "kind": "move", "ply": ply, "text": text}
        os.write(told, f"sent {ply} {text}\n".encode())
        table.submit({"base": state.seq, "event": event}, sender())
        os.write(told, f"done {ply} {text}\n".encode())


def kill_before(call):
    """Kill this process before its call number `call` to the system from a write."""
    numbers = itertools.count()

    def counted(function):
        def called(*arguments, **options):
            if next(numbers) == call:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*arguments, **options)

        return called

    for name in CALLS:
        setattr(session_files.os, name, counted(getattr(os, name)))
    Path.replace = counted(Path.replace)


def run(folder, name, most, call=None, delay=None):
    """Record in a process of its own until it ends or is killed; return what it has told, and whether it was killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        told = os.dup(writing)
        table_folder = folder
        if call is not None:
            Sessions(table_folder)  # what an earlier death has left is mended first
            kill_before(call)
        record(table_folder, name, told, most)
        os._exit(0)
    os.close(writing)
    if delay is not None:
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    return told, os.WIFSIGNALED(status)


def main(kind, folder, number=0):
    """Count what is lost and what is invented."""
    folder = Path(folder)
    name = Sessions(folder).open(read_setup({"game": "six", "mode": "record"}), sender()).name
    draw = random.Random(1)
    counted = {"killed": 0, "acknowledged": 0, "lost": 0, "invented": 0, "stale": 0, "left": 0}
    known, call = [], 0
    while call < int(number) if kind == "random" else True:
        if kind == "random":
            told, killed = run(folder, name, 10_000, delay=draw.uniform(0, 0.2))
        else:
            told, killed = run(folder, name, 2, call=call)
        call += 1
        counted["killed"] += killed
        allowed = [known]
        for line in told.splitlines():
            word, *rest = line.split(" ", 2)
            if word == "back":
                allowed = [known, known[:-1]]
            elif word == "sent":
                allowed = [known, [*known, rest[1]]]
            else:
                known = allowed[-1]
                allowed = [known]
                counted["acknowledged"] += 1
        tables = Sessions(folder)
        assert not tables.damaged, tables.damaged
        kept = [move.text for move in tables.find(name).state.moves]
        counted["lost"] += all(kept[: len(one)] != one for one in allowed)
        counted["invented"] += kept not in allowed
        text = (folder / f"{name}.kif").read_text("utf-8")
        counted["stale"] += any(move not in text for move in kept)
        known = kept
        if kind == "steps" and not killed:
            break
    # No death makes a record that is not of its journal, and what it had prepared goes at the next start.
    counted["left"] = len([*folder.glob(".*.kif.*"), *folder.glob("*.kept-*")])
    sys.stdout.write(json.dumps(counted))


if __name__ == "__main__":
    main(*sys.argv[1:])
