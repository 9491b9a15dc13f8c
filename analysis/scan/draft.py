"""Draft of a record from scanned sheets: JSON, confirmed record, accuracy."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from analysis.scan.draft_of_one_game import draft_of_game, likeliest_reading
from analysis.scan.plies_and_move_likelihood import plies_without_gaps, stated_ply_count, ticked_results
from analysis.scan.scan_errors import require_no_common_photograph, require_one_game, require_some_move, sheet_warnings
from kifu.core.errors import KifuError
from kifu.core.message import Message, visible
from kifu.core.outcome import SIDE_IDS, Side
from notation.encoding import bytes_with_new_lines
from notation.formats.kif_canonical_writer import TABLE, spell_move_line
from notation.formats.kif_head_reader import CONFIRMED, GAME, HALVES, MATCH, RULES, SCANNED, UNCONFIRMED
from notation.line_kinds import LineKind, classify_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from analysis.scan.draft_of_one_game import Draft, Ply
    from analysis.scan.plies_and_move_likelihood import PlyInk
    from analysis.scan.scanned_sheet import Sheet, SheetPage
    from kifu.core.game.game import Game, Position
    from kifu.referee.record import Record, Source
    from kifu.referee.verdict import Verdict


T = TypeVar("T")
ASK = "（要確認）"
"""What the comment on a ply that is asked has behind its first word."""
UNWRITTEN = "〓"
"""What stands in a record for a move that nobody could read."""
WINNERS = {Side.FIRST.mark: "先手の勝ち", Side.SECOND.mark: "後手の勝ち", "引分": "引き分け"}
RESIGNED = "投了"
REASONS = {RESIGNED: "投了により", "時間": "時間切れにより", "反則": "反則により"}
DIGITS = 12
"""The digits of a photograph's digest that a record shows."""


class DraftGame(NamedTuple):
    """Game of a draft: texts and comments of plies, closing line."""

    plies: tuple[tuple[str, str], ...]
    end: str


class DraftRecord(NamedTuple):
    """A draft as the lines of a record."""

    head: tuple[str, ...]
    parts: tuple[DraftGame, ...]

    def record_text(self) -> str:
        """Return the record."""
        lines = list(self.head)
        for number, part in enumerate(self.parts):
            lines += [f"{MATCH}：{HALVES[number]}"] if len(self.parts) > 1 else []
            lines.append(TABLE)
            for ply, (text, note) in enumerate(part.plies, start=1):
                lines += [spell_move_line(ply, text), *filter(None, [note])]
            lines += filter(None, [part.end])
        return "".join(f"{line}\n" for line in lines)


