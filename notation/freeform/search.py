"""The search: hypotheses about a record grow line by line, moves are played, and the cheapest hypothesis is the record."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from heapq import nsmallest
from math import inf
from typing import TYPE_CHECKING

from kifu.core.movetext import split_side
from kifu.core.outcome import SIDE_NAMES, Side
from kifu.core.special_words import find as find_special
from kifu.core.squares import BLANKS
from kifu.referee.record import Source
from kifu.referee.record import Span as Lines
from kifu.referee.resolve import Resolved, resolve
from notation.closing_line import read_closing
from notation.formats.kif_claims import RESULT_KEYS
from notation.formats.kif_head import GAME, HALVES, MATCH, RULES
from notation.formats.kif_keys import keys_of
from notation.formats.kif_match import MATCH_SCORE, SCORE
from notation.formats.kif_moves import moves_on, reads
from notation.formats.kif_reader import Part, Reader
from notation.freeform import tables
from notation.freeform.copies import Copied, copied
from notation.freeform.cover import counted_covers
from notation.freeform.diagrams import (
    DIAGRAM,
    FIGURE,
    MIN_ROWS,
    DiagramLine,
    begins_with_row,
    diagram_line,
    doubted_setup,
    is_plain_header,
    may_be_later,
    plain_row,
    with_setup,
    with_turn,
)
from notation.freeform.faults import illegal_behind_a_slip
from notation.freeform.layout import Laid, is_stamp, without_bullet
from notation.freeform.moves import inked, is_out_of_turn, without_origin
from notation.freeform.setups import read_setup
from notation.freeform.spans import (
    MAX_LINE_CHARACTERS,
    SCORE_BEHIND,
    Context,
    moves_in,
    names_both,
    risk,
    says_nothing,
)
from notation.freeform.state import Item, Kept, Played, words_of
from notation.freeform.statements import Statement, statements_of
from notation.freeform.turns import (
    FOUL,
    NEW_SPEAKER_AGAIN,
    ORDER_AGAIN,
    TAKEN_BACK,
    Line,
    applied,
    without_label,
)
from notation.scanner import BRANCH, CLEAN_MOVE, Kind, classify, read_clock
from notation.scanner import Item as ScannedItem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kifu.core.game.game import Game, Position
    from kifu.referee.record import Closing
    from notation.formats.kif_head import Rules
    from notation.freeform.cover import Cover
    from notation.freeform.fold import Passage, Place
    from notation.freeform.state import Hypothesis

BEAM_WIDTH = 10
LENT_WIDTH = 4
"""How many hypotheses are kept besides that would be cheap if the next number shows that no move is missing."""
COST_RANGE = 6.0
"""How much a hypothesis may cost beyond the cheapest one."""
MAX_FREE_LINES, MAX_SPANS = 1500, 120_000
"""The most lines of a record that are read as people write them, and the most spans of them that are looked at, for equal lines
once; what is not plain behind them is named as not understood."""
MAX_WIDE_LINES, NARROW_BEAM_WIDTH = 200, 3
"""The lines after which a record has shown how it is written, and how many hypotheses are then kept."""
UNREAD_CLOSING = 2.0
"""What it costs besides to leave a closing line that is understood."""
NAMES_LOST = 1.2
"""What it costs besides to leave a line that names both players."""
UNREAD_COST = 2.6
"""The cost of a line that is left as it stands, for the strict reader to name."""
ONE_MOVE = 2.5
"""The risk of a text that names one move and says nothing else."""
LOST_PLY = 1.2
"""The cost of such a line where it takes the place of a move: the position behind it is not known."""
ROW_COST = 0.1
MIN_SCORES = 3
"""The fewest lines by which the points behind the moves are known."""
BROKEN_COST = 0.5
"""The cost of a move that is broken between two lines."""
_BROKEN = re.compile(r"[-→0-9一二三四五六七八九十]$")
_WHOLE = re.compile(r"[0-9]{1,3}\s*[.)手:]|[0-9]{1,3}\s+|[▲△☗☖]")
UNNAMED_GAME = 3.0
"""The cost of a title that is not taken for the name of the game."""
REOPENED = re.compile(
    r"再開|^\W*\d{1,2}/\d{1,2}\W*(?:つづき|続き)|[二2]日目|翌日|つづきから|続きから|指し継ぎ|resumed?"
)
_HALF = re.compile(rf"[【\[(]?\s*(?:{MATCH}\s*)?(?:[:：]\s*)?({'|'.join(HALVES)})戦?\s*[】\])]?")
"""The line before a game of a match, as people write it."""
_BELOW_THE_MOVES = RESULT_KEYS | {RULES, SCORE, MATCH_SCORE}
"""The keys of heads that may stand among the moves, or that the strict reader names there."""
_SEVERAL_BACK = re.compile("何手|数手|幾手|いくつか|[2-9二三四五六七八九十]{1,3}手(?:戻|もど|分)")
_LEFT_OUT = frozenset({"comment", "unread"})
"""The kinds of items that say nothing about how a game starts."""
_COMMENTS = frozenset({Kind.FILE_COMMENT, Kind.COMMENT, Kind.BOOKMARK})


class Search:
    """Reads the lines of one record. `stars` says that stars are bullets."""

    def __init__(self, source: Source, game: Game, rules: Rules, *, stars: bool) -> None:
        self.source, self.game, self.rules, self.stars = source, game, rules, stars
        self._covers: dict[tuple[object, ...], Sequence[tuple[Cover, list[Statement]]]] = {}
        self._starts: dict[tuple[str, ...], tuple[Game, Position | None]] = {}
        self._items: dict[str, ScannedItem] = {}
        self._free: set[int] = set()
        """The lines that are not plain."""
        self._boards: set[int] = set()
        """The lines that begin a diagram that nothing announces."""
        self._scored = False
        """Whether the points of both sides stand behind the moves."""
        self._lines: dict[tuple[object, ...], Line] = {}
        self._left = MAX_SPANS
        self._limit = inf
        """The cost beyond which a hypothesis after the line is of no use."""
        self._ends: dict[Place, int] = {}
        """The last columns of characters that stand for more than one of the file: 合 for 合体."""

    def run(self, first: Hypothesis, lines: Sequence[Laid], title: int) -> list[Hypothesis]:
        """Return the hypotheses about all lines, the cheapest first; `title` is the index of the line that names the game."""
        texts = [laid.passage.text for laid in lines]
        self._scored = _is_scored(self.game, texts)
        self._free.clear()
        self._boards = {
            lines[at].line for at in range(len(lines)) if begins_with_row(self.game, texts[at : at + MIN_ROWS])
        }
        above: list[Hypothesis] = []
        beam = [first]
        for at, laid in enumerate(lines):
            titled = at == title
            grown = _Beam(UNNAMED_GAME if titled else 0.0)
            for found in beam:
                self._take(grown, found, laid, titled=titled)
            if at and not self._spent:
                grown.add(self._broken(above, lines[at - 1], laid, grown))
            above, beam = beam, grown.cheapest(self._width)
        return beam

    @property
    def _spent(self) -> bool:
        """Whether so much was read as people write it that the rest is read as it stands."""
        return len(self._free) > MAX_FREE_LINES or self._left <= 0

    @property
    def _width(self) -> int:
        """How many hypotheses are kept: few when the record has shown how it is written, one when nothing more is tried."""
        return 1 if self._spent else BEAM_WIDTH if len(self._free) <= MAX_WIDE_LINES else NARROW_BEAM_WIDTH

    def _take(self, grown: _Beam, found: Hypothesis, laid: Laid, *, titled: bool) -> None:
        """Add the hypotheses after a line, as far as they can be among the cheapest."""
        self._limit = grown.limit
        grown.add(self._after(found, laid, titled=titled))

    def _broken(self, beam: Sequence[Hypothesis], above: Laid, below: Laid, grown: _Beam) -> Iterator[Hypothesis]:
        """Yield the hypotheses after two lines that are one: a move is broken between them."""
        first, second = above.passage.text.rstrip(), below.passage.text.lstrip()
        if above.parts or below.parts or not _BROKEN.search(first) or not second or _WHOLE.match(second):
            return
        units = tuple(self.game.vocabulary.units)
        if not (first[-1] in "-→" or second.startswith(units)) or _WHOLE.match(first[-1:]):
            return
        whole = Laid(above.passage.cut(0).joined(below.passage.cut(0)), None, above.line)
        self._limit = grown.limit - BROKEN_COST
        for found in beam:
            if found.moving or first[-1] in "-→" or found.started:
                for after in self._covered(found, whole, titled=False):
                    yield after._replace(cost=after.cost + BROKEN_COST)

    def written(self, passage: Passage) -> str:
        """Return a passage as it stands in the file; parts on several lines follow each other."""
        ends: dict[int, tuple[int, int]] = {}
        for line, column in passage.places:
            first, last = ends.get(line, (column, column))
            ends[line] = (min(first, column), max(last, self._ends.get((line, column), column)))
        return "".join(self.source.lines[line - 1][first - 1 : last] for line, (first, last) in ends.items())

    def _after(  # noqa: PLR0911 - kinds of lines
        self, found: Hypothesis, laid: Laid, *, titled: bool
    ) -> list[Hypothesis]:
        """Return the hypotheses after a line."""
        if laid.parts:
            return self._vertical(found, laid)
        text = laid.raw if laid.raw is not None else laid.passage.text
        item = self._item(text)
        if not text.strip(BLANKS):
            return [found.adding(self._kept(laid))]
        names = laid.passage.text.startswith("#") and tables.is_named_by_a_number(laid.passage)
        if item.kind in _COMMENTS and not (
            titled or names or (self.stars and without_bullet(laid.passage, stars=True))
        ):
            return [self._comment(found, laid, text)]
        if laid.furniture or laid.refused or (found.moving and is_stamp(laid.passage.text)):
            reopened = found.reopened or REOPENED.search(text) is not None
            return [found._replace(reopened=reopened).adding(self._aside(laid, text))]
        if (drawn := self._diagram(found, laid, item)) is not None:
            return [drawn]
        if found.moving and (figure := FIGURE.fullmatch(laid.passage.text)) and figure[1] in {None, str(found.ply)}:
            return [found.adding(self._as(laid, f"# {text.strip()}", "comment"))]
        found = found._replace(row=0) if found.row else found
        if (branch := self._branch(found, laid, item, text)) is not None:
            return [branch]
        if (plain := self._plain(found, laid, item, text)) is not None:
            return [plain]
        return self._freely(found, laid, titled=titled)

    def _freely(self, found: Hypothesis, laid: Laid, *, titled: bool) -> list[Hypothesis]:
        """Return the hypotheses after a line that is not plain."""
        self._free.add(laid.line)
        unread = list(self._unread(found, laid))
        if self._spent or len(laid.passage.text) > MAX_LINE_CHARACTERS:
            return unread
        if not titled:
            self._limit = min(self._limit, min(one.cost for one in unread) + COST_RANGE)
        ways = [*self._rows(found, laid), *self._covered(found, laid, titled=titled)]
        if not (ways and self._is_a_move(found, laid)):
            ways += unread
        if (bare := without_bullet(laid.passage, stars=self.stars)) is not None:
            ways += self._covered(found, laid._replace(passage=bare), titled=titled)
        return _cheapest(ways)

    def _is_a_move(self, found: Hypothesis, laid: Laid) -> bool:
        """Return whether a line is a numbered move of the notation and nothing else: what it says is not in doubt."""
        text = laid.raw if laid.raw is not None else laid.passage.text
        item = self._item(text)
        if item.kind is Kind.MOVE:
            return not item.clock and reads(found.game, item.text.rstrip(BLANKS))
        moves = moves_on(self.game, words_of(self.game), text, 0)
        return len(moves) == 1 and not moves[0].clock and reads(found.game, moves[0].text)

    def _item(self, text: str) -> ScannedItem:
        """Return a line as the strict reader sees it."""
        if text not in self._items:
            self._items[text] = classify(text, words_of(self.game))
        return self._items[text]

    def _comment(self, found: Hypothesis, laid: Laid, text: str) -> Hypothesis:
        marked = found._replace(
            reopened=found.reopened or REOPENED.search(text) is not None,
        )
        return marked.adding(self._kept(laid))

    def _aside(self, laid: Laid, text: str) -> Item:
        """Return a line that says nothing of the game as a comment, or as a line that is not understood."""
        if not laid.refused:
            return self._as(laid, f"# {text.strip()}", "comment")
        return self._kept(laid, "unread")

    def _kept(self, laid: Laid, kind: str = "kept") -> Item:
        """Return a line as it stands, for the strict reader to read, or to name if it is `unread`."""
        passage = None if laid.raw is not None or not laid.passage.places else laid.passage
        line = Copied(laid.raw or "", None, laid.line) if passage is None else copied(passage, passage.text)
        return Item((line._replace(kind=kind if kind == "unread" else ""),), kind, passage)

    def _as(self, laid: Laid, text: str, kind: str) -> Item:
        return Item((copied(laid.passage, text),), kind, laid.passage)

    # Lines that have one reading.

    def _diagram(self, found: Hypothesis, laid: Laid, item: ScannedItem) -> Hypothesis | None:
        drawn = diagram_line(found.game, laid, item, found.row, moving=found.moving)
        unannounced = drawn is None and found.started and laid.line in self._boards
        if unannounced and (found.moving or all(line.text != DIAGRAM for line in found.lines())):
            drawn = DiagramLine(plain_row(found.game, laid.passage.text, 1), 2, begins=True)
        if drawn is None:
            return None
        if drawn.begins:
            found = found.adding(Item((copied(laid.passage, DIAGRAM),), "kept"))
        if drawn.lines is None:
            found = found.adding(self._kept(laid))
        else:
            lines = tuple(copied(laid.passage, one) for one in drawn.lines)
            found = found.adding(Item(lines, "kept", laid.passage))
        found = found._replace(row=drawn.row)
        return found.with_fields() if drawn.ends else found

    def _branch(self, found: Hypothesis, laid: Laid, item: ScannedItem, text: str) -> Hypothesis | None:
        half = _HALF.fullmatch(laid.passage.text) if found.game.match_article is not None else None
        if half is not None and not (item.kind is Kind.HEADER and item.key == MATCH):
            back = self._begun(found).back_to(0)
            return back._replace(in_match=True).adding(self._as(laid, f"{MATCH}：{half[1]}", "kept"))
        halves = item.kind is Kind.HEADER and item.key in {MATCH, BRANCH}
        if item.kind is not Kind.BRANCH and not halves:
            return None
        found = self._begun(found)
        number = re.search(r"\d+", text)
        back = found.back_to(max(int(number[0]) - 1, 0) if number else 0)
        return back._replace(in_match=back.in_match or item.key == MATCH).adding(self._kept(laid))

    def _plain(self, found: Hypothesis, laid: Laid, item: ScannedItem, text: str) -> Hypothesis | None:  # noqa: PLR0911
        """Return the hypothesis after a line that the notation reads, which has no other reading; None for any other line."""
        if item.kind is Kind.TABLE and risk(Context(found.around(), moving=True), text) == 0:
            return self._begun(found).adding(self._kept(laid))
        if laid.raw is None or found.roles or found.label is not None or found.pending or found.taken_back:
            return None
        if item.kind is Kind.HEADER:
            return self._plain_header(found, laid, item)
        if item.kind is Kind.MOVE:
            return self._plain_move(found, laid, item)
        if item.kind is Kind.CLOSING and found.moving and not found.over:
            return self._plain_closing(found, laid, text)
        if item.kind is Kind.CLOSING and found.over == "end" and self._closing(found, text) is not None:
            return found.adding(self._kept(laid, "end"))
        return None

    def _plain_header(self, found: Hypothesis, laid: Laid, item: ScannedItem) -> Hypothesis | None:  # noqa: PLR0911
        game = found.game
        context = Context(found.around(), moving=False)
        if item.key in game.diagram_keys and found.moving:
            return found.adding(self._kept(laid))  # the strict reader says that it has no effect there
        if (
            item.key not in keys_of(game)
            or not is_plain_header(game, item)
            or item.key in SIDE_NAMES.keys() - {"先手", "後手"}
        ):
            return None
        if found.moving and not (item.key in _BELOW_THE_MOVES or found.over):
            return None
        if item.key == GAME and found.started:
            return None
        if item.key in {SCORE, MATCH_SCORE}:
            pass  # the strict reader judges what it says
        elif item.key in RESULT_KEYS:
            if self._closing(found, item.text) is None and item.text not in found.players():
                return None
        elif _bare_key(item.text) or not self._is_a_value(context, item):
            return None
        head = found.head if any(key == item.key for key, _ in found.head) else (*found.head, (item.key, item.text))
        found = found._replace(head=head, started=found.started or item.key == GAME)
        return found.adding(self._kept(laid, "head"))

    def _is_a_value(self, context: Context, item: ScannedItem) -> bool:
        """Return whether the value of a head holds no statement of its own; a remark about the game may name a move."""
        if item.key not in SIDE_NAMES and moves_in(context.game, item.text) == 1 and not item.text[:1].isdecimal():
            return risk(context, item.text, kana=False) <= ONE_MOVE
        return not risk(context, item.text, kana=False)

    def _plain_move(self, found: Hypothesis, laid: Laid, item: ScannedItem) -> Hypothesis | None:  # noqa: PLR0911
        if item.clock and read_clock(item.clock) is None:
            return None
        text = item.text.rstrip(BLANKS)
        special = find_special(text.lstrip("▲△☗☖▽"), found.around().words)
        if special is None and (not reads(found.game, text) or self._of_the_other(found, text)):
            return None
        if found.over or (item.number is not None and item.number != found.number + 1):
            return None
        numbered = found.numbering not in {"", "ply"}
        if item.number is None and numbered and CLEAN_MOVE.fullmatch(laid.raw or "") is None and special is None:
            return None
        side, _ = split_side(text)
        found = self._begun(found, side)
        if special is None and side is not None and found.position is not None and side is not found.side:
            return None
        number = found.number + 1 if item.number is None else item.number
        found = found if item.number is None else found.paid_back()
        kept = found._replace(
            number=number, ruled=False, numbering="ply" if number > 1 and item.number is not None else found.numbering
        )
        if special is not None:
            over = "break" if special[0] == "中断" else "end"
            return kept.adding(self._kept(laid, "end"))._replace(number=number - 1, over=over)
        after = kept._replace(plies=found.after(text))
        foul = after.position is None and found.position is not None
        if foul and item.number is None and without_origin(found.game, text, found.position):
            return None
        turn = self._kept(laid, "kept-turn")._replace(ply=after.ply)
        if foul and is_out_of_turn(found.game, found.plies, text):
            turn = turn._replace(slip=illegal_behind_a_slip(text))
        stated = item.number is not None or side is not None
        if laid.sender or (foul and (found.slipped or (turn.slip is not None and not stated))):
            return None
        return after.adding(turn, FOUL * foul)

    def _plain_closing(self, found: Hypothesis, laid: Laid, text: str) -> Hypothesis | None:
        closing = self._closing(found, text)
        if closing is None or closing.count not in {None, found.ply}:
            return None
        over = "end" if closing.outcome is not None or (closing.word not in {None, "中断"}) else "inferred"
        over = "break" if closing.word == "中断" else over
        found = found if closing.count is None else found.paid_back()
        return found.adding(self._kept(laid, "end"))._replace(over=over)

    def _closing(self, found: Hypothesis, text: str) -> Closing | None:
        game = found.game
        sides = {side.label.ja: Side(at) for at, side in enumerate(game.sides)} | SIDE_NAMES
        return read_closing(text.strip(BLANKS), 1, 1, {**found.players(), **sides}, found.around().words)

    def _of_the_other(self, found: Hypothesis, text: str) -> bool:
        """Return whether 後手 writes a move with the character of 先手's unit, as `common` says of the record."""
        return found.common and found.ply % 2 == 1 and any(one in text for one in found.game.common_units)

    def _begun(self, found: Hypothesis, side: Side | str | None = None) -> Hypothesis:
        """Return the hypothesis with its moves begun, when the head is complete; `side` is that of the first turn."""
        if found.moving:
            return found
        bare = found.with_fields()
        found = with_setup(bare, self.source)._replace(moving=True)
        if side is Side.SECOND:
            found = with_turn(found)
        if not found.started:
            return found
        lines = tuple(line.text for line in found.lines(_LEFT_OUT))
        if lines not in self._starts:
            self._starts[lines] = self._start(lines)
        game, position = self._starts[lines]
        if position is None and may_be_later(bare):
            found = doubted_setup(bare, self.source)._replace(moving=True)
        return found._replace(game=game, plies=Played(position))

    def _start(self, lines: tuple[str, ...]) -> tuple[Game, Position | None]:
        source = Source("", b"", "utf-8", False, lines, ("\n",) * len(lines))  # noqa: FBT003
        start = next(at for at, line in enumerate(lines, start=1) if line.lstrip(BLANKS).startswith(GAME))
        head = Reader(Part(source, 0, Lines(1, len(lines)), start), self.rules).record()
        if head.game is None:
            return self.game, None
        settled = resolve(head, head.game)
        return head.game, settled.start if isinstance(settled, Resolved) else None

    # Lines that may be read in several ways.

    def _unread(self, found: Hypothesis, laid: Laid) -> Iterator[Hypothesis]:
        """Yield the hypotheses after a line that is left as it stands: it may take the place of a move or not."""
        cost = UNREAD_COST + 0.5 * moves_in(found.game, laid.passage.text)
        if found.over == "end" and risk(Context(found.around(), moving=True), laid.passage.text):
            cost = 1.0  # what weighs is no remark behind the end
        if not found.moving and laid.raw is not None and self._item(laid.raw).kind is Kind.HEADER:
            cost += 0.6
        if not found.moving and names_both(laid.passage.text):
            cost += NAMES_LOST
        text = laid.raw if laid.raw is not None else laid.passage.text
        item = self._item(text)
        if item.kind is Kind.CLOSING and self._closing(found, text) is not None:
            cost += UNREAD_CLOSING
        after = without_label(found, self.written).adding(self._kept(laid, "unread"), cost)
        if found.over == "end":
            yield after
            return
        of_a_move = item.kind is Kind.MOVE and (found.moving or item.number == 1)
        if not of_a_move:
            yield after
        if of_a_move or found.moving:
            number = item.number if of_a_move else None
            lost = self._begun(after)  # the strict reader takes it for the move that has to stand there
            number = lost.number + 1 if number is None else number
            yield lost.skipped()._replace(cost=lost.cost + LOST_PLY, number=number)

    def _covered(self, found: Hypothesis, laid: Laid, *, titled: bool) -> Iterator[Hypothesis]:
        """Yield the hypotheses by the covers of a line."""
        line = self._line(laid.passage, laid.sender, quoted=laid.quoted)
        text = laid.passage.text
        reopens, takes_back = bool(REOPENED.search(text)), found.moving and bool(TAKEN_BACK.search(text))
        for cover, statements in self._covers_of(found, line.passage.text, titled=titled, quoted=laid.quoted):
            again = ORDER_AGAIN * sum(span.kind == "move" for span in cover.spans) * bool(found.order)
            if found.cost + cover.cost + again + NEW_SPEAKER_AGAIN * _speakers(cover) - _lent(cover) > self._limit:
                continue
            if not statements:
                yield found.adding(self._as(laid, f"# {text.strip()}", "comment"), cover.cost)
                continue
            turn = next((one for one in statements if one.kind == "turn"), None)
            begun = found if turn is None else self._begun(found, turn.side)
            for after in self._applied(begun, line, statements, found):
                if takes_back and _SEVERAL_BACK.search(text):
                    continue  # nobody can tell which moves were taken back
                yield after._replace(
                    made=_as_it_stands(after, begun, laid),
                    cost=after.cost + cover.cost,
                    reopened=after.reopened or reopens,
                    roles=(),
                    taken_back=after.taken_back or (takes_back and turn is None),
                )

    def _applied(
        self, begun: Hypothesis, line: Line, statements: list[Statement], found: Hypothesis
    ) -> list[Hypothesis]:
        """Return the hypotheses after statements; heads that stand before the first turn of a line belong to the head."""
        turn = next((at for at, one in enumerate(statements) if one.kind == "turn"), len(statements))
        if found.moving or turn in {0, len(statements)}:
            return applied(begun, line, statements)
        return [
            after
            for head in applied(found, line, statements[:turn])
            for after in applied(self._begun(head, statements[turn].side), line, statements[turn:])
        ]

    def _covers_of(
        self, found: Hypothesis, text: str, *, titled: bool, quoted: bool = False
    ) -> Sequence[tuple[Cover, list[Statement]]]:
        """Return the covers of a line, the cheapest first, each with its statements."""
        around = found.around()
        players = {name: side for name, side in around.players.items() if name.lower() in text.lower()}
        key = (text, tuple(players.items()), found.colour, found.moving, around.order, titled, quoted)
        if key not in self._covers:
            if self._spent:
                return ()
            context = Context(
                around._replace(players=players), found.moving, titled, scored=self._scored, quoted=quoted
            )
            covers, looked_at = counted_covers(context, text)
            self._covers[key] = [(cover, statements_of(cover)) for cover in covers]
            self._left -= looked_at
        return self._covers[key]

    def _line(self, passage: Passage, sender: str = "", *, quoted: bool = False) -> Line:
        """Return the line that statements are taken from, with the notation's own words in its moves."""
        key = (passage.text, passage.places[:1], sender, quoted)
        if key not in self._lines:
            made = inked(self.game, passage)
            self._lines[key] = Line(made, self.written, sender, quoted=quoted)
            if len(made.places) < len(passage.places):
                self._ends.update(_ends(passage, made))
        return self._lines[key]

    def _rows(  # noqa: C901, PLR0911 - kinds of rows
        self, found: Hypothesis, laid: Laid
    ) -> Iterator[Hypothesis]:
        """Yield the hypotheses by the cells of a line, if it is the row of a table."""
        passage = laid.passage
        if tables.is_rule(passage.text):
            yield found.adding(self._as(laid, "", "comment"), 0.05)._replace(ruled=True)
            return
        cells = tables.cells_of(passage, found.roles)
        around = found.around()
        texts = passage.text.split() if cells is None else [cell.text for cell in cells]
        if roles := tables.columns_of(texts, around.players, found.roles, others=cells is not None):
            if len(texts) > 1 or found.moving:
                headed = found.adding(self._as(laid, f"# {' '.join(text for text in texts if text)}", "comment"), 0.05)
                of_a_start = found.game.vocabulary.cells and not found.moving and tables.lists_units(roles)
                begun = headed if of_a_start else self._begun(headed)
                yield begun._replace(roles=roles, order=tables.order_of(roles) or found.order)
            return
        if cells is None:
            return
        if found.roles and not found.moving and tables.lists_units(found.roles):
            told = read_setup(found.game, tables.unit_of(cells, found.roles), (), found.order)
            if told is not None and told.units:
                listed = found.adding(self._as(laid, f"# {' '.join(filter(None, texts))}", "comment"), ROW_COST)
                yield listed._replace(setup=(*found.setup, (told, passage)))
            return
        if texts[0] in tables.TOTALS and not moves_in(found.game, passage.text):
            yield found.adding(self._as(laid, f"# {' '.join(filter(None, texts))}", "comment"), ROW_COST)
            return
        context = Context(around, found.moving)
        row = tables.turns_of(cells, found.roles, lambda text: says_nothing(context, text))
        if not row:
            return
        begun = self._begun(found)
        filled = [cell for cell in row if cell.passage.text]
        if not filled:
            if found.roles and not any(cell.remark for cell in row):
                yield begun._replace(
                    pending=(*begun.pending, *((passage, None) for _ in row)), cost=begun.cost + ROW_COST
                )
            return
        row = self._in_turn(begun, row)
        numbers = [cell.number for cell in row if cell.number is not None]
        expected = begun.number + 1 + len(begun.pending)
        in_rounds = len(row) > 1 and len(numbers) == 1 and numbers[0] != expected
        beam = [begun._replace(cost=begun.cost + ROW_COST)]
        for cell in row:
            own = cell._replace(number=None) if in_rounds else cell
            beam = _cheapest([after for one in beam for after in self._cell(one, own, passage)])
        yield from (one._replace(roles=found.roles) for one in beam)

    def _in_turn(self, found: Hypothesis, row: list[tables.Cell]) -> list[tables.Cell]:
        """Return the two turns of a row in the order of the game where the columns of the sides stand the other way round."""
        if [bool(cell.side) for cell in row] != [True, True]:
            return row
        around = found.around()
        one, two = (around.players.get(cell.side, around.side(cell.side)) for cell in row)
        turned = one is not None and two is not None and one is not found.side is two
        return [row[1]._replace(number=row[0].number), row[0]._replace(number=row[1].number)] if turned else row

    def _cell(self, found: Hypothesis, cell: tables.Cell, row: Passage) -> Iterator[Hypothesis]:
        if not cell.passage.text:
            place = cell.passage if cell.passage.places else row
            yield found._replace(pending=(*found.pending, (place, None)))
            return
        line = self._line(cell.passage)
        around = found.around()
        side = around.players.get(cell.side, around.side(cell.side)) if cell.side else None
        for cover, statements in self._covers_of(found, line.passage.text, titled=False):
            if len(statements) != 1 or statements[0].kind not in {"turn", "end"}:
                continue
            (one,) = statements
            if one.kind == "end" and side is not None and one.value.winner is None and one.value.side is None:
                one = one._replace(value=one.value._replace(side=side))
            if one.kind == "turn":
                remarks = (*one.remarks, cell.remark) if cell.remark else one.remarks
                one = one._replace(
                    number=cell.number if one.number is None else one.number,
                    side=side if one.side is None else one.side,
                    clock=cell.clock if one.clock is None else one.clock,
                    remarks=remarks,
                )
            for after in applied(found, line, [one]):
                yield after._replace(cost=after.cost + cover.cost)

    def _vertical(self, found: Hypothesis, laid: Laid) -> list[Hypothesis]:
        """Return the hypotheses after lines of one character each: as one text, or each by itself."""
        whole = [] if laid.passage.text.isdecimal() else list(self._covered(found, laid, titled=False))
        turned = [one for one in whole if one.ply > found.ply or one.over != found.over]
        beam = [found]
        for part in laid.parts:
            grown = _Beam()
            for one in beam:
                self._take(grown, one, part, titled=False)
            beam = grown.cheapest()
        return _cheapest([*turned, *beam])


