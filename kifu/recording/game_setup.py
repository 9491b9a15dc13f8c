"""Game setup: game, rules, variant file, players, start, match's first game.

The journal of the second game holds the record of the first as it was closed. So it needs no other journal.

The name holds a digest of the text. So the record keeps its rules, whatever happens to the file that the game was opened with.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core import games
from kifu.core.errors import InvalidSetup, UnknownGame, UnreadableFile
from kifu.core.game.options import VARIANT_ENDING, VariantFile, configure_game, named_file
from kifu.core.game.text import split_diagram
from kifu.core.message import CONTROL, Message
from kifu.core.outcome import PLAYERS, SIDE_IDS
from kifu.recording import untrusted_json_fields
from kifu.recording.journal_and_record_mark import unmarked_bytes
from kifu.recording.state_and_clock import Control, read_time_control, time_control_json
from kifu.recording.untrusted_json_fields import Rejected
from kifu.referee.verify import verify
from notation.formats.kif_canonical_writer import TABLE
from notation.formats.kif_full_writer import DIAGRAM
from notation.formats.kif_head_reader import MATCH, MATCH_SCORE, RESULT_KEYS, SCORE, RulesSource
from notation.line_kinds import BRANCH
from notation.reading import read
from notation.time_control_and_time_checks import BUDGET_KEY, BYOYOMI_KEY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.game import Game, Position
    from kifu.recording.state_and_clock import State


MAX_RECORD_CHARACTERS = 1 << 20
"""The most characters of the record of a first game."""
_HASH = re.compile(r"[0-9a-f]{64}")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


class FirstGame(NamedTuple):
    """A match's first game as of the second one's opening."""

    id: str
    hash: str
    """The hash of the last line of its journal."""
    record: str
    headers: tuple[tuple[str, str], ...]
    """The head of its record without 棋種 and 規則; the match has the same."""
    body: str
    """Its record below the head."""
    points: tuple[float, float]
    """Its points, those of 先手 first. In the second game the sides are exchanged."""

    @property
    def json(self) -> dict[str, str]:
        """The first game as :func:`read_first_game` reads it."""
        return {"id": self.id, "hash": self.hash, "record": self.record}


def read_first_game(first_game_json: object, game: Game, rules: RulesSource | None) -> FirstGame:
    """Return the first game of a second one's setup; may raise Rejected."""
    given = untrusted_json_fields.object_field(first_game_json, ("id", "hash", "record"), "first")
    name, head, text = (given.get(key) for key in ("id", "hash", "record"))
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise untrusted_json_fields.field_rejection("id", Message("対局の名ではありません", "it is no id of a game"))
    if not isinstance(head, str) or not _HASH.fullmatch(head):
        raise untrusted_json_fields.field_rejection(
            "hash", Message("16進の 64 桁です", "it has to be 64 hexadecimal digits")
        )
    if not isinstance(text, str) or len(text) > MAX_RECORD_CHARACTERS or re.search(CONTROL, text):
        raise untrusted_json_fields.field_rejection(
            "record", Message("大きすぎるか、制御文字があります", "it is too long, or has control characters")
        )
    document = read("first.kif", unmarked_bytes(text), rules)
    record = document.records[0] if len(document.records) == 1 else None
    if record is None or record.games or record.game is None or record.game.rules != game.rules:
        raise untrusted_json_fields.field_rejection(
            "record", Message("同じ規則の一局ではありません", "it is not one game under the same rules")
        )
    lines = text.split("\n")
    top = next((number for number, line in enumerate(lines) if line in {TABLE, DIAGRAM}), len(lines))
    headers = tuple((header.key, header.value) for header in record.headers[2:] if header.line <= top)
    scores = verify(record, document.sha256).scores()
    points = scores[-1] if scores else (0, 0)
    return FirstGame(name, head, text, headers, "\n".join(lines[top:]), points)


