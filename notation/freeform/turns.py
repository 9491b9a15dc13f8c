"""Applies the statements of a line to a hypothesis: moves are resolved and played, ends and heads are put into the notation."""

from __future__ import annotations

import re
from itertools import islice, pairwise
from typing import TYPE_CHECKING, cast

from kifu.core.outcome import PLAYERS, SIDE_MARKS, SIDE_NAMES, Side
from kifu.core.squares import BLANKS
from notation.formats.kif_claims import LOSER_KEYS, RESULT_KEYS, WINNER_KEYS
from notation.formats.kif_head import GAME, MATCH
from notation.formats.kif_moves import reads
from notation.formats.kif_writer import spell_clock, spell_move
from notation.freeform.copies import copied, move_of
from notation.freeform.faults import illegal_as_read, illegal_behind_a_slip, several, unwritten
from notation.freeform.fold import FREE_HEAD, fold
from notation.freeform.heads import read_head
from notation.freeform.labels import DISCS
from notation.freeform.moves import (
    A_SQUARE,
    FROM_THE_RIGHT,
    SKIPPED,
    Reading,
    Situation,
    identity,
    is_legal,
    is_out_of_turn,
    readings,
    without_origin,
)
from notation.freeform.result_words import OWN_WIN
from notation.freeform.results import Result, read_result
from notation.freeform.spans import FOUL_SAID
from notation.freeform.state import Item, Kept, Label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kifu.referee.record import Unread
    from notation.freeform.fold import Passage
    from notation.freeform.ink import Move
    from notation.freeform.state import Hypothesis, Played
    from notation.freeform.statements import Statement

_NUMBERED = re.compile(r"([0-9０-９]{1,3})[ \t\u3000]+(\S.*)")
"""A ply number, and the move behind it."""
MAX_SENTENCE_CHARACTERS = 60
WRONG_NUMBER = 1.5
WRONG_SIDE = 2.5
TOLD_AGAIN = 0.1
"""The cost of a move that is told again, as an answer to it repeats it."""
BEGUN_AGAIN = 0.8
"""The cost of numbers that begin again at 1 below a heading, as of the moving half."""
FOUL = 1.5
IMPLIED = 0.3
"""The cost of the first move over the board whose ink would place the unit."""
WRONG_COUNT = 0.8
LOST_BETWEEN = 3.0
OF_ONE_SIDE = 4.0
"""The cost of a turn without its side behind one with it: both may be that side's."""
TAKEN_BACK = re.compile(
    r"(?<!送信を)(?:待った|やり直|取り消|取消|戻し|撤回|やめた|誤記|間違い|(?:今|いま)の(?:手)?[は、]?\s*(?:なし|無し|ナシ|ノーカン)|take ?back)"
)
AFTER_A_BREAK = {True: 0.3, False: 0.6}
AFTER_AN_INFERRED_END = 0.4
NEW_SPEAKER_AGAIN = -0.6
ORDER_AGAIN = -0.8
"""What two figures cost less in a record that has told which axis stands first."""
_COLOUR_KEY = re.compile(r"\W{0,3}(?:black|white|kuro|shiro|黒|白)", re.IGNORECASE)
TITLE, DIAGRAM = "表題", "局面図"


class Line:
    """A line that statements are taken from: its characters, and what stands for them in the file."""

    def __init__(
        self, passage: Passage, written: Callable[[Passage], str], sender: str = "", *, quoted: bool = False
    ) -> None:
        self.passage, self.written, self.sender, self.quoted = passage, written, sender, quoted
        self.label: Passage | None = None
        self._texts: dict[tuple[int, int], str] = {}

    def below(self, label: Passage) -> Line:
        """Return the line with the label that stands above its first turn."""
        line = Line(self.passage, self.written, self.sender, quoted=self.quoted)
        line.label = label
        return line

    def text(self, start: int, end: int) -> str:
        """Return what stands in the file between two places of the line."""
        if (start, end) not in self._texts:
            said = bool(self.passage.text[start:end].strip())
            self._texts[start, end] = self.written(self.passage.cut(start, end)) if said else ""
        return self._texts[start, end]

    def part(self, start: int, end: int) -> Passage:
        """Return the characters between two places with their places in the file."""
        part = self.passage.cut(start, end)
        return part if part.text else self.passage.part(start, end or start + 1)


