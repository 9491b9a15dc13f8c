"""Attacks `kifu serve` on 127.0.0.1 and prints what was counted, one JSON object an attack. Run by hand.

``python tests/tools/attack_table.py [idle|few|streams|pin|bodies|journal|keys|cuts|kills|slow|entering|builds] …``; without a name, all in turn.
"""

import base64
import collections
import contextlib
import http.client
import json
import multiprocessing
import os
import resource
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/support")]

from served import Server  # noqa: E402 - the path comes first
from tables import Recorder  # noqa: E402

from kifu.core import games  # noqa: E402
from kifu.recording.game_setup import read_setup  # noqa: E402
from kifu.recording.journal_and_record_mark import chain_line, encode_line  # noqa: E402
from kifu.web.server.sessions import Sessions  # noqa: E402
from notation.random_record import random_game_as_kif  # noqa: E402

IDLE = 5_000
PLAYED = ("四04占", "三03領", "四03占", "五05領")


def flooded(server, number, seconds):
    """Record while another process holds `number` idle sockets open; count the answers."""
    cookie = server.enter()
    game = server.new(cookie)
    opened = multiprocessing.Value("i", 0)
    crowd = multiprocessing.Process(target=_hold, args=(server.host, server.port, number, opened))
    crowd.start()
    while opened.value < number:
        time.sleep(0.1)
    statuses: collections.Counter = collections.Counter()
    worst, end, base = 0.0, time.monotonic() + seconds, 1
    while time.monotonic() < end:
        begun = time.monotonic()
        status = _tried(lambda base=base: server.send(cookie, game, base, f"n{base}", "note", text="x").status)
        statuses[status] += 1
        base += status == 200
        worst = max(worst, time.monotonic() - begun)
        time.sleep(0.06)
    entered = collections.Counter(_tried(lambda: bool(server.enter())) for _ in range(10))
    held = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
    crowd.terminate()
    crowd.join()
    return {
        "events": dict(statuses),
        "entered": dict(entered),
        "worst_s": round(worst, 2),
        "opened": opened.value,
        "descriptors_of_the_server": held,
    }


def _tried(act):
    try:
        return act()
    except (OSError, AssertionError, http.client.HTTPException) as wrong:
        return type(wrong).__name__


def _hold(host, port, number, opened):
    """Hold sockets open that say nothing; each is opened again when it is closed."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    links: list[socket.socket] = []
    while True:
        while len(links) < number:
            link = socket.socket()
            link.setblocking(False)  # noqa: FBT003 - as the library has it
            with contextlib.suppress(BlockingIOError):
                link.connect((host, port))
            links.append(link)
            opened.value += 1
            if opened.value % 100 == 0:
                time.sleep(0.01)
        gone = [link for link in links if _closed(link)]
        for link in gone:
            link.close()
        links = [link for link in links if link.fileno() >= 0]
        time.sleep(0.2)


def _closed(link):
    try:
        return link.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def idle(folder):
    """Record under 5 000 idle sockets."""
    with _server(folder) as (server, said):
        counts = flooded(server, IDLE, 15)
    return {**counts, **said}


def few(folder):
    """Record with 256 descriptors and 1 000 idle sockets."""
    with _server(folder, program=["prlimit", "--nofile=256:256"]) as (server, said):
        counts = flooded(server, 1_000, 10)
    return {**counts, **said}


def streams(folder):
    """One spectator's device opens sixty streams, then other devices come."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with _server(folder) as (server, said):
        recorder = server.enter()
        game = server.new(recorder)
        one = server.enter("spectator")
        links = [_stream(server, one, game) for _ in range(60)]
        device = collections.Counter(status for status, _ in links)
        others = []
        for _ in range(700):
            with contextlib.suppress(AssertionError):
                others.append(server.enter("spectator"))
        crowd = [_stream(server, cookie, game) for cookie in others for _ in range(3)]
        sent = time.monotonic()
        status = server.send(recorder, game, 1, "a", "note", text="x").status
        answered = time.monotonic() - sent
        used = Path(f"/proc/{server.process.pid}/stat").read_text().split()[13:15]
        memory = Path(f"/proc/{server.process.pid}/status").read_text().split("VmHWM:")[1].split()[0]
        for _, link in links + crowd:
            link.close()
    return {
        "one_device": dict(device),
        "devices": len(others),
        "their_streams": dict(collections.Counter(status for status, _ in crowd)),
        "event": status,
        "event_s": round(answered, 3),
        "cpu_s": sum(map(int, used)) / os.sysconf("SC_CLK_TCK"),
        "memory_kB": int(memory),
        **said,
    }