def _is_scored(game: Game, texts: Sequence[str]) -> bool:
    """Return whether two numbers stand behind most moves that cannot be times: the points of both sides."""
    if game.sides[0].label.ja != "白":
        return False
    moves = [text.rstrip() for text in texts if moves_in(game, text) >= 1]
    pairs = [pair for text in moves if (pair := SCORE_BEHIND.search(text))]
    timed = all(":" in pair[0] and len(pair[2]) == len("00") and pair[2] < "60" for pair in pairs)
    return len(pairs) >= MIN_SCORES and 2 * len(pairs) > len(moves) and not timed


def _as_it_stands(after: Hypothesis, before: Hypothesis, laid: Laid) -> Kept | None:
    """Return what a hypothesis has made, with the line itself in place of its copy where both say the same."""
    made = after.made
    if made is None or made.before is not before.made or laid.raw is None or len(made.item.lines) != 1:
        return made
    line = made.item.lines[0]
    if (
        line.unread is not None
        or made.item.kind not in {"turn", "head", "end"}
        or plain_text(line.text) != _as_a_plain_text(laid.raw)
    ):
        return made
    kind = "kept-turn" if made.item.kind == "turn" else made.item.kind
    item = made.item._replace(lines=(Copied(laid.raw, None, laid.line),), kind=kind, passage=None)
    return Kept(item, made.before)