def applied(found: Hypothesis, line: Line, statements: Sequence[Statement]) -> list[Hypothesis]:
    """Return the hypotheses after the statements of a line; empty if they cannot stand there."""
    turns = [one for one in statements if one.kind == "turn" and one.number is None]
    if any(one.side is not None and two.side is None for one, two in pairwise(turns)):
        found = found._replace(cost=found.cost + OF_ONE_SIDE)
    beam = [found]
    for at, statement in enumerate(statements):
        beam = [after for one in beam for after in _apply(one, line, statement, first=at == 0)]
    return beam


def _apply(  # noqa: PLR0911 - one kind of statement after the other
    found: Hypothesis, line: Line, statement: Statement, *, first: bool
) -> list[Hypothesis]:
    kind = statement.kind
    if kind == "again" or (kind == "turn" and line.quoted and statement.what == "move" and found.ply):
        again = _repeated(found, line, statement)
        if again is not None or kind == "again":
            return [] if again is None else [again]
    if kind == "turn":
        return _turn(found, line, statement, first=first)
    if kind == "label":
        return _label(found, line, statement)
    if kind == "end":
        return _end(found, line, statement)
    if kind in {"head", "title"}:
        return _head(found, line, statement)
    if kind in {"setup", "rule"}:
        return _of_the_page(found, line, statement)
    return [_remark(found, line, statement)]


def _repeated(found: Hypothesis, line: Line, turn: Statement) -> Hypothesis | None:
    """Return the hypothesis with a turn that is told again as a comment; None if it is not the one that it names."""
    ply = found.ply if turn.number is None else found.ply + turn.number - found.number
    if not 0 < ply <= found.ply or (turn.kind == "again" and ply != found.ply):
        return None
    played = next(islice(reversed(found.turns()), found.ply - ply, None), None)
    ahead = found.plies.back_to(ply - 1)
    before = Situation(ahead.position, ahead.last)
    ways = readings(found.game, line.text(*turn.core), cast("Sequence[Move]", turn.value), before)
    same = None if played is None else identity(found.game, move_of(played.lines[0].text), before)
    if not any(identity(found.game, way.text, before) == same for way in ways):
        return None
    passage, text = line.part(turn.start, turn.end), line.text(turn.start, turn.end)
    return found.adding(Item((copied(passage, f"*{text}", text),), "comment", None), TOLD_AGAIN)


def _of_the_page(found: Hypothesis, line: Line, statement: Statement) -> list[Hypothesis]:
    """Return the hypotheses after a rule, or after what a line says about the start."""
    passage = line.part(statement.start, statement.end)
    if statement.kind == "rule":
        return [found.adding(Item((copied(passage, "", ""),), "comment", None))._replace(ruled=True)]
    if statement.value.units and any(one.text == DIAGRAM for one in found.lines()):
        return []  # below a diagram units with a square each are moves
    item = Item((copied(passage, f"# {line.text(statement.start, statement.end)}", ""),), "comment", passage)
    return [found.adding(item)._replace(setup=(*found.setup, (statement.value, passage)))]


def _remark(found: Hypothesis, line: Line, statement: Statement) -> Hypothesis:
    passage = line.part(statement.start, statement.end)
    text = line.text(statement.start, statement.end)
    if statement.kind == "prose" and statement.value:
        found = found._replace(lent=found.lent + statement.value)
        found = found.paid_back() if found.over == "end" else found
    who = f"{line.sender} " if line.sender else ""
    if not found.started:
        titled = any(key == TITLE for key, _ in found.head)
        value = re.sub(f"^{TITLE}[:：]", "", text)
        head = found.head if titled else (*found.head, (TITLE, value))
        mark = "# " if titled else "" if value != text else f"{TITLE}："
        return found.adding(Item((copied(passage, f"{mark}{text}", text),), "comment", passage))._replace(head=head)
    return found.adding(Item((copied(passage, f"*{who}{text}", text),), "comment", passage))


