"""Fills the templates of tests/data/forms/ with the moves of every game: records as people write them, and what they mean."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parents[1] / "data/forms"
GAMES = ("six", "ace", "king", "master", "rengo")
_SQUARE = re.compile("(十?[一二三四五六七八九])([0-9]{2})")
_KANJI = "〇一二三四五六七八九"
_EMPTY_19 = "\n".join(
    ("・・" * 9 + ("△王" if row == 1 else "▲玉" if row == 19 else "・・") + "・・" * 9) + f"{row:02d}"
    for row in range(1, 20)
)


KINDS = (("both", "two readings"), ("hole", "hole"), ("refused", "refused"))


class Form(NamedTuple):
    """A record as somebody writes it, and what it means."""

    name: str
    family: str
    game: str
    text: str
    means: tuple[str, ...] = ()
    """The moves of the game in canonical spelling; empty where the record is refused."""
    both: tuple[str, ...] = ()
    """The readings that the error has to name."""
    hole: int = 0
    """The ply of a move that is not written; 0 for none."""
    result: str = ""
    """The winner that the record claims: first, second, draw, none; empty where it does not matter."""
    seconds: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()
    heads: tuple[tuple[str, str], ...] = ()
    plain: bool = False
    """Whether it needs no note, because it is a form of the notation."""


def _parts(move: str) -> tuple[list[tuple[str, str]], str]:
    return _SQUARE.findall(move), _SQUARE.sub("", move).replace("-", "")


def _rows(row: str, *, zero: bool) -> str:
    number = int(row)
    return ("〇" if zero and number < 10 else "") + ("十" * (number // 10) + _KANJI[number % 10])


def _joined(by: str, spell=lambda column, row: column + row):
    return lambda squares, unit: by.join(spell(*square) for square in squares) + unit


def _pair(squares: list[tuple[str, str]], unit: str, one: str, two: str) -> str:
    names = ["".join(square) for square in squares]
    return one.format(*names, u=unit) if len(names) == 1 else two.format(*names, u=unit)


STYLES = {
    "kanji-rows": _joined("-", lambda column, row: column + _rows(row, zero=False)),
    "kanji-rows-with-zero": _joined("-", lambda column, row: column + _rows(row, zero=True)),
    "full-width": lambda squares, unit: _joined("－")(squares, unit).translate(
        {code: code + 0xFEE0 for code in (*range(48, 58), *range(65, 91))}
    ),
    "one-figure": _joined("-", lambda column, row: column + str(int(row))),
    "unit-first": lambda squares, unit: unit + _joined("-")(squares, ""),
    "unit-first-with-blank": lambda squares, unit: f"{unit} {_joined('-')(squares, '')}",
    "blanks-between": lambda squares, unit: _joined("-", lambda column, row: f"{column} {row}")(squares, f" {unit}"),
    "kara": lambda squares, unit: _pair(squares, unit, "{0}に{u}", "{0}から{1}{u}"),
    "no-wo-he": lambda squares, unit: _pair(squares, unit, "{u}を{0}へ", "{0}の{u}を{1}へ"),
    "no-wo-ni": lambda squares, unit: _pair(squares, unit, "{u}を{0}に置く", "{0}の{u}を{1}に動かす"),
    "origin-behind": lambda squares, unit: _pair(squares, unit, "{0}{u}", "{1}{u}({0})"),
    "arrow": _joined("→"),
    "fat-arrow": _joined("⇒"),
    "ascii-arrow": _joined("->"),
    "long-arrow": _joined("⟶"),
    "wave": _joined("〜"),
    "em-dash": _joined("—"),
    "minus-sign": _joined("−"),
    "long-vowel": _joined("ー"),
    "cross": _joined("x"),
    "middle-dot": _joined("・"),
    "comma": _joined("、"),
    "underscore": _joined("_"),
    "greater": _joined(">"),
    "slash": _joined("/"),
    "parenthesized-squares": _joined("-", lambda column, row: f"({column}{row})"),
    "unit-behind-first": lambda squares, unit: _pair(squares, unit, "{0}{u}", "{0}{u}→{1}"),
    "to-be-put": lambda squares, unit: _pair(squares, unit, "{0}へ{u}を置く", "{0}から{1}へ{u}が移動"),
    "dan-suji": _joined("-", lambda column, row: f"{column}の{_rows(row, zero=False)}"),
}


@cache
def games() -> dict[str, dict]:
    """Return the head, the name and the moves of each game."""
    return tomllib.loads((FOLDER / "games.toml").read_text("utf-8"))


class _Move(str):
    """A move of a template: `{1}`, or in a form of its own, `{1:cells}`."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        squares, unit = _parts(self)
        path = "-".join(map("".join, squares))
        bars = self.replace("-", "｜")
        return {
            "": str(self),
            "cells": "\t".join(self),
            "csv": ",".join(self),
            "lines": "\n".join(self),
            "bars": "\n".join(bars),
            "places": "\n".join(re.findall(r"\d\d|\D", self)),
            "squares": path,
            "unit": unit,
        }[form]