@lru_cache(maxsize=64)
def _as_a_plain_text(raw: str) -> str | None:
    """Return a line of the file as the strict reader sees it; None with a sign that it does not read, such as ①."""
    numbered = any(unicodedata.category(sign) == "No" for sign in raw)
    return None if numbered else plain_text(unicodedata.normalize("NFKC", raw))


def plain_text(line: str) -> str:
    """Return a line without what the strict reader passes over."""
    return " ".join(filter(None, re.split(f"[{BLANKS}]+", line)))


def _bare_key(text: str) -> bool:
    return any(
        text.startswith(sign) or f" {sign}" in text or f"\u3000{sign}" in text
        for sign in ("先手", "後手", "結果", "▲", "△")
    )


class _Beam:
    """The cheapest hypotheses so far; of several that know the same only one. `unnamed` is the cost of not having begun."""

    def __init__(self, unnamed: float = 0.0) -> None:
        self._unnamed = unnamed
        self._known: dict[object, Hypothesis] = {}

    def add(self, found: Iterable[Hypothesis]) -> None:
        """Add hypotheses that are not dearer than those that are known."""
        for one in found:
            named = one if one.started or not self._unnamed else one._replace(cost=one.cost + self._unnamed)
            content = _content(named)
            known = self._known.get(content)
            if known is None or named.cost < known.cost:
                self._known.pop(content, None)
                self._known[content] = named

    @property
    def limit(self) -> float:
        """The cost beyond which a hypothesis is not among the cheapest."""
        costs = sorted(one.cost for one in self._known.values())
        if not costs or self._unnamed:
            return inf
        return min(costs[0] + COST_RANGE, costs[BEAM_WIDTH - 1] if len(costs) >= BEAM_WIDTH else inf)

    def cheapest(self, width: int = BEAM_WIDTH) -> list[Hypothesis]:
        """Return the cheapest hypotheses in the order of their costs, then those that would be cheap if paid back."""
        cheapest = sorted(self._known.values(), key=lambda one: one.cost)
        lent = nsmallest(LENT_WIDTH, (one for one in cheapest[width:] if one.lent), lambda one: one.cost - one.lent)
        return [one for one in (*cheapest[:width], *lent) if one.cost - one.lent <= cheapest[0].cost + COST_RANGE]


