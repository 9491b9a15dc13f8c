"""Statements of a line applied to a hypothesis: turns, ends, heads, remarks, what is told again."""

from __future__ import annotations

import re
from itertools import islice, pairwise
from typing import TYPE_CHECKING, cast

from kifu.core.outcome import PLAYERS
from kifu.core.squares import BLANKS
from notation.formats.kif_head_reader import GAME, LOSER_KEYS, MATCH, RESULT_KEYS, SWALLOWED, WINNER_KEYS
from notation.freeform.apply_ends_and_claimed_results import hypotheses_after_end
from notation.freeform.apply_turns_labels_and_reopening import hypotheses_after_label, hypotheses_after_turn
from notation.freeform.fold_text import FREE_HEAD, fold_line
from notation.freeform.free_text_risk import holds_move_of_ply
from notation.freeform.head_lines_in_other_words import read_head
from notation.freeform.hypothesis import DIAGRAM, TITLE, CopyItem, Situation
from notation.freeform.move_readings import move_key, moves_meant_by_ink
from notation.freeform.plain_copy import copy_line, move_text_of_line
from notation.freeform.plain_diagram_lines_and_setup import is_row
from notation.freeform.results_in_texts_and_beside_players import read_result
from notation.freeform.table_cells_and_columns import MOVERS
from notation.freeform.tokens_of_result_words import OWN_RESULTS
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notation.freeform.hypothesis import Hypothesis
    from notation.freeform.move_ink import InkMove
    from notation.freeform.plain_copy import StatementLine
    from notation.freeform.statements_of_covers import Statement

TOLD_AGAIN = 0.1
"""The cost of a move that is told again, as an answer to it repeats it."""
MAX_OVERLAP = 5
"""The most moves at the end of a page that the next one tells again."""
OF_ONE_SIDE = 4.0
"""The cost of a turn without its side behind one with it in the same sentence: both may be that side's."""
PLAYER_AGAIN = 1.5
"""The cost of another name for a side that has one: the line may tell its units."""
_COLOUR_KEY = kept_pattern(r"\W{0,3}(?:black|white|kuro|shiro|黒|白)", re.IGNORECASE)
_OF_A_MAIL = frozenset({TITLE, "開始日時"})
"""The keys of heads that each mail or page may repeat with another value: the first one stands."""
_OF_A_PAGE = _OF_A_MAIL | {"終了日時", "場所", "棋戦"}
"""Those that a page among the moves may repeat."""


def apply_statements(hypothesis: Hypothesis, line: StatementLine, statements: Sequence[Statement]) -> list[Hypothesis]:
    """Return the hypotheses after the statements of a line; empty if they cannot stand there."""
    turns = [one for one in statements if one.kind == "turn" and one.number is None]
    if any(
        one.side is not None and two.side is None and "。" not in line.passage.text[one.start : two.start]
        for one, two in pairwise(turns)
    ):
        hypothesis = hypothesis._replace(cost=hypothesis.cost + OF_ONE_SIDE)
    if any(one.kind == "turn" and two.kind == "label" and two.number is None for one, two in pairwise(statements)):
        return []  # a disc behind a move is not the side of the move on the next line
    beam = [hypothesis]
    for at, statement in enumerate(statements):
        beam = [after for one in beam for after in _apply_statement(one, line, statement, first=at == 0)]
    return beam


def _apply_statement(  # noqa: PLR0911 - one kind of statement after the other
    hypothesis: Hypothesis, line: StatementLine, statement: Statement, *, first: bool
) -> list[Hypothesis]:
    """Return the hypotheses after one statement, by its kind; empty if it cannot stand there."""
    kind = statement.kind
    if kind == "again" or (
        kind == "turn" and statement.what == "move" and _may_be_told_again(hypothesis, line, statement)
    ):
        again = _with_turn_told_again_as_comment(hypothesis, line, statement)
        if again is not None or kind == "again":
            return [] if again is None else [again]
    if kind == "turn":
        return hypotheses_after_turn(hypothesis, line, statement, first=first)
    if kind == "label":
        return hypotheses_after_label(hypothesis, line, statement)
    if kind == "end":
        return hypotheses_after_end(hypothesis, line, statement)
    if kind in {"head", "title"}:
        return _apply_head(hypothesis, line, statement)
    if kind in {"setup", "rule"}:
        return _apply_rule_or_setup(hypothesis, line, statement)
    return [_apply_remark(hypothesis, line, statement)]


def _may_be_told_again(hypothesis: Hypothesis, line: StatementLine, turn: Statement) -> bool:
    """Return whether a turn may be one of those above: it stands in a quotation, or at the top of a new page with its number."""
    last = next(hypothesis.items_from_last(), None)
    return hypothesis.ply > 0 and (
        line.quoted
        or (
            last is not None
            and not last.is_turn
            and isinstance(turn.number, int)
            and hypothesis.number - MAX_OVERLAP < turn.number <= hypothesis.number
        )
    )


