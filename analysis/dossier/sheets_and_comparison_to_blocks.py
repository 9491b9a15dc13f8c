"""Sheet, or two compared, turned into blocks of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analysis.dossier.document_blocks_and_deciding_boards import (
    LONG,
    LOOK,
    MAX_ROWS_SHOWN,
    NOTHING,
    BoardsBlock,
    CaptionedBoard,
    FactsBlock,
    HeadingBlock,
    TableBlock,
    TableRow,
    TextBlock,
    ending_words,
    message_of_json,
    rows_left_out_blocks,
)
from kifu.core.message import Message, quoted
from kifu.reconcile.alignment_rows import (
    CLASSES,
    FIELD_HEADINGS,
    FIELDS,
    FIRST,
    HEADINGS,
    SAME,
    equal_fields_text,
    equal_row_count_text,
    fold_equal_rows,
    legality_mark,
    numbered_line,
)
from kifu.reconcile.alignment_rows import folded_rows_text as equal_rows
from kifu.reconcile.distance_and_first_difference import difference_drawing_and_caption
from kifu.reconcile.reconciliation import CONFLICTS, field_class_text, field_text_for_people
from kifu.referee import verdict_text as words
from kifu.referee.status_fault_and_basis import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.dossier.document_blocks_and_deciding_boards import Block, DecidingBoards, Words
    from kifu.reconcile.distance_and_first_difference import FirstDifference


def sheet_blocks(
    sheet: dict[str, Any], sheet_label: Message, boards: DecidingBoards | None, *, of_two: bool
) -> Iterator[Block]:
    """Yield the blocks about one sheet; `of_two` says that there are two."""
    verdict = sheet["verdict"]
    of = Message(f"{sheet_label.ja}: ", f"{sheet_label.en}: ") if of_two else Message("", "")
    yield HeadingBlock(1, Message(f"{of.ja}判定", f"{of.en}verdict"))
    if sheet["sheet_journal"] is not None:
        yield _journal_origin_block(sheet["sheet_journal"])
    status = Status(verdict["status"])
    suspicion = sheet["suspicion"]
    yield TextBlock(words.status_headline(status, suspicion), "strong")
    if suspicion is not None:
        yield TextBlock(message_of_json(suspicion))
    yield FactsBlock(tuple(_result_rows(verdict, suspicion)))
    yield from _fault_blocks(verdict, boards)
    yield from _article_blocks(sheet["article"])
    if boards is not None and boards.drawn:
        yield HeadingBlock(2, boards.title)
        yield BoardsBlock(boards.drawn)
    yield HeadingBlock(2, Message("規則の読み方", "readings of the rules"))
    yield TextBlock(message_of_json(sheet["readings"]["summary"]))
    yield from _repair_blocks(sheet["repairs"], faulty=bool(status.exit_code))


def _journal_origin_block(journal: dict[str, Any]) -> TextBlock:
    """Return the sentence on a record made from a journal."""
    if journal["whole"]:
        return TextBlock(Message("記録簿から作った棋譜です", "the record that its journal adds up to"))
    lines = journal["lines"]
    return TextBlock(
        Message(
            f"完全ではない記録簿の、読める {lines} 行から作った棋譜です",
            f"the record that the {lines} good lines of a journal add up to, which is not whole",
        ),
        "strong",
    )


def _result_rows(verdict: dict[str, Any], suspicion: object) -> Iterator[tuple[Message, Words]]:
    """Yield rows of plies, result by rules, recorded result, points."""
    game = None if verdict["games"] else verdict["game"]  # colours change hands between the games of a match
    yield Message("手数", "plies"), str(verdict["plies"])
    by_rules = verdict["outcome"] is None or verdict["outcome"]["article"] is not None
    result = Message("規則による結果", "result by the rules") if by_rules else Message("結果", "result")
    yield result, ending_words(verdict["outcome"], game)
    yield Message("記録の結果", "recorded result"), ending_words(verdict["recorded"], game)
    if verdict["scores"] and (points := _points_name(verdict)) is not None:
        first, second = verdict["scores"][-1]
        yield points, f"{first:g} - {second:g}"
    for number, part in enumerate(verdict["games"], start=1):
        status = Status(part["status"])
        said = words.status_headline(status, suspicion if status.exit_code else None)
        suspicion = None if status.exit_code else suspicion  # it explains the first game at fault
        plies = words.plies_text(part["plies"])
        yield words.match_game_text(number), Message(f"{said.ja}、{plies.ja}", f"{said.en}, {plies.en}")


def _points_name(verdict: dict[str, Any]) -> Message | None:
    """Return the name of the deciding points, if there are any."""
    if verdict["games"]:
        whole = not any(Status(part["status"]).exit_code for part in verdict["games"])
        return Message("二局の合計 (前半の手番で)", "sums of both games, by the sides of the first") if whole else None
    if "pairs" in verdict:
        return words.POINTS
    return words.COUNT if "count" in verdict else None


def _fault_blocks(verdict: dict[str, Any], boards: DecidingBoards | None) -> Iterator[Block]:
    """Yield the first fault with its sentence and boards."""
    part = None if boards is None else boards.part
    fault = verdict["fault"]
    if fault is None and part is not None:
        fault = verdict["games"][part - 1]["fault"]
    if fault is None:
        return
    where = words.ply_place(fault["ply"])
    if part is not None:
        where = Message(
            f"{words.match_game_text(part).ja}、{where.ja}", f"{words.match_game_text(part).en}, {where.en}"
        )
    rows: list[tuple[Message, Words]] = [(Message("ここで初めて矛盾する", "it first contradicts here"), where)]
    if fault["move"] is not None:
        rows.append((Message("書かれた手", "the move as written"), quoted(fault["move"], LONG)))
    if fault["line"] is not None:
        rows.append((Message("記録の行", "line of the record"), str(fault["line"])))
    yield FactsBlock(tuple(rows))
    yield TextBlock(message_of_json(fault["message"]), "strong")


def _article_blocks(article: dict[str, Any] | None) -> Iterator[Block]:
    """Yield the deciding article with its text and grounds."""
    if article is None:
        yield TextBlock(Message("決め手になった条はありません", "no article has decided"), "pale")
        return
    number, title, label = article["number"], article["title"], article["label"]
    yield HeadingBlock(2, Message(f"{number} {title['ja']}", f"{number} {title['en']}"))
    yield TextBlock(message_of_json(article["text"]), "quote")
    yield TextBlock(Message(f"根拠: {label['ja']}", f"basis: {label['en']}"))
    for ground in article["grounds"]:
        kind, page = ground["label"], ground["page"]
        where = Message("", "") if page is None else Message(f" ({page['ja']})", f" ({page['en']})")
        yield TextBlock(Message(f"{kind['ja']}{where.ja}", f"{kind['en']}{where.en}"), "pale")
        for line in ground["quote"]:
            yield TextBlock(line, "quote")
        for key in ("text", "reason"):
            if ground[key] is not None:
                yield TextBlock(message_of_json(ground[key]))
    if article["data_labels"]:
        data = [message_of_json(label) for label in article["data_labels"]]
        ja, en = "、".join(one.ja for one in data), ", ".join(one.en for one in data)
        yield TextBlock(Message(f"再構成のデータによる: {ja}", f"by reconstructed data: {en}"))


def _repair_blocks(repairs: dict[str, Any], *, faulty: bool) -> Iterator[Block]:
    """Yield the single slips that explain a faulty record."""
    yield HeadingBlock(2, Message("もしかして: 一つの書き違い", "perhaps: one slip of the pen"))
    candidates = repairs["candidates"]
    if not faulty:
        yield TextBlock(Message("矛盾はありません", "nothing contradicts"))
        return
    count = len(candidates)
    yield TextBlock(
        Message(f"全体を説明できる書き違い: {count} 個", f"slips that explain the whole record: {count}")
        if count
        else Message("一つの書き違いでは説明できません", "no single slip explains it")
    )
    if not repairs["complete"]:
        yield TextBlock(
            Message(
                "調べ尽くしていません。ほかにもあるかもしれません", "the search was not finished: there may be more"
            ),
            "strong",
        )
    if candidates:
        yield TableBlock(
            (
                Message("手", "ply"),
                Message("記録", "was"),
                Message("直す", "now"),
                Message("書き違い", "slip"),
                Message("直した棋譜の判定と SHA-256", "verdict and SHA-256 of the proof"),
            ),
            (0.08, 0.19, 0.19, 0.2, 0.34),
            tuple(map(_repair_candidate_row, candidates[:MAX_ROWS_SHOWN])),
            Message("書き違いの候補", "candidates"),
        )
        yield from rows_left_out_blocks(count)


def _repair_candidate_row(candidate: dict[str, Any]) -> TableRow:
    part = f"{candidate['part']}:" if "part" in candidate else ""
    was, now = (NOTHING if candidate[key] is None else quoted(candidate[key], LONG) for key in ("was", "now"))
    proof = f"{candidate['status']} {candidate['sha256']}"
    return TableRow((f"{part}{candidate['ply']}", was, now, message_of_json(candidate["label"]), proof))


MAX_GAMES_SHOWN = 20
"""The most games of a joint reading that are written out."""


def comparison_blocks(reading: dict[str, Any] | None, difference: FirstDifference | None) -> Iterator[Block]:
    """Yield the blocks about both sheets; none if there is one alone."""
    if reading is None:
        return
    yield HeadingBlock(1, Message("二枚の突き合わせ", "both sheets together"))
    yield TextBlock(
        Message(f"{reading['verdict']}: {reading['label']['ja']}", f"{reading['verdict']}: {reading['label']['en']}"),
        "strong",
    )
    for note in reading["notes"]:
        yield TextBlock(message_of_json(note))
    cost = reading["cost"]
    yield FactsBlock(
        (
            (FIRST, NOTHING if difference is None else difference.where),
            (Message("最も少ない書き違い", "the fewest slips"), NOTHING if cost is None else str(cost)),
            (Message("考えられる対局", "possible games"), str(len(reading["games"]))),
        )
    )
    drawn = None if difference is None else difference_drawing_and_caption(difference, LOOK)
    if drawn is not None:
        yield HeadingBlock(2, Message("最初の違いの前の局面", "the position before the first difference"))
        yield BoardsBlock((CaptionedBoard(*drawn),))
    listed: list[dict[str, Any]] = reading["rows"]
    kinds = [row["class"] for row in listed]
    yield TextBlock(equal_row_count_text(kinds), "pale")
    if any(kind != SAME for kind in kinds):
        rows = [*fold_equal_rows(listed, _kind_of_joint_row)]
        yield TableBlock(
            HEADINGS,
            (0.07, 0.2, 0.2, 0.19, 0.08, 0.08, 0.18),
            tuple(map(_joint_reading_row, rows[:MAX_ROWS_SHOWN])),
            Message("違う行", "lines that differ"),
        )
        yield from rows_left_out_blocks(len(rows))
    yield from _differing_field_blocks(reading["fields"])
    if len(reading["games"]) > 1:
        for number, game in enumerate(reading["games"][:MAX_GAMES_SHOWN], start=1):
            yield TextBlock(f"{number}. {' '.join(game)}")
        yield from rows_left_out_blocks(len(reading["games"]), MAX_GAMES_SHOWN)


def _differing_field_blocks(fields: list[dict[str, Any]]) -> Iterator[Block]:
    """Yield the fields that are not written the same on both sheets."""
    kinds = [field["class"] for field in fields]
    yield TextBlock(equal_fields_text(kinds), "pale")
    differing = [field for field in fields if field["class"] != SAME]
    if differing:
        yield TableBlock(
            FIELD_HEADINGS,
            (0.2, 0.24, 0.24, 0.14, 0.18),
            tuple(map(_differing_field_row, differing[:MAX_ROWS_SHOWN])),
            FIELDS,
        )
        yield from rows_left_out_blocks(len(differing))


def _differing_field_row(field: dict[str, Any]) -> TableRow:
    alike = field["a"] == field["b"] and field["class"] in CONFLICTS
    texts = []
    for key in ("a", "b"):
        said = field.get(f"says_{key}")
        text = None if field[key] is None else quoted(field[key], LONG)
        texts.append(
            field_text_for_people(text, None if said is None else message_of_json(said), alike=alike) or NOTHING
        )
    joint = NOTHING if field["joint"] is None else quoted(field["joint"], LONG)
    label = Message(*(quoted(field["label"][language], LONG) for language in ("ja", "en")))
    return TableRow((label, *texts, field_class_text(field["class"], field["joint"]), joint), "differs")


def _kind_of_joint_row(row: dict[str, Any]) -> str:
    return str(row["class"])


def _joint_reading_row(row: dict[str, Any] | int) -> TableRow:
    """Return a row of two sheets' plies, or of skipped ones."""
    if isinstance(row, int):
        return TableRow(("", "…", "…", equal_rows(row), "", "", ""))
    part = f"{row['part']}:" if "part" in row else ""
    a, b = (
        NOTHING if row[key] is None else numbered_line(row[f"ply_{key}"], quoted(row[key], LONG)) for key in ("a", "b")
    )
    cells = (
        f"{part}{row['ply']}",
        a,
        b,
        CLASSES[row["class"]],
        legality_mark(row["legal_a"]),
        legality_mark(row["legal_b"]),
        row["joint"] or "",
    )
    return TableRow(cells, "differs")
