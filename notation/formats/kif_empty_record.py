"""Writes an empty record of any game, to be filled in by hand: its head, and comments with examples of moves.

The sentences here are true of every game. The sentences about one game stand in its own folder
(:mod:`notation.formats.kif_empty_record`). All of them use only characters that Shift_JIS and EUC-JP have.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.message import Message
from kifu.core.outcome import PLAYERS, SIDE_LABELS
from notation.formats.kif_canonical_writer import TABLE, spell_move_line
from notation.formats.kif_head_reader import HALVES, MATCH
from notation.formats.kif_moves_of_line import EXAMPLE
from notation.time_control_and_time_checks import BUDGET_KEY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kifu.core.game.game import Game, Position
    from kifu.core.message import Language


FILE = "template.toml"


class Example(NamedTuple):
    """Kind of move explained, with moves of that kind."""

    text: Message
    moves: tuple[str, ...]


class Template(NamedTuple):
    """The contents of ``template.toml``."""

    head: tuple[Message, ...] = ()
    play: tuple[Example, ...] = ()
    """The moves of all examples in order are one line of play from the start."""
    forms: tuple[Example, ...] = ()
    """Examples of moves that come later in a game."""
    end: tuple[Message, ...] = ()


def read_game_template(game: Game) -> Template:
    """Record template of a game; empty without the file."""
    return _template(game.package, frozenset(f"{name}={value}" for name, value in game.chosen.items()))


@cache
def _template(package: str, chosen: frozenset[str]) -> Template:
    file = resources.files(package).joinpath(FILE)
    return _read_template(tomllib.loads(file.read_text(encoding="utf-8")), chosen) if file.is_file() else Template()


def _read_template(tables: dict[str, list[dict[str, Any]]], chosen: frozenset[str]) -> Template:
    """Return the template of a file under the `chosen` values of options.

    Raises KeyError for a missing key and ValueError for an unknown key.
    """
    parts: dict[str, list[Any]] = {"head": [], "play": [], "form": [], "end": []}
    for name, entries in tables.items():
        for entry in entries:
            text = Message(entry.pop("ja"), entry.pop("en"))
            under = entry.pop("under", None)
            if under is not None and under not in chosen:
                continue
            if name == "play":
                parts[name].append(Example(text, tuple(entry.pop("moves"))))
            elif name == "form":
                parts[name].append(Example(text, (entry.pop("move"),)))
            else:
                parts[name].append(text)
            if entry:
                raise ValueError(*entry)
    return Template(*(tuple(entries) for entries in parts.values()))


KEYS = ("開始日時", "終了日時", "場所", BUDGET_KEY, *PLAYERS)
"""The header lines to fill in, besides those that a game requires."""
SHOWN = 4
"""The number of example moves for a game that gives no examples of its own."""

_INTRODUCTION = Message(
    "頭に # のある行は注釈です。残しても消しても、判定は変わりません",
    "A line that begins with # is a comment; it may stay or go",
)
_HEAD = Message(
    "「：」の右に書き込んでください。分からない項目は空のままでかまいません",
    "Fill in what stands behind the colon; what is not known may stay empty",
)
_CLOCKS = Message(
    f"{BUDGET_KEY}は「30分」「10分、秒読み30秒」のように書けば、消費時間と照らします",
    f"{BUDGET_KEY} as in 30分 or 10分、秒読み30秒: the times of the moves are checked against it",
)
_MOVES = Message(
    "指し手は一行に一手ずつ、手数、指し手、あれば消費時間 (分:秒) の順に書きます",
    "A move a line: its number, the move and, if you like, the time it took (minutes:seconds)",
)
_EXAMPLES = Message(
    f"行の頭の「# {EXAMPLE}」を上から順に消すと、その手が棋譜になります",
    f"Take away '# {EXAMPLE}' from the first example on, and these moves are in the record",
)
_REMARKS = Message(
    "手のあとの行を * で始めれば、その手の感想です。「変化：3手」の下には、3 手目からの別の手順を書けます",
    "A line that begins with * is a comment on the move above; below 変化：3手 stands another line of play from ply 3 on",
)
_CLOSING = Message(
    "終わったら、最後の手のあとに「まで41手で先手の勝ち」「まで41手で引き分け」のように書きます。途中でやめたら「まで41手で中断」",
    "At the end write a line like まで41手で先手の勝ち, まで41手で後手の勝ち or まで41手で引き分け; まで41手で中断 if it is broken off",
)
_SPECIAL = Message(
    "投了などは、次の手数に続けて「42 投了」のように書きます",
    "Resigning and the like take the next number: 42 投了",
)
_ONE_GAME = Message(
    f"二局で一つの対局です。一局だけなら、「{MATCH}：{HALVES[0]}」の行と、「{MATCH}：{HALVES[1]}」から下を消してください",
    f"Two games make a match. For one game alone take away the line {MATCH}：{HALVES[0]}, and all from {MATCH}：{HALVES[1]} on",
)
_CHECK = Message("書けたら「kifu verify ファイル名」で確かめられます", "Check it with: kifu verify FILE")


def empty_record(game: Game, head: Mapping[str, str], language: Language = "ja") -> str:
    """Return an empty record of a game as text with LF line ends.

    `head` are header lines to fill in already; `language` is that of the comments, the record is in Japanese. Raises
    InvalidSetup where the game has no position to start from.
    """
    template, start = read_game_template(game), game.blank_start()
    match = game.match_article is not None
    parts = [(f"{MATCH}：{half}", TABLE) for half in HALVES] if match else [(TABLE,)]
    examples = _comments([_EXAMPLES], language) + _example_moves(game, template, start, language)
    lines = [
        *_comments([_INTRODUCTION, _CHECK], language),
        f"棋種：{game.name.ja}",
        f"規則：{game.rules}",
        *_comments([_HEAD, _CLOCKS, *_side_names_note(game), *template.head], language),
        *(f"{key}：{value}" for key, value in _headers(game, head).items()),
        *(["局面図", *game.spell_diagram(start).splitlines()] if game.required_head else []),
        *_comments([_MOVES, _REMARKS, _CLOSING, _SPECIAL, *template.end, *([_ONE_GAME] if match else [])], language),
        *parts[0],
        *examples,
        *(line for part in parts[1:] for line in part),
    ]
    return "".join(f"{line}\n" for line in lines)


def _comments(messages: Iterable[Message], language: Language) -> list[str]:
    return [f"# {message.in_language(language)}" for message in messages]


def _side_names_note(game: Game) -> tuple[Message, ...]:
    """Return a sentence about the game's own names for 先手 and 後手. Empty if it has none."""
    names = [side.label for side in game.sides]
    if tuple(names) == SIDE_LABELS:
        return ()
    return (
        Message(
            "、".join(f"{side}が{name.ja}" for side, name in zip(PLAYERS, names, strict=True)) + "です",
            ", ".join(f"{side} is {name.en}" for side, name in zip(PLAYERS, names, strict=True)),
        ),
    )