def _head(found: Hypothesis, line: Line, statement: Statement) -> list[Hypothesis]:
    passage, text = line.part(statement.start, statement.end), line.text(statement.start, statement.end)
    name = found.game.name.ja
    if statement.kind == "title":
        if found.started:
            return []
        alone = len(text) <= len(name) + 2
        lines: tuple[str, ...] = (f"{GAME}：{name}", *([] if alone else [f"{TITLE}：{text}"]))
    else:
        lines = statement.value
    if found.over and found.over != "break" and any(line.startswith((GAME, MATCH)) for line in lines):
        return []
    if statement.kind == "head":
        lines = _as_written(found, text, lines)
    lines, more = _with_results(found, lines)
    lines = tuple(f"# {one}" if is_repeated(found, one) else one for one in lines)
    keys = [tuple(one.split("：", 1)) for one in lines if "：" in one and not one.startswith("#")]
    if any(key == GAME and found.started for key, _ in keys):
        return []
    named = {key for key, value in found.head if value} & {*PLAYERS}
    if found.moving and any(key in {"規則", GAME} or key in named for key, _ in keys):
        return []
    if not found.moving and not found.row and any(key in found.game.diagram_keys for key, _ in keys):
        fields = tuple(copied(passage, one, text) for one in lines)
        return [found._replace(fields=(*found.fields, *fields))]
    named_by_colour = not found.colour and _COLOUR_KEY.match(text) and any(key in PLAYERS for key, _ in keys)
    if named_by_colour and found.game.sides[0].label.ja not in "白黒":
        found = found._replace(colour="黒")  # the key 黒 has been read as 先手
    head = _with_keys(found.head, keys)
    started = found.started or any(key == GAME for key, _ in keys)
    made = tuple(copied(passage, one, text) for one in lines)
    return [found.adding(Item(made, "head", passage), more)._replace(head=head, started=started)]


def _with_keys(head: tuple[tuple[str, str], ...], keys: Sequence[tuple[str, ...]]) -> tuple[tuple[str, str], ...]:
    """Return a head with the keys that it did not have."""
    for key, value in keys:
        if all(known != key for known, _ in head):
            head = (*head, (key, value))
    return head


_OF_A_MAIL = frozenset({TITLE, "開始日時"})
"""The keys of heads that each mail or page may repeat with another value: the first one stands."""
_OF_A_PAGE = _OF_A_MAIL | {"終了日時", "場所", "棋戦"}
"""Those that a page among the moves may repeat."""


def is_repeated(found: Hypothesis, line: str) -> bool:
    """Return whether a line of the head says what stands above already, as on the next page, or describes the same game again."""
    key, _, value = line.partition("：")
    of_another = key in (_OF_A_PAGE if found.moving else _OF_A_MAIL)
    return any(known == key and (of_another or said == value.strip(BLANKS)) for known, said in found.head)


