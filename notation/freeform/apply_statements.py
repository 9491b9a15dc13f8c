"""Statements of a line applied to a hypothesis: turns, ends, heads, remarks, what is told again."""

from __future__ import annotations

import re
from itertools import islice, pairwise
from typing import TYPE_CHECKING, cast

from kifu.core.outcome import PLAYERS
from kifu.core.squares import BLANKS
from notation.formats.kif_head import GAME, LOSER_KEYS, MATCH, RESULT_KEYS, WINNER_KEYS
from notation.freeform.apply_end import hypotheses_after_end
from notation.freeform.apply_turn import hypotheses_after_label, hypotheses_after_turn
from notation.freeform.columns import MOVERS
from notation.freeform.diagrams import is_row
from notation.freeform.fold_text import FREE_HEAD, fold_line
from notation.freeform.free_text_risk import holds_ply
from notation.freeform.heads import read_head
from notation.freeform.hypothesis import DIAGRAM, TITLE, CopyItem
from notation.freeform.move_readings import move_key, moves_meant_by_ink
from notation.freeform.plain_copy import copy_line, move_text_of_line
from notation.freeform.plies import Situation
from notation.freeform.result_words import OWN_RESULTS
from notation.freeform.results import read_result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notation.freeform.hypothesis import Hypothesis
    from notation.freeform.move_ink import InkMove
    from notation.freeform.plain_copy import StatementLine
    from notation.freeform.statements import Statement

TOLD_AGAIN = 0.1
"""The cost of a move that is told again, as an answer to it repeats it."""
MAX_OVERLAP = 5
"""The most moves at the end of a page that the next one tells again."""
OF_ONE_SIDE = 4.0
"""The cost of a turn without its side behind one with it in the same sentence: both may be that side's."""
PLAYER_AGAIN = 1.5
"""The cost of another name for a side that has one: the line may tell its units."""
_COLOUR_KEY = re.compile(r"\W{0,3}(?:black|white|kuro|shiro|黒|白)", re.IGNORECASE)
_OF_A_MAIL = frozenset({TITLE, "開始日時"})
"""The keys of heads that each mail or page may repeat with another value: the first one stands."""
_OF_A_PAGE = _OF_A_MAIL | {"終了日時", "場所", "棋戦"}
"""Those that a page among the moves may repeat."""


def apply_statements(found: Hypothesis, line: StatementLine, statements: Sequence[Statement]) -> list[Hypothesis]:
    """Return the hypotheses after the statements of a line; empty if they cannot stand there."""
    turns = [one for one in statements if one.kind == "turn" and one.number is None]
    if any(
        one.side is not None and two.side is None and "。" not in line.passage.text[one.start : two.start]
        for one, two in pairwise(turns)
    ):
        found = found._replace(cost=found.cost + OF_ONE_SIDE)
    if any(one.kind == "turn" and two.kind == "label" and two.number is None for one, two in pairwise(statements)):
        return []  # a disc behind a move is not the side of the move on the next line
    beam = [found]
    for at, statement in enumerate(statements):
        beam = [after for one in beam for after in _apply_statement(one, line, statement, first=at == 0)]
    return beam


def _apply_statement(  # noqa: PLR0911 - one kind of statement after the other
    found: Hypothesis, line: StatementLine, statement: Statement, *, first: bool
) -> list[Hypothesis]:
    kind = statement.kind
    if kind == "again" or (kind == "turn" and statement.what == "move" and _may_be_told_again(found, line, statement)):
        again = _confirm_told_again(found, line, statement)
        if again is not None or kind == "again":
            return [] if again is None else [again]
    if kind == "turn":
        return hypotheses_after_turn(found, line, statement, first=first)
    if kind == "label":
        return hypotheses_after_label(found, line, statement)
    if kind == "end":
        return hypotheses_after_end(found, line, statement)
    if kind in {"head", "title"}:
        return _apply_head(found, line, statement)
    if kind in {"setup", "rule"}:
        return _apply_page_line(found, line, statement)
    return [_apply_remark(found, line, statement)]


