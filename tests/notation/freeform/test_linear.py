"""Tests that reading takes no longer than its text is long: every expression of the readers, and texts of one sign."""

import importlib
import inspect
import pkgutil
import re
import time
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
import written_forms

import kifu
import notation
from kifu.referee.status_fault_and_basis import Status
from notation.freeform import copy_of_cheapest_reading, line_covers
from notation.lazy_pattern import LazyPattern

SIGNS = "、|() -=*\u3000 0一あa"
RUNS, RUN_GROWTH = (125, 1000, 8000), 25
"""The characters of the runs that are timed in turn, and how many times as long the next may take: 8 if linear, 64 if not."""
SOURCE = "\n".join(path.read_text("utf-8") for path in Path(notation.__file__).parent.rglob("*.py"))
TEXTS = ("、", "|", "(", "一", "1", "-", " ", "あ", "▲", "四04占", "(1", "▲、", "1 ")
SIZE = 1 << 16
WIDE = 4000
"""The characters of a wide line: about as many as are read with care."""
SHAPES = {"one line": SIZE, "wide lines": WIDE, "a sign a line": 1}
GROWTH = 10
"""How many times as long four times as much may take: 4 if time grows with the length, 16 if with its square."""
GAMES_OF_A_TEXT = 120
"""How many times as long as a game of twelve plies in a free form the longest text may take."""


def expressions():
    """Return every compiled expression of the readers by name: of modules, of what they hold, and of their cached functions."""
    for game in written_forms.GAMES:  # fills the functions that build expressions for a game
        document = kifu.read(
            f"{written_forms.games()[game]['head'].strip()}\n先手：山田\n結果：あ\n▲四04占、二02領\n".encode()
        )
        kifu.verify(document)
    found = {}
    for info in pkgutil.walk_packages(notation.__path__, "notation."):
        for name, value in list(vars(importlib.import_module(info.name)).items()):
            _held(value, f"{info.name}.{name}", found, 3)
    return {name: one for one, name in found.items() if isinstance(one.pattern, str)}


def _held(value, name, found, depth):
    if isinstance(value, LazyPattern | re.Pattern):
        found.setdefault(value.compiled() if isinstance(value, LazyPattern) else value, name)
    elif depth and isinstance(value, tuple) and hasattr(value, "_asdict"):
        for field, part in value._asdict().items():
            _held(part, f"{name}.{field}", found, depth - 1)
    elif depth and isinstance(value, tuple | list | set | frozenset):
        for at, part in enumerate(value):
            _held(part, f"{name}[{at}]", found, depth - 1)
    elif depth and isinstance(value, dict):
        for key, part in value.items():
            _held(part, f"{name}[{key}]", found, depth - 1)
    elif depth and hasattr(value, "cache_info"):
        takes = [one.annotation for one in inspect.signature(value).parameters.values()]
        given = {"Game": kifu.load_game("six"), "tuple[str, ...]": ("山田", "鈴木")}
        if len(takes) <= 1 and given.keys() >= {*takes}:
            _held(value(*map(given.get, takes)), name, found, depth - 1)


def signs_of(pattern):
    """Return the signs that an expression mentions, and those that every expression is tried on."""
    plain = re.sub(r"\\[dswDSWbB]", "", pattern)
    return sorted({*SIGNS, *re.findall(r"[^\\\[\](){}?*+|^$.]", plain), *re.findall(r"\\(\W)", plain)})


@cache
def asked():
    """Return by which methods the source asks each name: one pass, where a search for each name takes a minute."""
    methods = defaultdict(set)
    for name, method in re.findall(r"\b(\w+)\.(match|fullmatch|search|finditer|findall|subn?|split)\(", SOURCE):
        methods[name].add(method)
    return methods