def _swapped(text: str, game: str) -> str:
    """Return a text with the sides exchanged in master, whose first move is 後手's."""
    exchanged = dict(zip("▲△▽☗☖先後", "△▲▲☖☗後先", strict=True))
    return re.sub("(?<!午)[▲△▽☗☖先後]", lambda sign: exchanged[sign[0]], text) if game == "master" else text


def _filled(text: str, game: str) -> str:
    own = games()[game]
    head = own["head"].strip()
    first, *rest = head.split("\n")
    text = _swapped(text, game)
    whites = game in {"ace", "king"}
    black, white = ("○", "●") if whites else ("●", "○")
    names = {
        "head": head,
        "name": own["name"],
        "rest": "\n".join(rest) or "場所：東京",
        "qhead": "\n".join(f"> {line}" for line in head.split("\n")),
        "nhead": "\n".join([first.replace("：", " "), *rest]),
        "ehead": "\n".join([first.replace("：", "="), *rest]),
        "empty19": _EMPTY_19,
        "f": black,
        "s": white,
        "F": "⚪" if whites else "⚫",
        "S": "⚫" if whites else "⚪",
        "fc": "白" if whites else "黒",
        "sc": "黒" if whites else "白",
    }
    # A form may be numbered from 1: {1} to {5}.
    return text.format(None, *map(_Move, own["moves"]), **names)


def forms() -> list[Form]:
    """Return all written forms."""
    return [*_layouts(), *_styles(), *_ends(), *_own()]


def _load(name: str, key: str) -> list[dict]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))[key]


def kinds() -> list[dict]:
    """Return files of other kinds, with the word that an error has to say."""
    return _load("kinds", "kind")


def _layouts() -> list[Form]:
    return [
        Form(
            name=form["name"],
            family="layout",
            game=game,
            text=_filled(form["text"], game),
            means=tuple(games()[game]["moves"][: form.get("plies", 4)]),
            seconds=tuple(form.get("seconds", ())),
            comments=tuple(form.get("comments", ())),
            heads=tuple((_swapped(key, game), value) for key, value in form.get("heads", {}).items()),
        )
        for form in _load("layouts", "form")
        for game in form.get("games", GAMES)
    ]


def _styles() -> list[Form]:
    made = []
    for style in _load("moves", "style"):
        for game in style.get("games", GAMES):
            own = games()[game]
            moves = [STYLES[style["name"]](*_parts(move)) for move in own["moves"]]
            text = (
                "\n".join([own["head"].strip(), *(f"{ply} {move}" for ply, move in enumerate(moves, start=1))]) + "\n"
            )
            made.append(Form(style["name"], "move", game, text, tuple(own["moves"])))
    return made


def _ends() -> list[Form]:
    made = []
    for end in _load("ends", "end"):
        for game in end.get("games", GAMES):
            players = _swapped("先手：山田\n後手：鈴木\n", game)  # swapped back as the template is filled
            text = _filled(f"{{head}}\n{players}1 {{1}}\n2 {{2}}\n3 {{3}}\n4 {{4}}\n", game) + end["text"] + "\n"
            made.append(Form(end["text"], "end", game, text, tuple(games()[game]["moves"][:4]), result=end["result"]))
    return made


def _own() -> list[Form]:
    made = []
    own, strangers = _load("own", "form"), _load("strangers", "form")
    for form in [*own, *strangers]:
        game, head = form["game"], f"{games()[form['game']]['head'].strip()}\n"
        text = form["text"].replace("{empty19}", _EMPTY_19).replace("{head}", head)
        if form in own and "棋種" not in text and not text.startswith("六面体"):
            text = head + text
        made.append(
            Form(
                name=form["name"],
                family=next((kind for key, kind in KINDS if key in form), "own"),
                game=game,
                text=text,
                means=tuple(form.get("means", ())),
                both=tuple(form.get("both", ())),
                hole=form.get("hole", 0),
                result=form.get("result", ""),
                seconds=tuple(form.get("seconds", ())),
                heads=tuple(form.get("heads", {}).items()),
                plain=form.get("plain", False),
            )
        )
    return made