def _may_be_told_again(found: Hypothesis, line: StatementLine, turn: Statement) -> bool:
    """Return whether a turn may be one of those above: it stands in a quotation, or at the top of a new page with its number."""
    last = next(found.items(), None)
    return found.ply > 0 and (
        line.quoted
        or (
            last is not None
            and not last.is_turn
            and isinstance(turn.number, int)
            and found.number - MAX_OVERLAP < turn.number <= found.number
        )
    )


def _confirm_told_again(found: Hypothesis, line: StatementLine, turn: Statement) -> Hypothesis | None:
    """Return the hypothesis with a turn that is told again as a comment; None if it is not the one that it names."""
    ply = found.ply if turn.number is None else found.ply + turn.number - found.number
    if not 0 < ply <= found.ply or (turn.kind == "again" and ply != found.ply):
        return None
    played = next(islice(reversed(found.turns()), found.ply - ply, None), None)
    ahead = found.plies.back_to(ply - 1)
    before = Situation(ahead.position, ahead.last)
    ways = moves_meant_by_ink(found.game, line.text(*turn.core), cast("Sequence[InkMove]", turn.value), before)
    same = None if played is None else move_key(found.game, move_text_of_line(played.lines[0].text), before)
    if not any(move_key(found.game, way.text, before) == same for way in ways):
        return None
    passage, text = line.part(turn.start, turn.end), line.text(turn.start, turn.end)
    return found.adding(CopyItem((copy_line(passage, f"*{text}", text),), "comment", None), TOLD_AGAIN)


def _apply_page_line(found: Hypothesis, line: StatementLine, statement: Statement) -> list[Hypothesis]:
    """Return the hypotheses after a rule, or after what a line says about the start."""
    passage = line.part(statement.start, statement.end)
    drawn = not found.moving and any(one.text == DIAGRAM for one in found.lines())
    if statement.kind == "rule":
        if drawn and "-" not in passage.text and is_row(found.game, passage.text):
            return []  # a row of empty squares, in a diagram that is not understood
        return [found.adding(CopyItem((copy_line(passage, "", ""),), "comment", None))._replace(ruled=True)]
    if statement.value.units and any(one.text == DIAGRAM for one in found.lines()):
        return []  # below a diagram units with a square each are moves
    item = CopyItem((copy_line(passage, f"# {line.text(statement.start, statement.end)}", ""),), "comment", passage)
    return [found.adding(item)._replace(setup=(*found.setup, (statement.value, passage)))]


def _apply_remark(found: Hypothesis, line: StatementLine, statement: Statement) -> Hypothesis:
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
        return found.adding(CopyItem((copy_line(passage, f"{mark}{text}", text),), "comment", passage))._replace(
            head=head
        )
    return found.adding(CopyItem((copy_line(passage, f"*{who}{text}", text),), "comment", passage))


def _apply_head(found: Hypothesis, line: StatementLine, statement: Statement) -> list[Hypothesis]:
    passage, text = line.part(statement.start, statement.end), line.text(statement.start, statement.end)
    name = found.game.name.ja
    if statement.kind == "title":
        if found.started:
            return []
        alone = len(text) <= len(name) + 2
        lines: tuple[str, ...] = (f"{GAME}：{name}", *([] if alone else [f"{TITLE}：{text}"]))
    else:
        lines = statement.value
    held = statement.kind == "head" and holds_ply(found.game, text, found.number + 1)  # 場所：東京。23,黒,3,7,2,5,騎馬
    if held or (found.over and found.over != "break" and any(line.startswith((GAME, MATCH)) for line in lines)):
        return []
    if statement.kind == "head":
        lines = _as_written(found, text, lines)
    lines, more = _normalise_results(found, lines)
    lines = tuple(f"# {one}" if _is_repeated(found, one) else one for one in lines)
    keys = [tuple(one.split("：", 1)) for one in lines if "：" in one and not one.startswith("#")]
    if any(key == GAME and found.started for key, _ in keys):
        return []
    named = {key for key, value in found.head if value} & {*PLAYERS}
    if found.moving and any(key in {"規則", GAME} or key in named for key, _ in keys):
        return []
    if not found.moving and not found.row and any(key in found.game.diagram_keys for key, _ in keys):
        fields = tuple(copy_line(passage, one, text) for one in lines)
        return [found._replace(fields=(*found.fields, *fields))]
    named_by_colour = not found.colour and _COLOUR_KEY.match(text) and any(key in PLAYERS for key, _ in keys)
    if named_by_colour and found.game.sides[0].label.ja not in "白黒":
        found = found._replace(colour="黒")  # the key 黒 has been read as 先手
    known = {key: value.strip(BLANKS) for key, value in found.head}
    more += (
        PLAYER_AGAIN
        * bool(found.game.vocabulary.cells)
        * any(known.get(key) and value.strip(BLANKS) not in {"", known[key]} for key, value in keys if key in PLAYERS)
    )
    head = _add_missing_keys(found.head, keys)
    started = found.started or any(key == GAME for key, _ in keys)
    made = tuple(copy_line(passage, one, text) for one in lines)
    return [found.adding(CopyItem(made, "head", passage), more)._replace(head=head, started=started)]