def _cheapest(found: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Return the cheapest hypotheses; of several that know the same only one."""
    beam = _Beam()
    beam.add(found)
    return beam.cheapest()


def _speakers(cover: Cover) -> int:
    """Return how many speakers a cover names: each makes it cheaper if it is known."""
    return sum(span.kind == "side" and isinstance(span.value, str) for span in cover.spans)


def _lent(cover: Cover) -> float:
    """Return how much of the cost of a cover is paid back if no move is missing."""
    return sum(span.value or 0.0 for span in cover.spans if span.kind == "prose")


def _content(found: Hypothesis) -> object:
    """Return what two hypotheses have in common that read the same: the texts of the last items, and the state."""
    items = (item for item, _ in zip(found.items(), range(4), strict=False) if item.kind != "comment")
    last = tuple(line.text for item in items for line in item.lines)
    return (
        last,
        found.plies.position,
        found.plies.ply,
        found.number,
        found.over,
        found.order,
        found.colour,
        len(found.pending),
        found.pending[-1:],
        found.label,
        found.head,
        found.row,
        found.taken_back,
        found.slipped,
    )


def _ends(passage: Passage, made: Passage) -> Iterator[tuple[Place, int]]:
    """Yield the places that stand for several of a passage in the one made from it, and their last columns."""
    kept = set(made.places)
    place = passage.places[0]
    for line, column in passage.places:
        if (line, column) in kept:
            place = (line, column)
        elif place[0] == line:
            yield place, column