class ScanDraft(NamedTuple):
    """Result of scanning one or two sheets."""

    game: Game
    sheets: tuple[Sheet, ...]
    drafts: tuple[Draft, ...]
    """One for each game of a match, else one."""
    inks: tuple[tuple[list[PlyInk], ...], ...]
    """For each of them the plies of each sheet."""

    @property
    def plies(self) -> list[Ply]:
        """All plies, of a match those of its games one after another."""
        return [ply for draft in self.drafts for ply in draft.plies]

    @property
    def asks(self) -> bool:
        """True if there are review questions."""
        return any(ply.asked for ply in self.plies) or bool(self.last_plies_of_miscounted_games)

    @property
    def last_plies_of_miscounted_games(self) -> tuple[int, ...]:
        """Last plies of games whose sheet gives another number (手まで)."""
        return tuple(
            len(draft.plies)
            for part, draft in enumerate(self.drafts)
            if any(count not in {None, len(draft.plies)} for count in self._ply_counts_of_sheets(part))
        )

    @property
    def warnings(self) -> list[Message]:
        """What is said of the pages, and of the sheets together."""
        pages = [warning for sheet in self.sheets for page in sheet.pages for warning in page.warnings]
        return [*sheet_warnings(self.sheets), *dict.fromkeys(pages)]

    def _ply_counts_of_sheets(self, part: int) -> list[int | None]:
        return self._from_each_sheet(partial(stated_ply_count, preferred_count=len(self.drafts[part].plies)), part)

    def _from_each_sheet(self, read_pages: Callable[[Sequence[SheetPage]], T], part: int) -> list[T]:
        return [read_pages([page for page in sheet.pages if page.part == part]) for sheet in self.sheets]

    def to_json(self) -> dict[str, object]:
        """Return the scan as JSON; plies of a match have a `part`."""
        several = len(self.drafts) > 1
        parts = [(number, ply) for number, draft in enumerate(self.drafts, start=1) for ply in draft.plies]
        return {
            "game": self.game.id,
            "sheets": [self._sheet_json(number) for number in range(len(self.sheets))],
            "plies": [_ply_json(ply) | ({"part": part} if several else {}) for part, ply in parts],
            "slip_suspected": sorted(
                {ply.ply for _, ply in parts if ply.slip} | set(self.last_plies_of_miscounted_games)
            ),
            "foul_suspected": [ply.ply for _, ply in parts if ply.foul],
        }

    def _sheet_json(self, sheet_number: int) -> dict[str, object]:
        """Return one sheet with what its ink says, as JSON."""
        sheet = self.sheets[sheet_number]
        side = sheet.pages[0].side
        return {
            "files": [photograph.name for photograph in sheet.photographs],
            "form": sheet.pages[0].form,
            "side": None if side is None else SIDE_IDS[side],
            "fitted": sheet.fitted,
            "plies": [
                {"ply": ink.ply, "written": ink.best_text, "confidence": round(ink.best_chance, 4)}
                for inks in self.inks
                for ink in inks[sheet_number]
                if not ink.blank
            ],
        }

    def record_draft(self, record: Record | None, start: Position | None, program: str) -> DraftRecord:
        """Return the draft of a record, with the head of `record`.

        `start` overrides the game's position.
        """
        head = {} if record is None else {key: value for key, value in record.head.items() if key not in {GAME, RULES}}
        lines = [f"棋種：{self.game.name.ja}", f"規則：{self.game.rules}"]
        lines += [f"{key}：{value}" for key, value in {**self.game.required_head, **head}.items()]
        names = "、".join(
            f"{visible(one.name)} sha256 {one.sha256[:DIGITS]}" for sheet in self.sheets for one in sheet.photographs
        )
        lines.append(f"{SCANNED}：{UNCONFIRMED}、写真 {names}、kifu {program}")
        if start is not None:
            lines += ["局面図", *self.game.spell_diagram(start).splitlines()]
        parts = tuple(
            DraftGame(
                tuple((ply.text or UNWRITTEN, _ply_comment(ply)) for ply in draft.plies),
                self._closing_line_of_part(part, draft),
            )
            for part, draft in enumerate(self.drafts)
        )
        return DraftRecord(tuple(lines), parts)

    def _closing_line_of_part(self, part: int, draft: Draft) -> str:
        """Return the closing line that the sheets tell, or a comment."""
        counts = {count for count in self._ply_counts_of_sheets(part) if count is not None}
        results = {words for words in self._from_each_sheet(ticked_results, part) if words}
        words = next(iter(results), ())
        winner = [WINNERS[word] for word in words if word in WINNERS]
        if len(counts) < 2 and len(results) < 2 and len(winner) == 1:  # noqa: PLR2004
            reason = "".join(REASONS[word] for word in words if word in REASONS)
            return f"まで{next(iter(counts), len(draft.plies))}手で{reason}{winner[0]}"
        if words == (RESIGNED,) and len(counts) < 2:  # noqa: PLR2004
            return spell_move_line(len(draft.plies) + 1, RESIGNED)
        said = [*(f"{count}手まで" for count in sorted(counts)), *("".join(words) for words in sorted(results))]
        return f"*{SCANNED}{ASK}：用紙の結果「{'」「'.join(said)}」" if said and results else ""


def scan_draft_of_sheets(game: Game, start: Position, sheets: Sequence[Sheet]) -> ScanDraft:
    """Return the draft of the game on one or two sheets, each in its likeliest reading.

    Raises UnreadablePage for an empty sheet, and for sheets of different games.
    """
    require_no_common_photograph(sheets)
    parts = sorted({page.part for sheet in sheets for page in sheet.pages})
    sheets = [likeliest_reading(game, start, sheet, alone=len(sheets) == 1) for sheet in sheets]
    inks = tuple(
        tuple(plies_without_gaps(game, [page for page in sheet.pages if page.part == part]) for sheet in sheets)
        for part in parts
    )
    require_some_move(sheets, inks)
    for some in inks:
        if len(some) > 1:
            require_one_game(*some)
    drafts = tuple(_draft_of_game(game, start, some) for some in inks)
    return ScanDraft(game, tuple(sheets), drafts, inks)


def _draft_of_game(game: Game, start: Position, sheets: Sequence[list[PlyInk]]) -> Draft:
    """Return the draft of one game; a sheet may lack all of it."""
    draft = draft_of_game(game, start, [sheet for sheet in sheets if sheet])
    places = [sum(map(bool, sheets[:number])) if sheet else None for number, sheet in enumerate(sheets)]
    plies = tuple(
        ply._replace(
            written=tuple(None if place is None else ply.written[place] for place in places),
            rows=tuple(None if place is None else ply.rows[place] for place in places),
        )
        for ply in draft.plies
    )
    return draft._replace(plies=plies)