def _stream(server, cookie, game):
    link = socket.create_connection((server.host, server.port), 10)
    link.sendall(f"GET /api/g/{game}/stream HTTP/1.1\r\nHost: {server.host}\r\nCookie: {cookie}\r\n\r\n".encode())
    try:
        return int(link.recv(200).split()[1]), link
    except (OSError, IndexError) as wrong:
        return type(wrong).__name__, link


def pin(folder):
    """A recorder's device guesses, then comes in again and again to guess; the arbiter's device gives the PIN meanwhile."""
    with _server(folder) as (server, said):
        game = server.new(server.enter(), mode="official")
        path = f"/api/g/{game}/pin"
        one = server.enter()
        alone = collections.Counter(server.request("POST", path, {"pin": "x"}, one).status for _ in range(20))
        arbiter = server.request("POST", path, {"pin": server.told["pin"]}, server.enter()).status
        again: collections.Counter = collections.Counter()
        for _ in range(60):
            cookie = server.enter()
            again.update(server.request("POST", path, {"pin": "x"}, cookie).status for _ in range(5))
        late = server.request("POST", path, {"pin": server.told["pin"]}, server.enter()).status
    return {"one_device": dict(alone), "arbiter": arbiter, "sixty_devices": dict(again), "late_arbiter": late, **said}