def _with_turn_told_again_as_comment(hypothesis: Hypothesis, line: StatementLine, turn: Statement) -> Hypothesis | None:
    """Return the hypothesis with a turn that is told again as a comment; None if it is not the one that it names."""
    ply = hypothesis.ply if turn.number is None else hypothesis.ply + turn.number - hypothesis.number
    if not 0 < ply <= hypothesis.ply or (turn.kind == "again" and ply != hypothesis.ply):
        return None
    played = next(islice(reversed(hypothesis.turns()), hypothesis.ply - ply, None), None)
    ahead = hypothesis.plies.link_of_ply(ply - 1)
    before = Situation(ahead.position, ahead.last)
    ways = moves_meant_by_ink(
        hypothesis.game, line.text_in_file(*turn.core), cast("Sequence[InkMove]", turn.value), before
    )
    same = None if played is None else move_key(hypothesis.game, move_text_of_line(played.lines[0].text), before)
    if not any(move_key(hypothesis.game, way.text, before) == same for way in ways):
        return None
    passage, text = line.located_part(turn.start, turn.end), line.text_in_file(turn.start, turn.end)
    return hypothesis.adding(CopyItem((copy_line(passage, f"*{text}", text),), "comment", None), TOLD_AGAIN)


def _apply_rule_or_setup(hypothesis: Hypothesis, line: StatementLine, statement: Statement) -> list[Hypothesis]:
    """Return the hypotheses after a rule, or after what a line says about the start."""
    passage = line.located_part(statement.start, statement.end)
    drawn = not hypothesis.moving and any(one.text == DIAGRAM for one in hypothesis.lines())
    if statement.kind == "rule":
        if drawn and "-" not in passage.text and is_row(hypothesis.game, passage.text):
            return []  # a row of empty squares, in a diagram that is not understood
        return [hypothesis.adding(CopyItem((copy_line(passage, "", ""),), "comment", None))._replace(ruled=True)]
    if statement.value.units and any(one.text == DIAGRAM for one in hypothesis.lines()):
        return []  # below a diagram units with a square each are moves
    item = CopyItem(
        (copy_line(passage, f"# {line.text_in_file(statement.start, statement.end)}", ""),), "comment", passage
    )
    return [hypothesis.adding(item)._replace(setup=(*hypothesis.setup, (statement.value, passage)))]


def _apply_remark(hypothesis: Hypothesis, line: StatementLine, statement: Statement) -> Hypothesis:
    """Return the hypothesis with a remark as a comment; above the head it may be the title of the record."""
    passage = line.located_part(statement.start, statement.end)
    text = line.text_in_file(statement.start, statement.end)
    own = line.passage.text[statement.start : statement.end]
    if text.count("\t") > 1 and "\t" not in own:
        text = own  # アゲハマ⇥4⇥1: the names of the columns tell of whom each is
    if statement.kind == "prose" and statement.value:
        hypothesis = hypothesis._replace(lent=hypothesis.lent + statement.value)
        hypothesis = hypothesis.paid_back() if hypothesis.over == "end" else hypothesis
    who = f"{line.sender} " if line.sender else ""
    if not hypothesis.started:
        titled = any(key == TITLE for key, _ in hypothesis.head)
        value = re.sub(f"^{TITLE}[:：]", "", text)
        head = hypothesis.head if titled else (*hypothesis.head, (TITLE, value))
        stated = value == text and SWALLOWED.search(text) is not None
        mark = "# " if titled or stated else "" if value != text else f"{TITLE}："
        return hypothesis.adding(CopyItem((copy_line(passage, f"{mark}{text}", text),), "comment", passage))._replace(
            head=head
        )
    return hypothesis.adding(CopyItem((copy_line(passage, f"*{who}{text}", text),), "comment", passage))


