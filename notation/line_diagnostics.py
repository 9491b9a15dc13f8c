"""The diagnostics for the lines of a file. Each function returns one, with its code and its sentence in two languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.diagnostic import Diagnostic, error, note, warning
from kifu.core.errors import suggestion
from kifu.core.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Collection

    from kifu.core.game.text import DiagramText


def wrong_ply_number(line: int, column: int, ply: int, written: int | None, expected: int) -> Diagnostic:
    """Return the diagnostic for a ply number that is missing or not the expected one.

    `written` is the number in the file, None if there is none. A move may be missing or written twice; the message asks.
    """
    if written is None:
        code, message = (
            "missing-ply-number",
            Message(f"手数がありません。{expected} と書いてください", f"the ply number is missing; write {expected}"),
        )
    elif written == expected - 1 and expected > 1:
        code, message = (
            "repeated-ply-number",
            Message(
                f"{written} 手目が二度書かれていませんか。手数は {expected} のはずです",
                f"does move {written} stand twice? The ply number {expected} is expected",
            ),
        )
    elif written > expected:
        lost = f"{expected}" if written == expected + 1 else f"{expected}-{written - 1}"
        code, message = (
            "wrong-ply-number",
            Message(
                f"{lost} 手目が抜けていませんか。手数 {written} は {expected} のはずです",
                f"is move {lost} missing? The ply number {written} should be {expected}",
            ),
        )
    else:
        code, message = (
            "wrong-ply-number",
            Message(f"手数 {written} は {expected} のはずです", f"ply number {written} should be {expected}"),
        )
    return warning(code, message, line, column, ply=ply)


def unknown_header(line: int, key: str, known_keys: Collection[str]) -> Diagnostic:
    """Return the note on a header whose key this program does not know. The header is kept."""
    advice = suggestion(key, known_keys)
    return note(
        "unknown-header",
        Message(
            f"「{quoted(key)}」という項目は知りません。そのまま残し、判定には使いません{advice.ja}",
            f"'{quoted(key)}' is no known header; it is kept and says nothing to the verdict{advice.en}",
        ),
        line,
        1,
        width=max(1, len(key)),
    )


def unconfirmed_reading(line: int, width: int) -> Diagnostic:
    """Return the warning on a record that a program has read from photographs, and that nobody has confirmed."""
    message = Message(
        "写真から読み取った下書きで、まだ人が確かめていません。この判定は下書きについてのものです。用紙と比べて直し、kifu scan --confirm としてください",
        "a draft read from photographs, which nobody has confirmed: this verdict is about the draft; compare it with the sheet, correct it, then kifu scan --confirm",
    )
    return warning("unconfirmed-reading", message, line, 1, width=width)


def move_elsewhere(line: int, text: str, plies: int) -> Diagnostic:
    """Return the diagnostic for a comment or header with a move, where hardly any move, `plies`, stands elsewhere."""
    where = (
        ("ほとんど注釈か見出しの中にあります", "most moves")
        if plies
        else ("注釈か見出しの中にしかありません", "the only moves")
    )
    return error(
        "move-elsewhere",
        Message(
            f"この棋譜の指し手は{where[0]} (「{quoted(text)}」)。指し手なら一手ずつ別の行に書いてください",
            f"{where[1]} of this record stand in comments or headers ('{quoted(text)}'); if they were played, give each a line of its own",
        ),
        line,
        1,
        width=len(text) + 1,
    )


CLOSING = "まで52手で先手の勝ち"
"""A closing line, as an example."""


def unreadable_closing(line: int, column: int, text: str, example: str = CLOSING) -> Diagnostic:
    """Return the diagnostic for a closing line that is not understood; `example` is one that the record may have."""
    return error(
        "unreadable-closing",
        Message(
            f"「{quoted(text)}」が読めません。「{quoted(example)}」のように書いてください",
            f"'{quoted(text)}' is not understood; write it like {quoted(example)}",
        ),
        line,
        column,
        width=len(text),
    )


def unreadable_result(line: int, column: int, text: str) -> Diagnostic:
    """Return the diagnostic for a result that is not understood."""
    return error(
        "unreadable-result",
        Message(
            f"結果「{quoted(text)}」が読めません。「結果：先手の勝ち」のように書いてください",
            f"the result '{quoted(text)}' is not understood; write it like 結果：先手の勝ち",
        ),
        line,
        column,
        width=max(1, len(text)),
    )


def unreadable_count(line: int, column: int, key: str, text: str) -> Diagnostic:
    """Return the diagnostic for a number of plies that is not understood."""
    return error(
        "unreadable-count",
        Message(
            f"「{key}：{quoted(text)}」が読めません。「{key}：52手」のように書いてください",
            f"'{key}：{quoted(text)}' is not understood; write it like {key}：52手",
        ),
        line,
        column,
        width=max(1, len(text)),
    )


def unreadable_score(line: int, column: int, key: str, text: str) -> Diagnostic:
    """Return the diagnostic for counted points that are not understood."""
    return error(
        "unreadable-score",
        Message(
            f"「{key}：{quoted(text)}」が読めません。「先手105 後手98」のように書いてください",
            f"'{key}：{quoted(text)}' is not understood; write it like 先手105 後手98",
        ),
        line,
        column,
        width=max(1, len(text)),
    )


def outside_match_games(line: int, column: int, first: str) -> Diagnostic:
    """Return the diagnostic for a move, an end or a diagram in the head of a match.

    `first` is the text of the line that begins the first game, such as 対局：前半.
    """
    return error(
        "outside-the-games",
        Message(
            f"「{first}」の前にあるので、どちらの対局のものでもありません",
            f"this stands before {first} and belongs to neither game",
        ),
        line,
        column,
    )


def match_out_of_order(line: int, wanted_half: str | None) -> Diagnostic:
    """Return the diagnostic for a game of a match in the wrong order.

    `wanted_half` is the text of the line that belongs here, None after the second game.
    """
    return error(
        "match-order",
        Message(
            f"ここは「{wanted_half}」のはずです。対局は前半、後半の順に一局ずつです"
            if wanted_half
            else "対局は前半、後半の順に一局ずつです。三局目はありません",
            f"{wanted_half} is expected here; a match is 前半, then 後半"
            if wanted_half
            else "a match is 前半, then 後半; it has no third game",
        ),
        line,
    )


def unreadable_branch(line: int, column: int, text: str) -> Diagnostic:
    """Return the diagnostic for a branch that does not name the ply it replaces."""
    return error(
        "unreadable-branch",
        Message(
            f"変化「{quoted(text)}」の手数が読めません。「変化：21手」のように書いてください",
            f"the ply of the branch '{quoted(text)}' is not understood; write it like 変化：21手",
        ),
        line,
        column,
        width=max(1, len(text)),
    )


def branch_from_nowhere(line: int, column: int, width: int, start: int, last: int) -> Diagnostic:
    """Return the diagnostic for a branch from ply `start`, if no line above it has that ply.

    `last` is the last ply of the game itself.
    """
    return error(
        "branch-from-nowhere",
        Message(
            f"変化の元の手がありません。本譜は {last} 手目までで、{start} 手目は上の手順のどれにもありません",
            f"there is no move {start} to branch from: the game has moves 1 to {last}, and no line above has it",
        ),
        line,
        column,
        width=width,
    )


def branch_of_an_earlier_line(line: int, column: int, width: int, start: int) -> Diagnostic:
    """Return the diagnostic for a branch from ply `start`, if the line right above lacks that ply, but its parent has it."""
    return warning(
        "branch-of-an-earlier-line",
        Message(
            f"すぐ上の手順に {start} 手目はありません。その元の手順の変化として読みました",
            f"the line right above has no move {start}; read as a branch of the line that it left",
        ),
        line,
        column,
        width=width,
    )


def unclosed_header(line: int, column: int, key: str, width: int) -> Diagnostic:
    """Return the diagnostic for a known key without its colon."""
    return error(
        "unclosed-header",
        Message(
            f"「{key}」のあとにコロンがありません。「{key}：…」のように書いてください",
            f"no colon after '{key}'; write '{key}：…'",
        ),
        line,
        column,
        width=width,
    )


def repeated_header(line: int, key: str) -> Diagnostic:
    """Return the diagnostic for a second header with the same key."""
    return warning(
        "repeated-header",
        Message(
            f"「{quoted(key)}」が二度書かれています。はじめの行を使います",
            f"'{quoted(key)}' stands twice; the first line counts",
        ),
        line,
        1,
    )


def name_of_other_side(line: int, key: str, name: str) -> Diagnostic:
    """Return the diagnostic for a line that gives a player the other side than the head does."""
    return error(
        "told-otherwise",
        Message(
            f"「{quoted(key)}：{quoted(name)}」は、先手・後手の名前と合いません。確かめてください",
            f"'{quoted(key)}：{quoted(name)}' does not fit the names of 先手 and 後手: see which is right",
        ),
        line,
        1,
        width=max(1, len(key)),
    )


def rules_elsewhere(line: int, text: str) -> Diagnostic:
    """Return the diagnostic for rules that do not stand in the head of the record."""
    return error(
        "rules-elsewhere",
        Message(
            f"「規則：{quoted(text)}」は棋譜の見出し (はじめの手より上、二局の勝負なら「対局：前半」より上) に書いてください。"
            "ここに書かれた規則では判定しません",
            f"'規則：{quoted(text)}' belongs into the head of the record (above its first move, in a match above 対局：前半); "
            "nothing is judged by rules that stand here",
        ),
        line,
        1,
        width=3 + len(text),
    )


def field_outside_diagram(line: int, key: str) -> Diagnostic:
    """Return the diagnostic for a field of a diagram that stands outside one, or twice in one."""
    return warning(
        "field-outside-diagram",
        Message(
            f"「{key}」の行は局面図に続けて一度だけ書いてください。ここでは使われません",
            f"a line '{key}' belongs once, right after a diagram (局面図); here it has no effect",
        ),
        line,
        1,
    )


def misspelt_field(line: int, key: str, keys: list[str]) -> Diagnostic:
    """Return the diagnostic for a line below a diagram whose key is nearly one of `keys`, the keys of its fields."""
    known = " ".join(keys)
    return error(
        "unknown-field",
        Message(
            f"局面図の行「{quoted(key)}」が読めません。{known} のどれかなら書きなおしてください。ここでは使われません",
            f"the line '{quoted(key)}' of the diagram is not understood; if it is one of {known}, correct it: here it has "
            "no effect",
        ),
        line,
        1,
    )


def not_understood(line: int, column: int, text: str) -> Diagnostic:
    """Return the diagnostic for a line that is not understood."""
    return _not_understood(
        line, column, text, "注釈なら行の頭に * か # を付けてください", "begin a comment with * or #"
    )


def moves_not_understood(line: int, column: int, text: str) -> Diagnostic:
    """Return the diagnostic for a line that is not understood but holds moves.

    Its advice differs: if the line became a comment, its moves would be lost.
    """
    ja = "指し手なら、手数と指し手だけを一手ずつ別の行に書いてください"
    return _not_understood(line, column, text, ja, "give each move a line with nothing but its ply number and the move")


def result_in_the_head(line: int, column: int, text: str) -> Diagnostic:
    """Return the diagnostic for a line above the moves that looks like a result."""
    ja = f"結果は、最後の手のあとに「{CLOSING}」か、指し手の前に「結果：先手の勝ち」のように書いてください"
    en = f"write a result below the last move like {CLOSING}, or above the moves like 結果：先手の勝ち"
    return _not_understood(line, column, text, ja, en)


def statement_in_a_head(line: int, column: int, text: str) -> Diagnostic:
    """Return the diagnostic for a value of the head that holds rules, points or a result of its own."""
    ja = "規則・得点・結果は、ほかの見出しのうしろではなく、別の行に書いてください"
    en = "write rules, points and the result on lines of their own, not behind another head"
    return _not_understood(line, column, text, ja, en)


def _not_understood(line: int, column: int, text: str, ja: str, en: str) -> Diagnostic:
    message = Message(f"「{quoted(text)}」が読めません。{ja}", f"'{quoted(text)}' is not understood; {en}")
    return error("not-understood", message, line, column, width=len(text))


def diagram_marks_note(diagram: DiagramText, marks: Collection[str]) -> Diagnostic | None:
    """Return the note on the marks of a diagram, which are read as empty squares; None for a diagram without `marks`."""
    if all(frozenset(marks).isdisjoint(row.cells) for row in diagram.rows):
        return None
    found = [(row, at, cell) for row in diagram.rows for at, cell in enumerate(row.cells) if cell in marks]
    row, at, _ = found[0]
    shown = "".join(sorted({cell for _, _, cell in found}))
    return note(
        "diagram-marks",
        Message(
            f"図の印 {shown} {len(found)} 個を空きマスとして読みました",
            f"{len(found)} mark(s) {shown} of the diagram were read as empty squares",
        ),
        row.line,
        row.column + at,
    )


def not_read_on(first: int, last: int) -> Diagnostic:
    """Return the diagnostic for the lines `first` to `last`, which are not read: too many lines before them are faulty."""
    return error(
        "not-read-on",
        Message(
            f"読めない行が多すぎるので、{first} 行目から {last} 行目までは読んでいません",
            f"too many lines are not understood: lines {first} to {last} have not been read",
        ),
        first,
    )


def statement_before_record(line: int, column: int, text: str) -> Diagnostic:
    """Return the diagnostic for a move, a result, a branch or a diagram above the 棋種 line that begins a record."""
    return error(
        "before-the-record",
        Message(
            f"「{quoted(text)}」は棋種の行より前にあるので、どの棋譜のものでもありません",
            f"'{quoted(text)}' stands before the line 棋種 and belongs to no record",
        ),
        line,
        column,
        width=max(1, len(text)),
    )


def end_in_comment(line: int, column: int, text: str) -> Diagnostic:
    """Return the warning on a comment below the last move that may tell the end of a record without one."""
    return warning(
        "end-in-a-comment",
        Message(
            f"「{quoted(text)}」はコメントなので、終局とは読みません。終局なら、行頭の記号を外して書いてください",
            f"'{quoted(text)}' is a comment and ends no game; if it tells the end, write it without the sign before it",
        ),
        line,
        column,
        width=max(1, len(text)),
    )


def text_after_end(line: int, column: int, text: str) -> Diagnostic:
    """Return the diagnostic for a line after the end: below a special word or a closing line."""
    return warning(
        "after-the-end",
        Message(
            f"終局のあとの「{quoted(text)}」は数えません",
            f"'{quoted(text)}' stands after the end of the record and is not counted",
        ),
        line,
        column,
        width=max(1, len(text)),
    )


def control_character(line: int, column: int, character: str) -> Diagnostic:
    """Return the diagnostic for a control character. It could change what a terminal shows."""
    code = f"U+{ord(character):04X}"
    return warning(
        "control-character",
        Message(f"制御文字 {code} があります", f"there is a control character, {code}"),
        line,
        column,
    )