def second_game_setup_json(
    first_state: State, first_id: str, first_record: str, request: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the setup JSON of the second game, sides exchanged.

    `first_state` is the table `first_id` of the first game, and `first_record` the text of its record. `request` has the members ``match``,
    and what may be left out: ``game``, ``mode`` and ``clock``, else those of the first game. Raises Rejected.
    """
    given = untrusted_json_fields.object_field(request, ("match", "game", "mode", "clock"), "match")
    opening = first_state.opening
    if first_state.game.match_article is None:
        raise Rejected("no-match", Message("この棋種に二局の対局はありません", "this game has no matches of two games"))
    if opening.first is not None:
        raise Rejected("no-match", Message("すでに後半です", "it is the second game already"))
    if first_state.closed is None:
        raise Rejected("not-closed", Message("前半を閉じてください", "close the first game before"))
    if given.get("game") not in {None, first_state.game.id}:
        raise untrusted_json_fields.field_rejection(
            "game", Message("前半と違います", "it is not that of the first game")
        )
    clock = None if opening.control is None else time_control_json(opening.control)
    second: dict[str, Any] = {
        "game": first_state.game.id,
        "rules": first_state.game.rules,
        "mode": given.get("mode", opening.mode),
        "names": dict(zip(SIDE_IDS, reversed(opening.names), strict=True)),
        "clock": given.get("clock", clock),
        "setup": opening.setup,
        "first": {"id": first_id, "hash": first_state.head, "record": first_record},
    }
    if opening.variant is not None:
        second["variant"] = opening.variant.text
    return second


MAX_CHARACTERS = 64_000
"""The most characters of a variant file; a game's own has four thousand."""
_DIGITS = 32
"""The digits of the digest in a name: 128 bits, for which nobody finds two texts."""
_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""A name that is safe on every system; another one is replaced by the id of the game."""


def read_variant(game: Game, rules: str | None, file_text: object) -> VariantFile | None:
    """Return the variant file of a setup, or None.

    Its name is that of its copy; there is none if `rules` names none.
    `file_text` is the text of the file. Raises Rejected for a missing text, and for one that cannot stand in a file.
    """
    named = named_file(rules)
    if named is None:
        if file_text is not None:
            raise untrusted_json_fields.field_rejection(
                "variant", Message("rules に規則のファイルの名がありません", "rules names no variant file")
            )
        return None
    if file_text is None:
        raise Rejected(
            "variant-file",
            Message(
                "規則のファイルがありません。フォルダーに置くか、中身を variant に書いてください",
                "the variant file is not there; put it into the folder, or send its text as variant",
            ),
        )
    text = _read_variant_text(file_text)
    return VariantFile(_name_with_digest(game, named.name, text), text, named.options)


def variant_rules_source(variant_file: VariantFile | None) -> RulesSource | None:
    """Return rules that open this variant file alone, or None."""
    if variant_file is None:
        return None

    def load(name: str) -> str:
        if name != variant_file.name:
            raise UnreadableFile("variant-file", Message("別の規則のファイルです", "it is another variant file"))
        return variant_file.text

    return RulesSource(load)


def _read_variant_text(variant_text: object) -> str:
    """Return a variant file's text with LF line ends; may raise Rejected."""
    if not isinstance(variant_text, str):
        raise untrusted_json_fields.field_rejection(
            "variant", Message("文字列で書いてください", "it has to be a string")
        )
    if len(variant_text) > MAX_CHARACTERS:
        raise untrusted_json_fields.field_rejection(
            "variant", Message(f"{MAX_CHARACTERS:,} 文字までです", f"it may have {MAX_CHARACTERS:,} characters")
        )
    text = variant_text.replace("\r\n", "\n").replace("\r", "\n")
    if re.search(CONTROL, text):
        raise untrusted_json_fields.field_rejection(
            "variant", Message("制御文字は使えません", "it may have no control characters")
        )
    return text


def _name_with_digest(game: Game, file_name: str, variant_text: str) -> str:
    """Return the copy's name: plain stem, or game id, and digest."""
    digest = hashlib.sha256(variant_text.encode()).hexdigest()[:_DIGITS]
    given = file_name[: -len(VARIANT_ENDING)]
    stem = given if _PLAIN.fullmatch(given) else game.id
    return f"{stem if stem.endswith(f'-{digest}') else f'{stem}-{digest}'}{VARIANT_ENDING}"


MODES = ("practice", "record", "official")
"""With hints; without hints, an illegal move is marked; silent until the game is closed."""
MODE_LABELS = {
    "practice": Message("練習", "practice"),
    "record": Message("記録", "record"),
    "official": Message("公式", "official"),
}
GAME_KEY, RULES_KEY = "棋種", "規則"
MAX_HEADERS = 40
MEMBERS = ("game", "rules", "variant", "mode", "names", "clock", "setup", "head", "first")
"""The members of an opening in a journal. A client sends all but the last."""
_OWN = frozenset({GAME_KEY, RULES_KEY, BRANCH, MATCH, SCORE, MATCH_SCORE, *RESULT_KEYS})


class GameSetup(NamedTuple):
    """The setup a game was opened with."""

    game: Game
    """The game under its own rules and headers."""
    start: Position
    mode: str
    names: tuple[str, str]
    """The names of the players, 先手 first; empty for a player who is not named."""
    head: tuple[tuple[str, str], ...]
    """The other headers as pairs, without 棋種 and 規則."""
    setup: str | None
    """The canonical diagram of the start; None for the game's own start."""
    control: Control | None
    variant: VariantFile | None = None
    """The variant file under the name of its copy; None for a rule set."""
    first: FirstGame | None = None
    """The first game of the match, if this is its second; None for a game of its own."""


def read_setup(request: object) -> GameSetup:
    """Return the setup that a JSON object describes.

    ``game`` and ``mode`` are required.
    That is ``rules``, ``variant`` (the text of the variant file that ``rules`` names), ``names`` (``first``, ``second``),
    ``clock``, ``setup`` (the text of a diagram), ``head``, and ``first``, the first game of a match. No file is opened. Raises
    Rejected.
    """
    given = untrusted_json_fields.object_field(request, MEMBERS, "open")
    mode = untrusted_json_fields.choice_field(given.get("mode"), MODES, "mode")
    names = _read_names(given.get("names"))
    head = _read_headers(given.get("head"))
    control = read_time_control(given.get("clock"))
    try:
        found = games.game_by_name(untrusted_json_fields.one_line_field(given.get("game"), "game"))
        rules = None if given.get("rules") is None else untrusted_json_fields.one_line_field(given["rules"], "rules")
        file = read_variant(found, rules, given.get("variant"))
        game = _game_of_setup(found, rules, names, head, file)
        setup = _read_start_position(game, given.get("setup"))
        start = setup or game.start()
    except (InvalidSetup, UnknownGame) as wrong:
        raise Rejected(wrong.code, wrong.message, wrong.article) from None
    own = tuple((key, text) for key, text in head if key not in game.required_head)
    for key, _ in own:
        reject_reserved_header(game, key)
    diagram = None if setup is None else game.spell_diagram(setup)
    first = None if given.get("first") is None else read_first_game(given["first"], game, variant_rules_source(file))
    return GameSetup(game, start, mode, _names_with_marks(game, names), own, diagram, control, file, first)


def setup_json(setup: GameSetup) -> dict[str, object]:
    """Return an opening as :func:`read_setup` reads it."""
    game = setup.game
    more: dict[str, object] = {}
    if setup.variant is not None:
        more["variant"] = setup.variant.text
    if setup.first is not None:
        more["first"] = setup.first.json
    return {
        "game": game.id,
        "rules": game.rules,
        "mode": setup.mode,
        "names": dict(zip(SIDE_IDS, setup.names, strict=True)),
        "clock": None if setup.control is None else time_control_json(setup.control),
        "setup": setup.setup,
        "head": {**game.required_head, **dict(setup.head)},
        **more,
    }


def setup_headers(setup: GameSetup) -> dict[str, str]:
    """Return the setup's own headers, by key.

    They are those besides 棋種, 規則 and those that the game requires.
    """
    named = {key: name for key, name in zip(PLAYERS, setup.names, strict=True) if name}
    timed = {} if setup.control is None else _time_control_headers(setup.control)
    return {**named, **timed, **dict(setup.head)}


def reject_reserved_header(game: Game, key: str) -> None:
    """Reject a header that is reserved or decides the game's result."""
    if key in _OWN or key in game.diagram_keys or key in game.required_head:
        raise untrusted_json_fields.field_rejection(
            key, Message("この見出しは書き換えられません", "this header cannot be written here")
        )


def position_of_diagram_text(game: Game, diagram_text: str) -> Position:
    """Return the position of a diagram. Raises Rejected."""
    lines = [(number, line) for number, line in enumerate(diagram_text.split("\n"), start=1) if line.strip()]
    if lines and lines[0][1].startswith("局面図"):
        del lines[0]
    if not lines:
        raise Rejected("no-diagram", Message("局面図が空です", "the diagram is empty"))
    try:
        return game.read_diagram(split_diagram(lines[0][0], lines))
    except InvalidSetup as wrong:
        raise Rejected(wrong.code, wrong.message, wrong.article) from None


def _read_names(value: object) -> tuple[str, str]:
    given: Mapping[str, Any] = {} if value is None else untrusted_json_fields.object_field(value, SIDE_IDS, "names")
    first, second = (
        untrusted_json_fields.one_line_field(given.get(name, ""), f"names.{name}", may_be_empty=True)
        for name in SIDE_IDS
    )
    return first, second


def _read_headers(headers_json: object) -> tuple[tuple[str, str], ...]:
    """Return the other headers of a setup as pairs; may raise Rejected."""
    if headers_json is None:
        return ()
    if not isinstance(headers_json, dict) or len(headers_json) > MAX_HEADERS:
        most = Message(f"{MAX_HEADERS} 行までのオブジェクトです", f"it has to be an object of {MAX_HEADERS} at most")
        raise untrusted_json_fields.field_rejection("head", most)
    lines = []
    for key, text in headers_json.items():
        name = untrusted_json_fields.one_line_field(key, "head")
        if name in {GAME_KEY, RULES_KEY, *PLAYERS}:
            raise untrusted_json_fields.field_rejection(
                name, Message("head には書けません", "it does not belong into head")
            )
        lines.append((name, untrusted_json_fields.one_line_field(text, name)))
    return tuple(lines)


def _game_of_setup(
    game: Game,
    rules: str | None,
    player_names: tuple[str, str],
    head: tuple[tuple[str, str], ...],
    variant_file: VariantFile | None,
) -> Game:
    named = {key: name for key, name in zip(PLAYERS, player_names, strict=True) if name}
    return configure_game(game, rules, {**game.required_head, **dict(head), **named}, variant_file)


def _names_with_marks(game: Game, player_names: tuple[str, str]) -> tuple[str, str]:
    """Return the names with the marks that the game needs behind them."""
    first, second = (
        name + (mark if mark not in name else "")
        for name, mark in zip(player_names, (game.name_marks.get(key, "") for key in PLAYERS), strict=True)
    )
    return first, second


def _read_start_position(game: Game, value: object) -> Position | None:
    if value is None:
        return None
    return position_of_diagram_text(game, "\n".join(untrusted_json_fields.text_lines_field(value, "setup")))


def _time_control_headers(control: Control) -> dict[str, str]:
    """Return the headers of a time control."""
    minutes, seconds = divmod(control.main, 60)
    budget = f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"
    if control.kind == "fischer":
        return {BUDGET_KEY: f"{budget}、一手ごとに{control.more}秒加算"}
    more = {BYOYOMI_KEY: f"{control.more}秒"} if control.kind == "byoyomi" else {}
    return {BUDGET_KEY: budget} | more
