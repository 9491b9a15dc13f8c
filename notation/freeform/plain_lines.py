"""Lines that the notation reads, each with one reading: heads, moves, ends, diagrams, branches, the start of the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.core.move_grammar import split_side
from kifu.core.outcome import PLAYERS, SIDE_NAMES, Side, leading_special_word
from kifu.core.squares import BLANKS
from kifu.referee.record import Source
from kifu.referee.record import Span as Lines
from kifu.referee.resolve import Resolved, resolve
from notation.closing_line import read_closing_line
from notation.formats.kif_head import (
    FIELD_BEHIND_A_NAME,
    GAME,
    HALVES,
    MATCH,
    MATCH_SCORE,
    RESULT_KEYS,
    RULES,
    SCORE,
    known_header_keys,
)
from notation.formats.kif_moves import is_move
from notation.formats.kif_reader import Reader, RecordPart
from notation.freeform.apply_move import FOUL
from notation.freeform.diagrams import (
    DiagramLine,
    add_turn_line,
    apply_setup,
    diagram_line,
    doubted_setup,
    is_plain_header,
    may_be_later,
    place_fields,
    plain_row,
)
from notation.freeform.free_text_risk import count_move_like_texts, free_text_risk, holds_ply
from notation.freeform.heads import KEYS, NAMED_RESULT
from notation.freeform.hypothesis import DIAGRAM, CopyItem, line_read_as, special_words_by_text, verbatim_item
from notation.freeform.move_errors import illegal_behind_a_slip
from notation.freeform.move_readings import is_out_of_turn, moves_without_origin
from notation.freeform.plain_copy import copy_line
from notation.freeform.plies import PlyLink
from notation.freeform.setup_in_words import tells_units
from notation.freeform.spans import LineContext
from notation.line_kinds import BRANCH, CLEAN_MOVE, LineKind, classify_line, read_clock
from notation.line_kinds import ClassifiedLine as ScannedItem

if TYPE_CHECKING:
    from kifu.core.game.game import Game, Position
    from kifu.referee.record import Closing
    from notation.formats.kif_head import RulesSource
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.fold_text import Place
    from notation.freeform.hypothesis import Hypothesis

ONE_MOVE = 2.5
"""The risk of a text that names one move and says nothing else."""
_HALF = re.compile(rf"[【\[(]?\s*(?:{MATCH}\s*)?(?:[:：]\s*)?({'|'.join(HALVES)})戦?\s*[】\])]?")
"""The line before a game of a match, as people write it."""
_BARE_KEY = re.compile(
    rf"^(?:先手|後手|結果|[▲△])|[\s、。，,;；・｜|／/](?:(?:{KEYS})[:：=＝\s]|[▲△])|\w(?:{KEYS})[:：=＝]|[\s\u3000](?:先手|後手|結果)"
)
_BELOW_THE_MOVES = RESULT_KEYS | {RULES, SCORE, MATCH_SCORE}
"""The keys of heads that may stand among the moves, or that the strict reader names there."""
_LEFT_OUT = frozenset({"comment", "unread"})
"""The kinds of items that say nothing about how a game starts."""


class PlainLines:
    """Reads the plain lines of one record, and settles where its game starts."""

    def __init__(self, source: Source, game: Game, rules: RulesSource) -> None:
        self.source, self.game, self.rules = source, game, rules
        self.boards: set[tuple[Place, ...]] = set()
        """The lines that begin a diagram that nothing announces."""
        self._starts: dict[tuple[str, ...], tuple[Game, Position | None]] = {}
        self._items: dict[str, ScannedItem] = {}

    def item(self, text: str) -> ScannedItem:
        """Return a line as the strict reader sees it."""
        if text not in self._items:
            self._items[text] = classify_line(text, special_words_by_text(self.game))
        return self._items[text]

    def diagram(self, found: Hypothesis, laid: CleanLine, item: ScannedItem) -> Hypothesis | None:
        """Return the hypothesis after a line of a diagram; None for any other line."""
        drawn = diagram_line(found.game, laid, item, found.row, moving=found.moving)
        unannounced = drawn is None and found.started and laid.passage.places[:1] in self.boards
        if unannounced and (found.moving or all(line.text != DIAGRAM for line in found.lines())):
            drawn = DiagramLine(plain_row(found.game, laid.passage.text, 1), 2, begins=True)
        if drawn is None:
            return None
        if drawn.begins:
            found = found.adding(CopyItem((copy_line(laid.passage, DIAGRAM),), "kept"))
        if drawn.lines is None:
            found = found.adding(verbatim_item(laid))
        else:
            lines = tuple(copy_line(laid.passage, one) for one in drawn.lines)
            found = found.adding(CopyItem(lines, "kept", laid.passage))
        found = found._replace(row=drawn.row)
        return found.with_fields() if drawn.ends else found

    def branch(self, found: Hypothesis, laid: CleanLine, item: ScannedItem, text: str) -> Hypothesis | None:
        """Return the hypothesis after the line above a branch or a game of a match; None for any other line."""
        half = _HALF.fullmatch(laid.passage.text) if found.game.match_article is not None else None
        if half is not None and not (item.kind is LineKind.HEADER and item.key == MATCH):
            back = self.begun(found).back_to(0)
            return back._replace(in_match=True).adding(line_read_as(laid, f"{MATCH}：{half[1]}", "kept"))
        halves = item.kind is LineKind.HEADER and item.key in {MATCH, BRANCH}
        if item.kind is not LineKind.BRANCH and not halves:
            return None
        found = self.begun(found)
        number = re.search(r"\d+", text)
        back = found.back_to(max(int(number[0]) - 1, 0) if number else 0)
        return back._replace(in_match=back.in_match or item.key == MATCH).adding(verbatim_item(laid))

    def read(self, found: Hypothesis, laid: CleanLine, item: ScannedItem, text: str) -> Hypothesis | None:  # noqa: PLR0911
        """Return the hypothesis after a line that the notation reads, which has no other reading; None for any other line."""
        if item.kind is LineKind.TABLE and free_text_risk(LineContext(found.around(), moving=True), text) == 0:
            return self.begun(found).adding(verbatim_item(laid))
        if laid.raw is None or found.roles or found.label is not None or found.pending or found.taken_back:
            return None
        if item.kind is LineKind.HEADER:
            return self._plain_header(found, laid, item)
        if item.kind is LineKind.MOVE:
            return self._plain_move(found, laid, item)
        if item.kind is LineKind.CLOSING and found.moving and not found.over:
            return self._plain_closing(found, laid, text)
        if item.kind is LineKind.CLOSING and found.over == "end" and read_closing_text(found, text) is not None:
            return found.adding(verbatim_item(laid, "end"))
        return None

    def _plain_header(self, found: Hypothesis, laid: CleanLine, item: ScannedItem) -> Hypothesis | None:  # noqa: PLR0911
        game = found.game
        context = LineContext(found.around(), moving=False)
        if item.key in game.diagram_keys and found.moving:
            return found.adding(verbatim_item(laid))  # the strict reader says that it has no effect there
        if (
            item.key not in known_header_keys(game)
            or not is_plain_header(game, item)
            or item.key in SIDE_NAMES.keys() - {"先手", "後手"}
        ):
            return None
        if found.moving and not (item.key in _BELOW_THE_MOVES or found.over):
            return None
        if (item.key == GAME and found.started) or holds_ply(game, item.text, found.number + 1):
            return None
        if (
            item.key in PLAYERS
            and game.vocabulary.cells
            and (dict(found.head).get(item.key, item.text) != item.text or tells_units(game, f"{item.key}:{item.text}"))
        ):
            return None  # a line of a side, or its second one, may tell its units
        if item.key in {SCORE, MATCH_SCORE}:
            pass  # the strict reader judges what it says
        elif item.key in RESULT_KEYS:
            if read_closing_text(found, item.text) is None and item.text not in found.players():
                return None
        elif _bare_key(item.text) or not self._is_a_value(context, item):
            return None  # also 先手：勝
        head = found.head if any(key == item.key for key, _ in found.head) else (*found.head, (item.key, item.text))
        found = found._replace(head=head, started=found.started or item.key == GAME)
        return found.adding(verbatim_item(laid, "head"))

    def _is_a_value(self, context: LineContext, item: ScannedItem) -> bool:
        """Return whether the value of a head holds no statement of its own; a remark about the game may name a move."""
        if item.key in PLAYERS and (
            NAMED_RESULT.fullmatch(item.text.strip(BLANKS)) or FIELD_BEHIND_A_NAME.search(item.text)
        ):
            return False
        if (
            item.key not in SIDE_NAMES
            and count_move_like_texts(context.game, item.text) == 1
            and not item.text[:1].isdecimal()
        ):
            return free_text_risk(context, item.text, kana=False) <= ONE_MOVE
        return not free_text_risk(context, item.text, kana=False)

    def _plain_move(self, found: Hypothesis, laid: CleanLine, item: ScannedItem) -> Hypothesis | None:  # noqa: PLR0911
        if found.counted or (item.clock and read_clock(item.clock) is None):
            return None
        text = item.text.rstrip(BLANKS)
        special = leading_special_word(text.lstrip("▲△☗☖▽"), found.around().words)
        if special is None and (not is_move(found.game, text) or self._of_the_other(found, text)):
            return None
        if found.over or (item.number is not None and item.number != found.number + 1):
            return None
        numbered = found.numbering not in {"", "ply"}
        if item.number is None and numbered and CLEAN_MOVE.fullmatch(laid.raw or "") is None and special is None:
            return None
        side, _ = split_side(text)
        found = self.begun(found, side)
        if special is None and side is not None and found.position is not None and side is not found.side:
            return None
        number = found.number + 1 if item.number is None else item.number
        found = found if item.number is None else found.paid_back()
        kept = found._replace(
            number=number, ruled=False, numbering="ply" if number > 1 and item.number is not None else found.numbering
        )
        if special is not None:
            over = "break" if special[0] == "中断" else "end"
            return kept.adding(verbatim_item(laid, "end"))._replace(number=number - 1, over=over)
        after = kept._replace(plies=found.after(text))
        foul = after.position is None and found.position is not None
        if foul and item.number is None and moves_without_origin(found.game, text, found.position):
            return None
        turn = verbatim_item(laid, "kept-turn")._replace(ply=after.ply)
        if foul and is_out_of_turn(found.game, found.plies, text):
            turn = turn._replace(slip=illegal_behind_a_slip(text))
        stated = item.number is not None or side is not None
        if laid.sender or (foul and (found.slipped or (turn.slip is not None and not stated))):
            return None
        return after.adding(turn, FOUL * foul)

    def _plain_closing(self, found: Hypothesis, laid: CleanLine, text: str) -> Hypothesis | None:
        closing = read_closing_text(found, text)
        if closing is None or closing.count not in {None, found.ply}:
            return None
        over = "end" if closing.outcome is not None or (closing.word not in {None, "中断"}) else "inferred"
        over = "break" if closing.word == "中断" else over
        found = found if closing.count is None else found.paid_back()
        return found.adding(verbatim_item(laid, "end"))._replace(over=over)

    def _of_the_other(self, found: Hypothesis, text: str) -> bool:
        """Return whether 後手 writes a move with the character of 先手's unit, as `common` says of the record."""
        return found.common and found.ply % 2 == 1 and any(one in text for one in found.game.common_units)

    def begun(self, found: Hypothesis, side: Side | str | None = None) -> Hypothesis:
        """Return the hypothesis with its moves begun, when the head is complete; `side` is that of the first turn."""
        if found.moving:
            return found
        bare = place_fields(found)
        found = apply_setup(bare, self.source)._replace(moving=True)
        if side is Side.SECOND:
            found = add_turn_line(found)
        if not found.started:
            return found
        lines = tuple(line.text for line in found.lines(_LEFT_OUT))
        if lines not in self._starts:
            self._starts[lines] = self._start(lines)
        game, position = self._starts[lines]
        if position is None and may_be_later(bare):
            found = doubted_setup(bare, self.source)._replace(moving=True)
        return found._replace(game=game, plies=PlyLink(position))

    def _start(self, lines: tuple[str, ...]) -> tuple[Game, Position | None]:
        source = Source("", b"", "utf-8", False, lines, ("\n",) * len(lines))  # noqa: FBT003
        start = next(at for at, line in enumerate(lines, start=1) if line.lstrip(BLANKS).startswith(GAME))
        head = Reader(RecordPart(source, 0, Lines(1, len(lines)), start), self.rules).read_record()
        if head.game is None:
            return self.game, None
        settled = resolve(head, head.game)
        return head.game, settled.start if isinstance(settled, Resolved) else None


def read_closing_text(found: Hypothesis, text: str) -> Closing | None:
    """Return what a line says about the end of the game as the notation reads it; None for any other line."""
    sides = {side.label.ja: Side(at) for at, side in enumerate(found.game.sides)} | SIDE_NAMES
    return read_closing_line(text.strip(BLANKS), 1, 1, {**found.players(), **sides}, found.around().words)


def _bare_key(text: str) -> bool:
    """Return whether a value begins with a key, or holds one behind a separator or before a colon."""
    return _BARE_KEY.search(text) is not None