def _apply_head(hypothesis: Hypothesis, line: StatementLine, statement: Statement) -> list[Hypothesis]:
    """Return the hypothesis with the lines of a head; empty if a head of these keys cannot stand there."""
    passage, text = line.located_part(statement.start, statement.end), line.text_in_file(statement.start, statement.end)
    name = hypothesis.game.name.ja
    if statement.kind == "title":
        if hypothesis.started:
            return []
        alone = len(text) <= len(name) + 2
        mark = "# " if SWALLOWED.search(text) else f"{TITLE}："  # what may state more is no value of a head
        lines: tuple[str, ...] = (f"{GAME}：{name}", *([] if alone else [f"{mark}{text}"]))
    else:
        lines = statement.value
    held = statement.kind == "head" and holds_move_of_ply(
        hypothesis.game, text, hypothesis.number + 1
    )  # 場所：東京。23,黒,3,7,2,5,騎馬
    if held or (
        hypothesis.over and hypothesis.over != "break" and any(line.startswith((GAME, MATCH)) for line in lines)
    ):
        return []
    if statement.kind == "head":
        lines = _head_lines_as_written(hypothesis, text, lines)
    lines, more = _head_results_in_notation_and_cost(hypothesis, lines)
    lines = tuple(f"# {one}" if _repeats_line_above(hypothesis, one) else one for one in lines)
    keys = [tuple(one.split("：", 1)) for one in lines if "：" in one and not one.startswith("#")]
    if any(key == GAME and hypothesis.started for key, _ in keys):
        return []
    named = {key for key, value in hypothesis.head if value} & {*PLAYERS}
    if hypothesis.moving and any(key in {"規則", GAME} or key in named for key, _ in keys):
        return []
    if not hypothesis.moving and not hypothesis.row and any(key in hypothesis.game.diagram_keys for key, _ in keys):
        fields = tuple(copy_line(passage, one, text) for one in lines)
        return [hypothesis._replace(fields=(*hypothesis.fields, *fields))]
    named_by_colour = not hypothesis.colour and _COLOUR_KEY.match(text) and any(key in PLAYERS for key, _ in keys)
    if named_by_colour and hypothesis.game.sides[0].label.ja not in "白黒":
        hypothesis = hypothesis._replace(colour="黒")  # the key 黒 has been read as 先手
    known = {key: value.strip(BLANKS) for key, value in hypothesis.head}
    more += (
        PLAYER_AGAIN
        * bool(hypothesis.game.vocabulary.cells)
        * any(known.get(key) and value.strip(BLANKS) not in {"", known[key]} for key, value in keys if key in PLAYERS)
    )
    head = _add_missing_keys(hypothesis.head, keys)
    started = hypothesis.started or any(key == GAME for key, _ in keys)
    made = tuple(copy_line(passage, one, text) for one in lines)
    return [hypothesis.adding(CopyItem(made, "head", passage), more)._replace(head=head, started=started)]


def _add_missing_keys(
    head: tuple[tuple[str, str], ...], keys: Sequence[tuple[str, ...]]
) -> tuple[tuple[str, str], ...]:
    """Return a head with the keys that it did not have."""
    for key, value in keys:
        if all(known != key for known, _ in head):
            head = (*head, (key, value))
    return head


def _repeats_line_above(hypothesis: Hypothesis, line: str) -> bool:
    """Return whether a line of the head says what stands above already, as on the next page, or describes the same game again."""
    key, _, value = line.partition("：")
    of_another = key in (_OF_A_PAGE if hypothesis.moving else _OF_A_MAIL)
    return any(known == key and (of_another or said == value.strip(BLANKS)) for known, said in hypothesis.head)


def _head_lines_as_written(hypothesis: Hypothesis, text: str, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines of a head with their values as they stand, without the words of moves put into the notation's own."""
    if len(lines) == 1 and "：" in text and fold_line(lines[0], 1).text == fold_line(text.strip(BLANKS), 1).text:
        return (text.strip(BLANKS),)
    key = FREE_HEAD.match(text)
    if text.strip(BLANKS).count("\t") > 1:
        return lines  # 得点⇥26⇥8: the names of the columns tell of whom each is
    if key is not None and len(lines) == 1 and lines[0].startswith(key[0][:-1]) and text[key.end() :].strip(BLANKS):
        return (f"{key[0][:-1]}：{text[key.end() :].strip(BLANKS)}",)
    if any(sign in text and all(sign not in one for one in lines) for sign in '|"{'):
        return lines  # | 先手 | 山田 |, shiro="山田", sente: {name: 山田}: these signs are none of the name
    own = read_head(fold_line(text, 1).text, hypothesis.game)
    same = own is not None and [one.partition("：")[0] for one in own] == [one.partition("：")[0] for one in lines]
    return own if own is not None and same else lines


def _head_results_in_notation_and_cost(hypothesis: Hypothesis, lines: tuple[str, ...]) -> tuple[tuple[str, ...], float]:
    """Return the lines of a head with its results in the notation, and what it costs that one is not understood."""
    made, cost = [], 0.0
    for one in lines:
        key, _, value = one.partition("：")
        if key not in RESULT_KEYS:
            made.append(one)
            continue
        of_a_side = key in WINNER_KEYS | LOSER_KEYS
        whole = (
            read_result(hypothesis.side_context(), fold_line(one, 1).text) if of_a_side else None
        )  # 勝者：後手　敗者：先手
        result = whole or read_result(hypothesis.side_context(), fold_line(value, 1).text)
        letter = hypothesis.side_context().side_meant_by(MOVERS.get(value.lower(), "")) if of_a_side else None
        side = hypothesis.sides_of_players().get(value)
        meant = letter if side is None else None if (PLAYERS[side], value) in hypothesis.head else side
        if meant is not None:
            made.append(f"{key}：{meant.label.ja}")  # winner: W; 勝ち：東條, of 東條(北高)
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