def ways_of(name, pattern):
    """Return how an expression is asked where the source asks it by its name; any other is asked at a place."""
    ways = asked().get(re.sub(r"\[.*", "", name.rpartition(".")[2]), set())
    anywhere = [pattern.search] if ways - {"match", "fullmatch"} else []
    at_a_place = [getattr(pattern, way) for way in sorted(ways & {"match", "fullmatch"})]
    return [*at_a_place, *anywhere] or [pattern.match]


def took(ask, text, times=3, enough=0.0):
    """Return the least processor time of some calls, or of the first that takes less than `enough`."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        ask(text)
        best = min(best, time.process_time() - start)
        if best < enough:
            break
    return best


@cache
def least():
    """Return a time below which nothing is worth a closer look: that of a search through many characters, on this machine."""
    return took(re.compile("b").search, "a" * 50 * SIZE)


def is_linear(ask, sign):
    """Return whether each run of a sign takes no more than RUN_GROWTH times as long as the one before; the first shows cubes."""
    before = least()
    for characters in RUNS:
        limit = RUN_GROWTH * before + least()
        now = took(ask, sign * characters + "\0", enough=limit)
        if now > limit:
            return False
        before = now
    return True


def text_of(sign, shape, size):
    """Return a record that is `size` bytes of a sign, on lines of a shape."""
    line = sign * max(1, SHAPES[shape] // len(sign))
    text = ((line + "\n") * (size // len((line + "\n").encode()) + 1)).encode()[:size].decode(errors="ignore")
    return f"棋種：6面体\n{text}\n".encode()


def is_read_in_time(ask, short, long, work):
    """Return whether a text four times as long takes no more than GROWTH times as long, and no longer than `work`."""
    whole = took(ask, long, 1)
    return whole <= work and (whole <= work / 20 or whole <= GROWTH * took(ask, short, 1) + work / 20)


@cache
def work():
    """Return the time of GAMES_OF_A_TEXT short games, each written in a way that nobody has read before."""
    moves = [f"{column}0{row}占" for row in range(3, 9) for column in "四五"]
    texts = [
        "6面体\n" + "\n".join(f"{at}手目、{move} ({number}分)" for at, move in enumerate(moves, start=1))
        for number in range(1, 6)
    ]
    return GAMES_OF_A_TEXT * min(took(kifu.read, text.encode(), 1) for text in texts)


@pytest.mark.no_cover
def test_every_expression_is_linear():
    """No expression of the readers takes more than linear time on a run of any sign that it mentions."""
    found = expressions()
    assert len(found) > 800
    ends = (
        ".move_patterns.strong",
        "._name_pattern",
        "._machine_word_pattern",  # of functions: by a game, names, nothing
        ".move_patterns.unit",
        ".find_game._WORD",  # compiled when they are first used: of a function, of a module
    )
    assert all(any(name.endswith(end) for name in found) for end in ends)
    slow = {
        name
        for name, pattern in found.items()
        if not all(is_linear(ask, sign) for ask in ways_of(name, pattern) for sign in signs_of(pattern.pattern))
    }
    assert not slow, sorted(slow)


def test_no_bound_of_an_expression_is_a_tuple():
    """{1,8} in a formatted string would be the text (1, 8), and match nothing."""
    assert [name for name, pattern in expressions().items() if re.search(r"\(\d+, \d+\)", pattern.pattern)] == []


@pytest.mark.no_cover
def test_what_is_not_linear_is_found():
    """An expression that is quadratic or cubic fails, and so does a reader that looks through all lines above each."""
    assert is_linear(re.compile(r"\s*x").match, " ")
    assert not is_linear(re.compile(r"\s*\s*x").match, " ")
    assert not is_linear(re.compile(r"\s*\s*\s*x").match, " ")

    def quadratic(text):
        lines = text.decode().split("\n")
        return sum(sum(above == line for above in lines[:at]) for at, line in enumerate(lines))

    short, long = (text_of("1 ", "a sign a line", size) for size in (SIZE // 32, SIZE // 8))
    assert not is_read_in_time(quadratic, short, long, 20 * took(quadratic, short, 1))


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "shape", [pytest.param(one, marks=[] if SHAPES[one] == SIZE else pytest.mark.sweep) for one in SHAPES]
)
def test_long_texts_of_one_sign(shape):
    """A text of 64 kB of one sign, or of two in turn, on one line or on many, is read as fast as some games."""
    slow = []
    for sign in TEXTS:
        short, long = text_of(sign, shape, SIZE // 4), text_of(sign, shape, SIZE)
        # A busy machine disturbs one of them.
        if not any(is_read_in_time(kifu.read, short, long, work()) for _ in range(3)):
            slow.append(sign)
    assert not slow


@pytest.mark.no_cover
@pytest.mark.parametrize("head", ["項：値{}", "項{}：値", "先手：名{}"])
def test_many_heads(head):
    """A text of lines of the head, of one key or of many, is read as fast as some games."""
    short, long = (
        "\n".join(["棋種：6面体", *(head.format(number) for number in range(count)), "1 四04占\n"]).encode()
        for count in (1000, 4000)
    )
    # A busy machine disturbs one of them.
    assert any(is_read_in_time(kifu.read, short, long, work()) for _ in range(3))


def prose(first, lines):
    """Return a page that speaks about a game and holds no record of it; pages from other sections have no line in common."""
    return "6面体について\n" + "\n".join(
        f"- 第{at}節：先手（黒）と後手（白）は、盤（7×7）に「占」・「武」・「騎」を置く。{at * at} 回目の例外は、図{at}、表{at + 1} を見よ。"
        for at in range(first, first + lines)
    )


def spans_looked_at(text, monkeypatch):
    """Return how many spans are looked at to read a text, and the status of each record in it."""
    counts = []

    def counted(*args, **kwargs):
        covers, looked_at = read_line(*args, **kwargs)
        counts.append(looked_at)
        return covers, looked_at

    read_line = line_covers.cheapest_covers_and_count
    with monkeypatch.context() as patch:
        patch.setattr(line_covers, "cheapest_covers_and_count", counted)
        found = [one.status for one in kifu.verify(kifu.read(text.encode()))]
    return sum(counts), found


def test_a_page_of_prose_takes_bounded_work(monkeypatch):
    """A page without a move is left after some work, whatever its length: not read, and not confirmed."""
    monkeypatch.setattr(copy_of_cheapest_reading, "MAX_IDLE_SPANS", 2000)
    pages = [prose(100, 40), prose(200, 160)]
    (short, asked), (long, asked_too) = (spans_looked_at(page, monkeypatch) for page in pages)
    assert 1000 < short < 10_000  # without the limit 120 000
    assert 1000 < long < 10_000
    assert asked == asked_too == [Status.UNREADABLE]


def test_where_the_reading_of_a_long_text_stopped_is_said(monkeypatch):
    """Behind so much that is no move only lines of the notation are read: a warning says from which line on."""
    monkeypatch.setattr(copy_of_cheapest_reading, "MAX_IDLE_SPANS", 2000)
    text = f"棋種：6面体\n1 四04占\n2 四02に領\n{prose(100, 40)}\n3 四03に武\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    (told,) = [one for one in verdict.diagnostics if one.code == "reading-stopped"]
    assert verdict.status is Status.UNREADABLE
    assert told.line is not None
    assert 3 < told.line < text.count("\n")


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["負" * 1000, "=" * (SIZE // 4)])
def test_a_long_name(name):
    """A player's name of many characters takes no longer than three short games."""
    text = f"棋種：6面体\n先手：山田\n後手：{name}{{}}\n1 四04占\n2 四02領\nまで2手で中断\n"
    texts = [text.format(number).encode() for number in range(3)]  # what was read is kept
    assert any(took(kifu.read, one, 1) <= 3 * work() / GAMES_OF_A_TEXT for one in texts)