def _headers(game: Game, head: Mapping[str, str]) -> dict[str, str]:
    """Return the header lines in order: those that the game requires, the usual ones, and the given ones."""
    return {**game.required_head, **dict.fromkeys(KEYS, ""), **head}


def _example_moves(game: Game, template: Template, start: Position, language: Language) -> list[str]:
    """Return comments with example moves: first a numbered line of play from the start, then forms of later moves."""
    position, ply = start, 0
    lines: list[str] = []
    for example in template.play:
        legal, position = _legal_prefix_and_position(game, position, example.moves)
        if len(legal) < len(example.moves):  # the rules give another board or layout
            break
        lines += [f"# {example.text.in_language(language)}", *_numbered(legal, ply)]
        ply += len(legal)
    if not lines:
        lines = _numbered(_sample_legal_moves(game, start), 0)
    for form in template.forms:
        lines += [f"# {form.text.in_language(language)}", *(f"# {EXAMPLE}えば {move}" for move in form.moves)]
    return lines


def _numbered(moves: Iterable[str], plies: int) -> list[str]:
    return [f"# {EXAMPLE} {spell_move_line(ply, move)}" for ply, move in enumerate(moves, start=plies + 1)]


def _legal_prefix_and_position(game: Game, position: Position, moves: Iterable[str]) -> tuple[list[str], Position]:
    """Return `moves` up to the first that is not legal, and the position after them."""
    legal: list[str] = []
    for text in moves:
        move = next((move for move in game.legal_moves(position) if game.spell(move) == text), None)
        if move is None:
            break
        position = game.play_legal(position, move)
        legal.append(text)
    return legal, position


def _sample_legal_moves(game: Game, position: Position) -> list[str]:
    """Return SHOWN legal moves in a row from a position; each is the middle one in the game's order."""
    moves_shown: list[str] = []
    while len(moves_shown) < SHOWN and (moves := list(game.legal_moves(position))):
        move = moves[len(moves) // 2]
        moves_shown.append(game.spell(move))
        position = game.play_legal(position, move)
    return moves_shown