def _as_written(found: Hypothesis, text: str, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines of a head with their values as they stand, without the words of moves put into the notation's own."""
    if len(lines) == 1 and "：" in text and fold(lines[0], 1).text == fold(text.strip(BLANKS), 1).text:
        return (text.strip(BLANKS),)
    key = FREE_HEAD.match(text)
    if key is not None and len(lines) == 1 and lines[0].startswith(key[0][:-1]) and text[key.end() :].strip(BLANKS):
        return (f"{key[0][:-1]}：{text[key.end() :].strip(BLANKS)}",)
    own = read_head(fold(text, 1).text, found.game)
    same = own is not None and [one.partition("：")[0] for one in own] == [one.partition("：")[0] for one in lines]
    return own if own is not None and same else lines


def _with_results(found: Hypothesis, lines: tuple[str, ...]) -> tuple[tuple[str, ...], float]:
    """Return the lines of a head with its results in the notation, and what it costs that one is not understood."""
    made, cost = [], 0.0
    for one in lines:
        key, _, value = one.partition("：")
        if key not in RESULT_KEYS:
            made.append(one)
            continue
        result = read_result(found.around(), fold(value, 1).text)
        side = found.players().get(value)
        if not value.strip() or (result is not None and result.unsaid):
            made.append(f"# {one}")
        elif side is not None or (result is None and key in WINNER_KEYS | LOSER_KEYS):
            made.append(one)
        elif result is None or result.inferred or result.word == OWN_WIN:
            made.append(one)
            cost += 2.0
        elif key in LOSER_KEYS:
            made.append(one)
        else:
            claim = result.lines(0)[-1]
            made.append(f"結果：{claim if result.count is not None else claim.removeprefix('まで')}")
    return tuple(made), cost


def _label(found: Hypothesis, line: Line, statement: Statement) -> list[Hypothesis]:
    """Return the hypotheses after a number or a side without its move: it stands above it, or the move is not written."""
    passage = line.part(statement.start, statement.end)
    if statement.side is None and statement.number is not None:
        if found.over or (not found.moving and statement.number not in {0, 1}):
            return []
        return [found._replace(pending=(*found.pending, (passage, statement.number)))]
    if statement.number is None and found.label is None and not found.over:
        return [found._replace(label=Label(passage, statement.side))]
    return []


def flushed(found: Hypothesis) -> Hypothesis:
    """Return the hypothesis with a move that is not written for each empty place above, for a turn follows."""
    for passage, written in found.pending:
        number = found.number + 1 if written is None else written
        text = spell_move(number, "〓" if written is None else "")
        item = Item((copied(passage, text, "", unwritten(number)),), "hole", None, found.ply + 1)
        found = found.adding(item).skipped()._replace(number=number)
    return found._replace(pending=()) if found.pending else found


def without_label(found: Hypothesis, written: Callable[[Passage], str]) -> Hypothesis:
    """Return the hypothesis with the side that stands above, without a move of its own, as a line that is not understood."""
    if found.label is None:
        return found
    place = found.label.passage
    item = Item((copied(place, written(place), written(place))._replace(kind="unread"),), "unread", None)
    return found.adding(item, 1.0)._replace(label=None)


def settled_places(found: Hypothesis, count: int | None, written: Callable[[Passage], str]) -> Hypothesis:
    """Return the hypothesis at the end of a game that counts `count` plies, with its empty places decided.

    A number alone is a move that was not written. Several numbers, rows of a table, and what the end does not count are the
    lines of a form that were not needed.
    """
    found = without_label(found.with_fields(), written)
    in_a_table = any(number is None for _, number in found.pending)
    if not (in_a_table or len(found.pending) > 1 or count == found.ply):
        return flushed(found)
    taken = {line.line for item in found.items() for line in item.lines}
    for passage in dict.fromkeys(passage for passage, _ in found.pending):
        if passage.text.strip() and passage.place[0] not in taken:
            text = written(passage).strip()
            found = found.adding(Item((copied(passage, f"# {text}", text),), "comment", passage))
    return found._replace(pending=())


def _side_of(found: Hypothesis, side: Side | str | None) -> tuple[Hypothesis, Side | None, float]:
    """Return the hypothesis that knows a colour or a speaker, the side that it stands for, and the cost."""
    if side is None or isinstance(side, Side):
        return found, side, 0.0
    if side.startswith("@"):
        name = side[1:]
        known = dict(found.speakers).get(name)
        if known is not None:
            return found, known, NEW_SPEAKER_AGAIN
        cost = 0.6 if found.side in dict(found.speakers).values() else 0.0
        return found._replace(speakers=(*found.speakers, (name, found.side))), None, cost
    if not found.colour:
        found = found._replace(colour=side if found.side is Side.FIRST else "黒白"[side == "黒"])
    return found, Side(found.colour != side), 0.0


def _numbered(
    found: Hypothesis, number: int | None, *, first: bool, of_a_side: bool = False
) -> tuple[Hypothesis, int, float]:
    """Return the hypothesis that knows what numbers count, the ply number to write, and the cost."""
    expected = found.number + 1
    if number == 1 and found.ply and not found.base and not found.ply % 2 and _has_stray(found):
        return found._replace(base=found.ply, numbering=""), expected, BEGUN_AGAIN
    number = None if number is None else number + found.base
    plies = found.ply - found.base
    if number is None or number == expected:
        if number is not None and number > 1 and plies and not found.numbering:
            found = found._replace(numbering="ply")
        return found, expected, 0.0
    in_rounds = found.numbering in {"", "round"} and plies % 2 == 0 and number == found.base + plies // 2 + 1
    if in_rounds and plies and first:
        return found._replace(numbering="round"), expected, 0.02
    if of_a_side and found.ply % 2 and found.number == found.ply and number == found.ply // 2 + 1:
        return found._replace(numbering="round"), expected, 0.02  # 先1 後1 先2 後2
    if found.numbering in {"", "zero"} and number == found.ply == found.number:
        return found._replace(numbering="zero"), number, 0.1
    lost = number == expected + 1 and _has_stray(found)  # what stands between may be the move that is missing
    return found, number, WRONG_NUMBER + LOST_BETWEEN * lost


def _has_stray(found: Hypothesis) -> bool:
    """Return whether free text stands right above, which may be the move that is missing."""
    return found.made is not None and found.made.item.kind == "comment" and found.made.item.passage is not None


def _reopened(found: Hypothesis, number: int | None) -> Hypothesis | None:
    """Return a hypothesis whose game goes on although an end stands above; None if it is over."""
    if not found.over:
        return found
    if found.over == "end" or (number is not None and number != found.number + 1):
        return None
    cost = AFTER_A_BREAK[found.reopened] if found.over == "break" else AFTER_AN_INFERRED_END
    items = []
    kept = found.made
    while kept is not None and kept.item.kind != "end":
        items.append(kept.item)
        kept = kept.before
    while kept is not None and kept.item.kind == "end":
        items.append(kept.item)
        kept = kept.before
        while (
            kept is not None
            and kept.item.kind == "comment"
            and kept.before is not None
            and kept.before.item.kind == "end"
        ):
            items.append(kept.item)
            kept = kept.before
    found = found._replace(made=kept, over="", reopened=False, cost=found.cost + cost)
    for item in reversed(items):
        if item.kind == "end":
            lines = tuple(
                one._replace(text=f"*{one.text.strip()}", unread=None, shifted=False) for one in item.lines[:1]
            )
            item = item._replace(lines=lines, kind="break")  # noqa: PLW2901 - the same item as a comment
        found = found.adding(item)
    return found


def _turn(  # noqa: C901, PLR0912 - what stands round a move is settled before it
    found: Hypothesis, line: Line, turn: Statement, *, first: bool
) -> list[Hypothesis]:
    number, side = turn.number, turn.side
    repeated = number is not None and number == found.number and found.ply > 0 and _retracted(found)
    if repeated or (found.taken_back and (number is None or number <= found.number)):
        found = _without_the_last(found, number)
    if number is None and len(found.pending) == 1 and first and turn.what == "move":
        place, number = found.pending[0]
        if number is not None:
            found = found._replace(pending=(), label=Label(place))
    above: Passage | None = None
    if found.label is not None:
        side = found.label.side if side is None else side
        above = found.label.passage
        found = found._replace(label=None)
    opened = _reopened(found, number)
    if opened is None:
        return []
    found = flushed(opened)._replace(moving=True, ruled=False, row=0, taken_back=False)
    stated = number is not None
    of_a_side = side is not None and above is None
    found, number, cost = _numbered(found, number, first=first, of_a_side=of_a_side)
    slipped = cost >= BEGUN_AGAIN
    if turn.what == "word" and isinstance(side, str) and side in "黒白" and not found.colour:
        return []  # whose colour it is, no move has told, and who resigns need not be to move
    if stated:
        found = found._replace(lent=0.0) if slipped else found.paid_back()
    found, side, more = _side_of(found, side)
    cost += more
    if line.sender:
        found = found._replace(speakers=tuple(dict.fromkeys((*found.speakers, (line.sender, found.side)))))
    if isinstance(turn.side, str) and turn.side.startswith("@") and turn.clock is not None:
        minutes, seconds = divmod(turn.clock.spent, 60)  # the time of a message, not of the move
        turn = turn._replace(clock=None, remarks=(*turn.remarks, f"{minutes}:{seconds:02d}"))
    if side is not None and side is not found.side and found.position is not None:
        cost += WRONG_SIDE
        slipped = True
    if cost or slipped:
        found = found._replace(cost=found.cost + cost, slipped=found.slipped or slipped)
    if above is not None:
        line = line.below(above)
    if turn.what == "hole":
        return [_taken(found, line, turn, number, line.text(*turn.core), fault=unwritten(number))]
    if turn.what == "word":
        side = _sender(found, line.sender) if side is None and line.sender else side
        word, detail = cast("tuple[str, str]", turn.value)
        text = f"{word} {detail}".strip()
        text = text if side is None else side.mark + text
        after = _taken(found, line, turn, number, text)
        return [after._replace(over="break" if word == "中断" else "end", number=number - 1)]
    return _moved(found, line, turn, number, side, stated=stated or side is not None)


def _retracted(found: Hypothesis) -> bool:
    """Return whether a remark at the last turn says that it was taken back."""
    for item in found.items():
        if item.is_turn:
            return any(TAKEN_BACK.search(line.text) for line in item.lines[1:])
        if any(TAKEN_BACK.search(line.text) for line in item.lines):
            return True
    return False


def _without_the_last(found: Hypothesis, number: int | None) -> Hypothesis:
    """Return the hypothesis without its last turn, which stands as a comment: it was taken back."""
    plies = max(1, found.number - number + 1) if number is not None and number <= found.number else 1
    items: list[Item] = []
    kept = found.made
    taken = 0
    while kept is not None and taken < plies:
        item, kept = kept.item, kept.before
        if item.is_turn:
            taken += 1
            lines = tuple(
                one._replace(text=f"*待った：{one.text.strip()}", unread=None, shifted=False) for one in item.lines[:1]
            )
            item = item._replace(lines=(*lines, *item.lines[1:]), kind="comment")
        items.append(item)
    if not taken:
        return found._replace(taken_back=False)
    found = found._replace(
        made=kept,
        plies=found.plies.back_to(max(0, found.ply - taken)),
        number=found.number - taken,
        taken_back=False,
        cost=found.cost + 0.3,
    )
    for item in reversed(items):
        found = found.adding(item)
    return found


def _moved(  # noqa: C901, PLR0911, PLR0912, PLR0913 - one way to read the ink after the other
    found: Hypothesis, line: Line, turn: Statement, number: int, side: Side | None, *, stated: bool
) -> list[Hypothesis]:
    """Return the hypotheses after a move, one for each way to read it that later lines may decide between.

    `stated` says that its number or its side is written.
    """
    game = found.game
    written = line.text(*turn.core)
    numbered = _NUMBERED.match(written) if turn.number is None else None
    if numbered and (int(numbered[1]) == found.number + 1 or reads(game, numbered[2])):
        return []  # 11 二02領 is no 一01-二02領, whatever the number should be
    spelled = line.passage.text[slice(*turn.core)]
    if written != spelled and fold(written, 1).text != spelled and reads(game, written):
        written = spelled  # a correction or a legend has another word for it
    ways = readings(game, written, cast("Sequence[Move]", turn.value), found.situation)
    if not ways and not turn.value and line.passage.text.startswith(SKIPPED, turn.core[0]):
        ways = (Reading(SKIPPED),)
    if not ways:
        return []
    if turn.others:
        named = [way.text for way in ways]
        for start, end, moves in turn.others:
            named += [
                way.text
                for way in readings(game, line.text(start, end), cast("Sequence[Move]", moves), found.situation)
            ]
        whole = line.text(turn.core[0], turn.others[-1][1])
        return [_taken(found, line, turn, number, whole, fault=several(whole, named))]
    if found.common and found.ply % 2:
        own = str.maketrans(dict(game.common_units))
        ways = tuple(way._replace(text=way.text.translate(own)) for way in ways)
    literal = len(ways) == 1 and ways[0].text == written
    position = found.position
    if found.order and any(way.order == FROM_THE_RIGHT for way in ways):
        ways = tuple(way for way in ways if way.order != FROM_THE_RIGHT)
        if not ways:
            return []
    if found.order and any(way.order == found.order for way in ways):
        found = found._replace(cost=found.cost + ORDER_AGAIN)
        ways = tuple(way for way in ways if way.order in {"", found.order})
    legal = ways if position is None else tuple(way for way in ways if is_legal(game, position, way.text))
    foul_said = any(FOUL_SAID.search(remark) for remark in turn.remarks)
    if "?" in "".join(turn.remarks) and not (literal or (ways[0].whole and (legal or foul_said))):
        return []
    if len(legal) > 1:
        orders = {way.order for way in legal}
        if len(orders) == len(legal) and "" not in orders and all(way.whole for way in legal):
            return [
                _played(found._replace(order=way.order), line, turn, number, side, way.text, written) for way in legal
            ]
        return [_taken(found, line, turn, number, written, fault=several(written, [way.text for way in legal]))]
    if len(legal) == 1:
        way = legal[0]
        order = ("column" if way.order == FROM_THE_RIGHT else way.order) or found.order
        after = found if order == found.order else found._replace(order=order)
        return [_played(after, line, turn, number, side, way.text, written)]
    if numbered:
        return []  # nor is it a foul of a unit that its number names
    plain = (literal and turn.number is not None) or foul_said or position is None
    meant = [] if plain else without_origin(game, written, position)
    if meant:
        fault = several(written, [way.text for way in (*ways, *map(Reading, meant))])
        asked = [_taken(found._replace(cost=found.cost + FOUL), line, turn, number, written, fault=fault)]
        told = any(A_SQUARE.search(remark) for remark in turn.remarks)  # 三四怨(三七より飛び、三一を討つ)
        return (
            asked if len(meant) > 1 or told else [*asked, _implied(found, line, turn, number, side, meant[0], written)]
        )
    if literal or len(ways) == 1 or len({way.text for way in ways}) == 1:
        dearer = found._replace(cost=found.cost + (0.0 if foul_said else FOUL))
        text = ways[0].text
        if found.slipped or (not stated and is_out_of_turn(game, found.plies, text)):
            return [_taken(dearer, line, turn, number, written, fault=illegal_behind_a_slip(written))]
        if (stated or literal) and ways[0].whole:
            return [_played(dearer, line, turn, number, side, text, written)]
        return [_taken(dearer, line, turn, number, written, fault=illegal_as_read(written, text))]
    dearer = found._replace(cost=found.cost + FOUL)
    return [_taken(dearer, line, turn, number, written, fault=several(written, [way.text for way in ways]))]


def _implied(  # noqa: PLR0913, PLR0917 - what a turn is written with
    found: Hypothesis, line: Line, turn: Statement, number: int, side: Side | None, text: str, written: str
) -> Hypothesis:
    """Return the hypothesis after the only move over the board that an ink can mean which names its end alone."""
    after = _played(
        found._replace(cost=found.cost + IMPLIED * (not found.implied)), line, turn, number, side, text, written
    )
    assert after.made is not None  # noqa: S101 - the turn has just been added
    item = after.made.item._replace(implied=illegal_as_read(written, text))
    return after._replace(made=after.made._replace(item=item), implied=found.implied + 1)


def _played(  # noqa: PLR0913, PLR0917
    found: Hypothesis, line: Line, turn: Statement, number: int, side: Side | None, text: str, written: str
) -> Hypothesis:
    marked = text if side is None or text[0] in SIDE_MARKS else side.mark + text
    plies = found.after(text)
    after = _taken(found, line, turn, number, marked, written=written, plies=plies)
    if plies.position is not None and any(FOUL_SAID.search(remark) for remark in turn.remarks):
        return after._replace(cost=after.cost + LOST_BETWEEN)  # what is called a foul is none as it was read
    if plies.position is not None or not is_out_of_turn(found.game, found.plies, text):
        return after
    assert after.made is not None  # noqa: S101 - the turn has just been added
    return after._replace(made=after.made._replace(item=after.made.item._replace(slip=illegal_behind_a_slip(written))))


def _taken(  # noqa: PLR0913 - what a turn is written with
    found: Hypothesis,
    line: Line,
    turn: Statement,
    number: int,
    text: str,
    *,
    fault: Unread | None = None,
    written: str = "",
    plies: Played | None = None,
) -> Hypothesis:
    """Return the hypothesis with the lines of a turn; after a word or a fault the position is not known."""
    start, end = turn.core
    before = line.passage.text[turn.start : start].rstrip()
    if fault is None and turn.side is not None and before[-1:] in {*SIDE_MARKS, *DISCS}:
        start = turn.start + len(before) - 1  # the place of a hole is that of the dash
    passage = line.part(start, end)
    clock = turn.odd_time or ("" if turn.clock is None else spell_clock(turn.clock))
    remarks = []
    for remark in turn.remarks:
        if remark.startswith("\0"):
            one, two = map(int, remark[1:].split(":"))
            remark = f"訂正前：{line.text(one, two)}"  # noqa: PLW2901
        remarks.append(copied(passage, f"*{remark}", ""))
    main = copied(passage, spell_move(number, text, clock), written, fault)
    whole = line.part(turn.start, turn.end)
    whole = whole if line.label is None else line.label.joined(whole)
    item = Item((main, *remarks), "turn", whole, found.ply + 1)
    plies = found.plies if turn.what == "word" else plies or found.plies.then()
    return found._replace(made=Kept(item, found.made), number=number, plies=plies)


def _end(found: Hypothesis, line: Line, statement: Statement) -> list[Hypothesis]:
    result = statement.value
    assert isinstance(result, Result)  # noqa: S101
    passage, text = line.part(statement.start, statement.end), line.text(statement.start, statement.end)
    if result.word == OWN_WIN and (result := _of_the_sender(found, line, result)) is None:
        return []
    if result.unsaid:
        return [found.adding(Item((copied(passage, f"# {text}", text),), "comment", passage))]
    if not found.moving:
        return _claimed(found, passage, text, result)
    unnamed = result.winner is None and result.side is None
    if found.label is not None or (unnamed and _names_a_side(found, line, statement)):
        return []
    found, result = _counted(settled_places(found, result.count, line.written), result, text)
    lines = result.lines(found.ply)
    if result.winner is None and result.word == "投了" and line.sender:
        side = _sender(found, line.sender)
        lines = lines if side is None else (f"まで{side.label.ja}の投了",)
    if found.over == "inferred":
        found = found._replace(over="")
    if statement.number is not None and result.winner is None and not result.inferred and len(lines) == 1:
        found, number, cost = _numbered(found, statement.number, first=True)
        word = lines[0].removeprefix("まで") if result.side is None else f"{'▲△'[result.side]}{result.word}"
        lines = (spell_move(number, word),)
        found = found._replace(cost=found.cost + cost, number=number)
    made = tuple(copied(passage, one, text) for one in lines)
    over = "break" if result.word == "中断" else "inferred" if result.inferred and not result.omitted else "end"
    said = result.word if result.winner is None else result.winner
    if found.over == "end" and (
        over != "end" or (isinstance(found.said, Side) and isinstance(said, Side) and said != found.said)
    ):
        return []
    after = found.adding(Item(made, "end", passage))
    return [after._replace(over=over, label=None, said=said)]


def _counted(found: Hypothesis, result: Result, text: str) -> tuple[Hypothesis, Result]:
    """Return a hypothesis with what the count of its end costs, and the end, without the number of a sealed move."""
    if "封" in text and result.count == found.ply + 1:
        result = result._replace(count=None)
    if result.count in {None, found.ply}:
        return found if result.count is None else found.paid_back(), result
    lost = result.count == found.ply + 1 and _has_stray(found)
    return found._replace(cost=found.cost + WRONG_COUNT + LOST_BETWEEN * lost), result


def _said_behind_the_move(found: Hypothesis) -> Iterator[str]:
    """Yield the free texts behind the last turn: one may be the head of a message, and name its sender."""
    for item in found.items():
        if item.kind != "comment":
            return
        yield from (line.text for line in item.lines)


def _of_the_sender(found: Hypothesis, line: Line, result: Result) -> Result | None:
    """Return the win of whoever sent the message that says no more than 勝ち; None where that is not known."""
    sender = _sender(found, line.sender) if line.sender and found.moving else None
    return None if sender is None else result._replace(winner=sender, word="")


def _names_a_side(found: Hypothesis, line: Line, end: Statement) -> bool:
    """Return whether a side stands in the words before an end that names none: it may be the one who resigns."""
    result = end.value
    if result.word not in {"投了", "時間切れ", "反則負け", "反則勝ち", "不戦敗", "不戦勝"}:
        return False
    if line.sender and found.speakers and line.sender not in {*dict(found.speakers), *found.players()}:
        return True
    if not line.sender and any(name in text for name in found.players() for text in _said_behind_the_move(found)):
        return True
    before = line.passage.text[max(0, end.start - MAX_SENTENCE_CHARACTERS) : end.start]
    before = re.split("[。!?「」]", before)[-1]
    return any(word in before for word in (*found.players(), *SIDE_NAMES))


def _claimed(found: Hypothesis, passage: Passage, text: str, result: Result) -> list[Hypothesis]:
    """Return the hypotheses after a result above the moves: a claim of the head."""
    if result.inferred or not found.started:
        return []
    lines = result.lines(0)
    claim = lines[-1] if result.count is not None else lines[-1].removeprefix("まで")
    made = tuple(copied(passage, one, text) for one in (*lines[:-1], f"結果：{claim}"))
    head = found.head if any(key == "結果" for key, _ in found.head) else (*found.head, ("結果", claim))
    return [found.adding(Item(made, "head", passage))._replace(head=head)]


def _sender(found: Hypothesis, sender: str) -> Side | None:
    """Return the side of the sender of messages; None where it is not known."""
    sides = {side for name, side in found.speakers if name == sender}
    return found.players().get(sender, next(iter(sides)) if len(sides) == 1 else None)