def _add_missing_keys(
    head: tuple[tuple[str, str], ...], keys: Sequence[tuple[str, ...]]
) -> tuple[tuple[str, str], ...]:
    """Return a head with the keys that it did not have."""
    for key, value in keys:
        if all(known != key for known, _ in head):
            head = (*head, (key, value))
    return head


def _is_repeated(found: Hypothesis, line: str) -> bool:
    """Return whether a line of the head says what stands above already, as on the next page, or describes the same game again."""
    key, _, value = line.partition("：")
    of_another = key in (_OF_A_PAGE if found.moving else _OF_A_MAIL)
    return any(known == key and (of_another or said == value.strip(BLANKS)) for known, said in found.head)


def _as_written(found: Hypothesis, text: str, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines of a head with their values as they stand, without the words of moves put into the notation's own."""
    if len(lines) == 1 and "：" in text and fold_line(lines[0], 1).text == fold_line(text.strip(BLANKS), 1).text:
        return (text.strip(BLANKS),)
    key = FREE_HEAD.match(text)
    if key is not None and len(lines) == 1 and lines[0].startswith(key[0][:-1]) and text[key.end() :].strip(BLANKS):
        return (f"{key[0][:-1]}：{text[key.end() :].strip(BLANKS)}",)
    if any(sign in text and all(sign not in one for one in lines) for sign in '|"{'):
        return lines  # | 先手 | 山田 |, shiro="山田", sente: {name: 山田}: these signs are none of the name
    own = read_head(fold_line(text, 1).text, found.game)
    same = own is not None and [one.partition("：")[0] for one in own] == [one.partition("：")[0] for one in lines]
    return own if own is not None and same else lines


def _normalise_results(found: Hypothesis, lines: tuple[str, ...]) -> tuple[tuple[str, ...], float]:
    """Return the lines of a head with its results in the notation, and what it costs that one is not understood."""
    made, cost = [], 0.0
    for one in lines:
        key, _, value = one.partition("：")
        if key not in RESULT_KEYS:
            made.append(one)
            continue
        of_a_side = key in WINNER_KEYS | LOSER_KEYS
        whole = read_result(found.around(), fold_line(one, 1).text) if of_a_side else None  # 勝者：後手　敗者：先手
        result = whole or read_result(found.around(), fold_line(value, 1).text)
        letter = found.around().side(MOVERS.get(value.lower(), "")) if of_a_side else None
        side = found.players().get(value)
        if side is None and letter is not None:
            made.append(f"{key}：{letter.label.ja}")  # winner: W
        elif not value.strip() or (result is not None and result.unsaid):
            made.append(f"# {one}")
        elif side is not None or (result is None and of_a_side):
            made.append(one)
        elif result is None or result.inferred or result.word in OWN_RESULTS.values():
            made.append(one)
            cost += 2.0
        elif key in LOSER_KEYS and whole is None:
            made.append(one)
        else:
            claim = result.lines(0)[-1]
            made.append(f"結果：{claim if result.count is not None else claim.removeprefix('まで')}")
    return tuple(made), cost