def _ply_json(ply: Ply) -> dict[str, object]:
    """Return a ply with its candidates as JSON."""
    return {
        "ply": ply.ply,
        "text": ply.text or None,
        "written": list(ply.written),
        "confidence": ply.confidence,
        "asked": ply.asked,
        "candidates": [
            {"text": one.text} | ({} if one.breach is None else {"article": one.breach.article})
            for one in ply.candidates
        ],
        "differs": ply.differs,
    }


def _ply_comment(ply: Ply) -> str:
    if not (ply.asked or ply.differs):
        return ""
    written = "".join("（なし）" if text is None else f"「{visible(text)}」" for text in ply.written)
    candidates = "・".join(
        one.text + ("" if one.breach is None else f"（{one.breach.article}）") for one in ply.candidates
    )
    passed = f"、前に余る行「{visible(ply.surplus)}」" if ply.surplus else ""
    asked = f"、候補 {candidates}" if ply.asked else ""
    return f"*{SCANNED}{ASK if ply.asked else ''}：用紙{written}{passed}{asked}"


_MARK = f"*{SCANNED}"


class NotConfirmed(KifuError):
    """A record cannot be confirmed."""


def confirmed_file_of_draft(source: Source) -> bytes:
    """Return the file of a draft as confirmed.

    Raises NotConfirmed for what is no draft, or has moves that nobody read.
    """
    lines, drafts = [], 0
    for number, text in enumerate(source.lines, start=1):
        item = classify_line(text)
        if item.kind is LineKind.MOVE and UNWRITTEN in item.text:
            raise NotConfirmed(
                "not-written",
                Message(
                    f"{number} 行目の「{UNWRITTEN}」にまだ指し手がありません。書き込んでから確認してください",
                    f"line {number} still has {UNWRITTEN} for a move: write the move, then confirm",
                ),
                line=number,
            )
        if item.kind is LineKind.HEADER and item.key == SCANNED and item.text.startswith(UNCONFIRMED):
            drafts += 1
            lines.append(text.replace(UNCONFIRMED, CONFIRMED, 1))
        else:
            lines.append(text.replace(ASK, "", 1) if text.startswith(_MARK) else text)
    if not drafts:
        raise NotConfirmed(
            "no-draft",
            Message(
                f"「{SCANNED}：{UNCONFIRMED}」の行がありません。写真から読み取った下書きではないか、もう確認してあります",
                f"there is no line {SCANNED}：{UNCONFIRMED}: it is no draft from photographs, or it has been confirmed",
            ),
        )
    return bytes_with_new_lines(source, lines, source.ends)


def canonical_moves_by_game(verdict: Verdict) -> list[list[str]]:
    """Return the canonical moves of each game of a record, up to an illegal one."""
    return [
        [one.game.spell(move) for move in one.replay.moves]
        for one in verdict.games or (verdict,)
        if one.game is not None and one.replay is not None
    ]


def reading_accuracy_json(scan: ScanDraft, truth: Sequence[Sequence[str]]) -> dict[str, object]:
    """Return accuracy measures as JSON; `truth` has the canonical moves.

    `boxes` gives for each place the boxes whose best symbol is right, and all. `unasked_wrong` is what matters most: the
    plies that are wrong without a question.
    """
    plies = [
        (ply, text)
        for draft, moves in zip(scan.drafts, truth, strict=False)
        for ply, text in zip(draft.plies, moves, strict=False)
    ]
    total = sum(map(len, truth))
    right = sum(ply.text == text for ply, text in plies)
    boxes: Counter[tuple[str, bool]] = Counter()
    for sheets, moves in zip(scan.inks, truth, strict=False):
        for inks in sheets:
            boxes.update(pair for ink, text in zip(inks, moves, strict=False) for pair in _box_correctness(ink, text))
    return {
        "plies": total,
        "right": right,
        "asked": sum(ply.asked for ply in scan.plies),
        "unasked_wrong": sum(not ply.asked and ply.text != text for ply, text in plies),
        "whole": right == total == len(scan.plies),
        "written_right": [
            sum(
                ink.best_text == text
                for sheets, moves in zip(scan.inks, truth, strict=False)
                for ink, text in zip(sheets[number], moves, strict=False)
            )
            for number in range(len(scan.sheets))
        ],
        "boxes": {
            place: [boxes[place, True], boxes[place, True] + boxes[place, False]]
            for place in sorted({place for place, _ in boxes})
        },
    }


def _box_correctness(ink: PlyInk, text: str) -> Iterator[tuple[str, bool]]:
    """Yield box places of a ply, each with its best symbol's correctness."""
    boxes = [[box for box in row.boxes if box.place != "digit"] for row in ink.rows]
    for row, symbols in zip(boxes, ink.rows_of(text), strict=False):
        yield from ((box.place, box.best == symbol) for box, symbol in zip(row, symbols, strict=False))
