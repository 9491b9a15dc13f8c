"""Tests that reading takes no longer than its text is long: every expression of the readers, and texts of one sign."""

import importlib
import pkgutil
import re
import time
from pathlib import Path

import pytest
import written_forms

import kifu
import notation

SIGNS = "、|() -=*\u3000 0一あa"
SHORT = 2000
"""The characters of the shortest run."""
FASTER_THAN = 0.0004
"""Seconds below which the longest run is not worth a closer look."""
KNOWN_SLOW = frozenset(
    {
        "notation.freeform.labels._NUMBERS[0]",
        "notation.freeform.layout._FURNITURE",
        "notation.freeform.layout._MESSAGES[0]",
        "notation.freeform.layout._MESSAGES[2]",
        "notation.freeform.search._HALF",
        "notation.freeform.spans._RESULT_KEY_INSIDE",
        "notation.freeform.spans._TIME",
        "notation.freeform.tables._RULE",
    }
)
"""The expressions that are not linear today; none is to be added."""
SOURCE = "\n".join(path.read_text("utf-8") for path in Path(notation.__file__).parent.rglob("*.py"))
TEXTS = ("、", "|", "(", "一", "1", "-", " ", "あ", "▲", "四04占")
SIZE = 1 << 16
WIDE = 4000
"""The characters of a wide line: about as many as are read with care."""
SHAPES = {"one line": SIZE, "wide lines": WIDE, "a sign a line": 1}
KNOWN_LONG = {
    ("1", "a sign a line"),
    ("-", "a sign a line"),
    ("一", "wide lines"),
    ("|", "wide lines"),
}
"""The texts that take longer today; none is to be added."""
SECONDS = 10
"""The most seconds of processor time for a text of one sign; the aim is 2."""


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
    if isinstance(value, re.Pattern):
        found.setdefault(value, name)
    elif depth and isinstance(value, tuple | list | set | frozenset):
        for at, part in enumerate(value):
            _held(part, f"{name}[{at}]", found, depth - 1)
    elif depth and isinstance(value, dict):
        for key, part in value.items():
            _held(part, f"{name}[{key}]", found, depth - 1)
    elif hasattr(value, "cache_info") and name.rpartition(".")[2] in {"_signs", "_pattern"}:
        built = value(kifu.load_game("six")) if name.endswith("_signs") else value(("山田", "鈴木"))
        _held(tuple(built) if isinstance(built, tuple) else built, name, found, depth - 1)


def signs_of(pattern):
    """Return the signs that an expression mentions, and those that every expression is tried on."""
    plain = re.sub(r"\\[dswDSWbB]", "", pattern)
    return sorted({*SIGNS, *re.findall(r"[^\\\[\](){}?*+|^$.]", plain), *re.findall(r"\\(\W)", plain)})


def ways_of(name, pattern):
    """Return how an expression is asked where the source asks it by its name; any other is asked at a place."""
    short = re.sub(r"\[.*", "", name.rpartition(".")[2])
    asked = set(re.findall(rf"\b{short}\.(match|fullmatch|search|finditer|findall|subn?|split)\(", SOURCE))
    anywhere = [pattern.search] if asked - {"match", "fullmatch"} else []
    at_a_place = [getattr(pattern, way) for way in sorted(asked & {"match", "fullmatch"})]
    return [*at_a_place, *anywhere] or [pattern.match]


def seconds(ask, text):
    """Return the least of three times."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        ask(text)
        best = min(best, time.perf_counter() - start)
    return best


def is_linear(ask, sign):
    """Return whether a run of a sign that is four times as long takes no more than some ten times as long."""
    if seconds(ask, sign * (SHORT // 10) + "\0") > 10 * FASTER_THAN:
        return False  # cubic at least: a longer run would take minutes
    longest = seconds(ask, sign * 4 * SHORT + "\0")
    return longest < FASTER_THAN or longest <= 10 * seconds(ask, sign * SHORT + "\0") + 0.005


@pytest.mark.no_cover
def test_every_expression_is_linear():
    """No expression of the readers takes more than linear time on a run of any sign that it mentions."""
    found = expressions()
    assert len(found) > 100
    slow = {
        name
        for name, pattern in found.items()
        if not all(is_linear(ask, sign) for ask in ways_of(name, pattern) for sign in signs_of(pattern.pattern))
    }
    assert slow <= KNOWN_SLOW, sorted(slow)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("sign", "shape"), [(sign, shape) for sign in TEXTS for shape in SHAPES if (sign, shape) not in KNOWN_LONG]
)
def test_long_texts_of_one_sign(sign, shape):
    """A text of 64 kB of one sign, on one line or on many, is read in some seconds."""
    line = sign * max(1, SHAPES[shape] // len(sign))
    text = ((line + "\n") * (SIZE // len((line + "\n").encode()) + 1)).encode()[:SIZE].decode(errors="ignore")
    start = time.process_time()
    document = kifu.read(f"棋種：6面体\n{text}\n".encode())
    took = time.process_time() - start
    print(f"{sign!r}, {shape}: {took:.2f} s of processor time")  # noqa: T201 - the aim is 2
    assert document.records
    assert took < SECONDS