def bodies(folder):
    """A hundred clients go away within a body."""
    with _server(folder) as (server, said):
        cookie = server.enter()
        game = server.new(cookie)
        for path in ("/api/games", f"/api/g/{game}/events", f"/api/g/{game}/pin", "/api/compare", "/api/dossier") * 20:
            with socket.create_connection((server.host, server.port)) as link:
                head = f"POST {path} HTTP/1.1\r\nHost: {server.host}\r\nCookie: {cookie}\r\n"
                link.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{".encode())
                time.sleep(0.005)
        time.sleep(0.5)
    return said


def journal(folder):
    """Start on journals made by hand: of 40 000 notes, of 100 000, and of 2 000 moves and undos; processor seconds."""
    counts = {}
    for name, number, kind in (("notes", 2_000, "note"), ("many", 40_000, "note"), ("most", 100_000, "note")):
        place = Path(folder) / name
        place.mkdir()
        (place / "made.journal").write_bytes(b"".join(_lines(number, kind)))
        before = os.times()
        with _server(place) as (server, said):
            listed = server.request("GET", "/api/games", cookie=server.enter()).json["games"]
        after = os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        counts[name] = {"cpu_s": round(spent, 1), "seq": listed[0].get("seq"), "error": listed[0].get("error"), **said}
    return counts


def _lines(number, kind):
    (line,) = Recorder().lines
    yield encode_line(line)
    for seq in range(2, number + 1):
        body = {**line.body, "seq": seq, "event": {"id": f"e{seq}", "kind": kind, "text": "x"}}
        line = chain_line(body, line.hash)
        yield encode_line(line)


def keys(folder):
    """Start over keys of a stranger: open to all, of another owner, nested deeply, large."""
    known = '{"recorder": "known", "spectator": "seen", "pin": "000000", "salt": "0", "devices": {}}'
    counts = {}
    for name, text, mode, owner in (
        ("open", known, 0o666, None),
        ("read", known, 0o644, None),
        ("owner", known, 0o600, 12345),
        ("deep", "[" * 200_000, 0o600, None),
        ("large", known + " " * (64 << 20), 0o600, None),
    ):
        place = Path(folder) / name
        place.mkdir()
        path = place / ".kifu-table.keys"
        path.write_text(text)
        path.chmod(mode)
        if owner is not None:
            os.chown(path, owner, owner)
        try:
            with _server(place) as (server, said):
                counts[name] = {"known_token_gets": server.request("GET", "/j/known").status}
            counts[name] |= said
        except RuntimeError as wrong:
            counts[name] = {"refused": str(wrong) or (place / "said").read_text("utf-8")[-200:]}
    return counts


def cuts(folder):
    """Cut a journal at every byte, the record beside it whole; count what is lost of journal and record, and overwritten."""
    place = Path(folder) / "whole"
    place.mkdir()
    made = Recorder()
    table = Sessions(place).open(read_setup({"game": "six", "mode": "record"}), made.sender())
    for ply, text in enumerate(PLAYED, start=1):
        event = {"id": f"e{ply}", "kind": "move", "ply": ply, "text": text}
        table.submit({"base": table.state.seq, "event": event}, made.sender())
    data, text = ((place / f"{table.name}{ending}").read_bytes() for ending in (".journal", ".kif"))
    counts: collections.Counter = collections.Counter()
    for cut in range(len(data) + 1):
        there = Path(folder) / "cut"
        shutil.rmtree(there, ignore_errors=True)
        there.mkdir()
        (there / f"{table.name}.journal").write_bytes(data[:cut])
        (there / f"{table.name}.kif").write_bytes(text)
        tables = Sessions(there)
        found = tables.all.get(table.name)
        kept = [path.read_bytes() for path in there.iterdir()]
        counts["cuts"] += 1
        counts["at_line_ends"] += data[:cut].endswith(b"\n")
        counts["record_lost"] += not any(text in one for one in kept)
        rest = b"".join(path.read_bytes() for path in sorted(there.glob("*.journal*")))
        counts["journal_bytes_lost"] += sorted(rest.rstrip(b"\n")) != sorted(data[:cut].rstrip(b"\n"))
        short = found is not None and found.state.seq < len(PLAYED) + 1
        counts["short_in_silence"] += short and not found.conflicts
    return dict(counts)


def kills(folder):
    """Two hundred processes are killed while they record."""
    words = [sys.executable, str(ROOT / "tests/support/crashing.py"), "random", str(folder), "200"]
    done = subprocess.run(words, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=True)
    counts: dict[str, object] = json.loads(done.stdout)
    return counts


SLOW = {
    "commas": "、\n" * 1_600,
    "bars": "|\n" * 6_000,
    "blanks": "棋種：6面体\n" + " " * 6_000 + "x\n",
    "stars": "*" * 6_000,
    "brackets": "（" * 6_000,
    "digits": "1" * 6_000,
    "row": "1 2 3 4 5 6 7 8 9 " * 500,
    "head": "棋種：6面体\n" + "：" * 6_000,
    "times": "棋種：6面体\n1 四04占 " + "(0:0" * 2_000,
}
"""Texts that have held a reader up, or may."""


def slow(folder):
    """Texts that hold a reader up lie in the folder and are posted, while a game is recorded; the times of its events."""
    with _server(folder) as (server, said):
        recorder, other = server.enter(), server.enter()
        game = server.new(recorder)
        for name, text in SLOW.items():
            (Path(folder) / f"{name}.kif").write_text(text, "utf-8")
        asked = [("GET", "/api/games", None), ("GET", "/api/explorer", None)]
        asked += [("POST", "/api/compare", {"a": _sheet(text), "b": _sheet(text)}) for text in SLOW.values()]
        asked += [("POST", "/api/dossier", {"a": _sheet(text)}) for text in SLOW.values()]
        asked += [("POST", "/api/games", {"game": "six", "mode": "record", "setup": text}) for text in SLOW.values()]
        asked += [("POST", "/api/setup", {"game": "six", "setup": text}) for text in SLOW.values()]
        asked += [("POST", f"/api/g/{game}/try", {"ply": 0, "moves": [text[:200]]}) for text in SLOW.values()]
        answers: collections.Counter = collections.Counter()
        crowd = [
            threading.Thread(target=_asks, args=(server, other, asked[one::4], answers), daemon=True)
            for one in range(4)
        ]
        for one in crowd:
            one.start()
        taken, longest, base = 0, 0.0, 1
        while any(one.is_alive() for one in crowd) or taken < 50:
            begun = time.monotonic()
            taken += server.send(recorder, game, base, f"n{base}", "note", text="x").status == 200
            longest, base = max(longest, time.monotonic() - begun), base + 1
            time.sleep(0.05)
        names = {
            row["file"]: row["id"]
            for row in server.request("GET", "/api/games", cookie=other).json["games"]
            if "file" in row
        }
        crowd = [
            threading.Thread(
                target=_asks,
                args=(server, other, [("GET", f"/g/{one}.{kind}", None) for one in names.values()], answers),
                daemon=True,
            )
            for kind in ("html", "json", "kif", "pdf")
        ]
        for one in crowd:
            one.start()
        while any(one.is_alive() for one in crowd):
            begun = time.monotonic()
            taken += server.send(recorder, game, base, f"n{base}", "note", text="x").status == 200
            longest, base = max(longest, time.monotonic() - begun), base + 1
            time.sleep(0.05)
    return {
        "files": len(names),
        "asked": dict(answers),
        "events": taken,
        "of": base - 1,
        "worst_s": round(longest, 3),
        **said,
    }


def _sheet(text):
    return {"name": "x.kif", "data": base64.b64encode(text.encode()).decode()}


def _asks(server, cookie, asked, answers):
    for method, path, body in asked:
        shown = path if path.startswith("/api") else "/g/….html and others"
        status = _tried(lambda: server.request(method, path, body, cookie).status)  # noqa: B023 - called at once
        answers[f"{shown.replace(path.split('/')[3], '…') if shown.startswith('/api/g/') else shown} {status}"] += 1


def entering(folder):
    """One device comes in again and again, while a recorder is connected, one has recorded, and an arbiter has given the PIN."""
    with _server(folder) as (server, said):
        connected, idle, arbiter = (server.enter() for _ in range(3))
        game = server.new(idle, mode="official")
        assert server.request("POST", f"/api/g/{game}/pin", {"pin": server.told["pin"]}, arbiter).status == 200
        _, link = _stream(server, connected, game)
        entered: collections.Counter = collections.Counter()
        while entered[True] < 2_300:
            entered[_tried(lambda: bool(server.enter()))] += 1
            if entered["AssertionError"]:
                time.sleep(0.05)
        left = {
            name: server.request("GET", f"/api/g/{game}/state", cookie=cookie).status
            for name, cookie in (("connected", connected), ("idle", idle), ("arbiter", arbiter))
        }
        link.close()
    return {"entered": entered[True], "refused": entered["AssertionError"], **left, **said}


def builds(folder):
    """Builds with two workers are ended by SIGKILL and by SIGTERM; what is left of their processes three seconds later."""
    records = Path(folder) / "records"
    records.mkdir()
    texts = [random_game_as_kif(games.load("six"), seed, 40) for seed in range(100)]
    for number in range(200):
        (records / f"{number}.kif").write_text("".join(texts), "utf-8")
    counts = {}
    for end in (signal.SIGKILL, signal.SIGTERM):
        left = collections.Counter()
        for number in range(10):
            mark = f"KIFU_ATTACK={secrets.token_hex(8)}"
            words = [sys.executable, "-m", "kifu", "corpus", "build", str(records), "--workers", "2"]
            environment = {**os.environ, "PYTHONPATH": str(ROOT), **dict([mark.split("=")])}
            process = subprocess.Popen(
                [*words, "-o", f"{folder}/{end.name}{number}"],
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            time.sleep(1.5 + number / 2)
            left["at_work"] += len(_marked(mark))
            process.send_signal(end)
            process.wait()
            time.sleep(3)
            rest = _marked(mark)
            left["processes"] += len(rest)
            left["builds"] += bool(rest)
            for one in rest:
                with contextlib.suppress(OSError):
                    os.kill(one, signal.SIGKILL)
        counts[end.name] = {"ended": 10, **left}
    return counts


def _marked(mark):
    """Return the processes that have a variable in their environment."""
    found = []
    for place in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark.encode() in place.read_bytes():
                found.append(int(place.parent.name))
    return found


@contextlib.contextmanager
def _server(folder, **more):
    """Serve a folder; what it has said is counted when it ends."""
    said: dict[str, object] = {}
    place = Path(folder)
    log = place / "said"
    server = Server(place, stderr=log.open("wb"), **more)
    try:
        yield server, said
    finally:
        try:
            server.stop()
        except subprocess.TimeoutExpired:
            said["stopped"] = False
            server.kill()
        text = log.read_bytes()
        said.update(said_bytes=len(text), tracebacks=text.count(b"Traceback"))


ATTACKS = (idle, few, streams, pin, bodies, journal, keys, cuts, kills, slow, entering, builds)

if __name__ == "__main__":
    for attack in ATTACKS:
        if len(sys.argv) == 1 or attack.__name__ in sys.argv[1:]:
            with tempfile.TemporaryDirectory() as where:
                sys.stdout.write(f"{json.dumps({attack.__name__: attack(where)})}\n")
                sys.stdout.flush()
