"""Puts the lines of a record into the order of the game by their numbers: newest first, columns, a list for each side."""

from __future__ import annotations

from itertools import chain, pairwise, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.clean_lines import cut_line_times, line_times
from notation.freeform.fold_text import LocatedText, join_texts
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI
from notation.line_kinds import parse_numeral as numeral_value

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

    from notation.freeform.clean_lines import CleanLine

MAX_NUMBER_CHARACTERS = 40
"""The most characters of a line in which its number is looked for."""
MAX_PIECES = 999
MIN_FALLING_NUMBERS = 3
"""The fewest lines, each with the number before that of the line above, by which the newest move stands first."""
MAX_MISSING = 6
"""Of how many numbers one may be missing."""
MIN_RUN = 2
"""The fewest turns of a list of those of one side."""
MIN_NUMBERS = 4
"""The fewest numbers by which lines are put into another order."""
_TIMED = r"(?:\[?\d{1,2}:\d{2}(?::\d{2})?\]? {1,3})?"
_NUMBER = kept_pattern(
    rf"[(\[【#>\s]{{0,40}}{_TIMED}(?:\D{{0,12}}第(\d{{1,3}})手|(?:第|[WB] ?)?(\d{{1,3}})(?!:\d\d)(?:手目?|[.)\]】:、]|\s))"
)
_NUMBERED_MOVE = kept_pattern(
    r"(?<![\w./:,→>-])[(\[【#第]{0,2}(\d{1,3})(?:手目?)?(?:[.)\]】:、・|&]|\s){0,3}\s{0,4}(?=[|&\s]{0,4}[▲△☗☖▽先後白黒●○]?[^\W\d]?[:\s]{0,2}"
    r"(?:[一二三四五六七八九十a-sA-S][0-9〇○Oo]|[1-9][一二三四五六七八九1-9の]|同|投了|パス))"
)
"""A number, and the beginning of the move behind it."""
_WORDS = kept_pattern(r"\S+")
MAX_UPRIGHT_CHARACTERS = 120
MIN_UPRIGHT_ROWS = 3
"""The fewest lines by which vertical text is known: two figures of a square and a unit."""
_LISTED = kept_pattern(
    r"\W{0,3}(?P<side>先手|後手|先番|後番|白|黒|[▲△☗☖])番?(?:(?P<name>[^:|\t]{0,20}?)(?:の(?:手|指し手))? {0,3}[:|\t]|\s|(?<=[▲△☗☖]))[ 、|]{0,3}(?=[^ 、,|\t]{2,20}[ 、,|\t]{1,4}[^ 、,|\t])"
)
"""What stands before several moves of a side."""
_ITEM = kept_pattern(r"[^ 、,|\t]+")
MAX_LISTED_CHARACTERS = 60
MAX_LISTED_LINE = 4096
"""The most characters of a line with all moves of a side."""
_OF_ONE_SIDE = kept_pattern(
    r"[^\w▲△☗☖]{0,3} ?([▲△☗☖]|先手|後手|先番|後番|白|黒)番?(?:側|方)?(?:の?(?:手|指し手|着手|棋譜|記録))? ?:?[^\w]{0,3}"
)
"""The heading of a list of one side's moves, a line each."""
MAX_LISTED_MOVE_CHARACTERS = 24
_OUT_OF_ORDER = kept_pattern(
    r"[(※* ]{0,3}(?:注:? ?)?\d{1,3}(?:手目)? ?[と,、・] ?\d{1,3}(?:手目)?(?:は|が|の)[^。0-9]{0,16}(?:逆|前後|入れ替わ|入れ違|あべこべ)[^。0-9]{0,12}[)。 ]{0,3}"
)
"""A remark that two numbers stand in the wrong order: （4と5は書く順が逆になりました）."""
_SIDE = kept_pattern("先手|後手|先番|後番|白|黒|[▲△☗☖]")


def numeral(text: str) -> int:
    """Return the number of a text of figures or kanji; 0 for any other."""
    return numeral_value(text) if text and (text.isdecimal() or set(text) <= set(f"{KANJI}十百")) else 0


class _NumberedBlock(NamedTuple):
    number: int
    lines: list[CleanLine]


def other_line_orders(lines: Sequence[CleanLine]) -> Iterator[list[CleanLine]]:
    """Yield the lines of a record in every other order that their numbers suggest; nothing for most records."""
    if (turned := reverse_newest_first(lines)) is not None:
        yield turned
    by_line = _numbered_blocks(lines)
    numbers = [piece.number for piece in by_line]
    if turned is None and _is_shuffled(numbers):
        yield _sort_blocks(lines, by_line)
    if turned is None and not by_line:
        yield from _reverse_latest_first(lines)
    if len(two := _run_lengths(numbers)) == 2:  # noqa: PLR2004 - one list for each side
        yield from _interleave_lists(lines, by_line, two)
    yield from _columns_of_vertical_text(lines)
    if not by_line:
        yield from _lists_by_side(lines)
        yield from _lists_below_sides(lines)
    pieces = _ply_blocks(lines)
    if len(pieces) > len(by_line) and _is_shuffled([piece.number for piece in pieces]):
        yield _sort_blocks(lines, pieces)


def _lists_by_side(lines: Sequence[CleanLine]) -> Iterator[list[CleanLine]]:
    """Yield the lines with several moves of each side, a line of one over a line of the other, as the turns of one game."""
    found = [
        (at, one) for at, laid in enumerate(lines) if (one := _LISTED.match(laid.passage.text[:MAX_LISTED_CHARACTERS]))
    ]
    pairs = list(zip(found[::2], found[1::2], strict=False))
    if (
        not pairs
        or len(found) % 2
        or max(len(lines[at].passage.text) for at, _ in found) > MAX_LISTED_LINE
        or {(above["side"], below["side"]) for (_, above), (_, below) in pairs}
        != {(found[0][1]["side"], found[1][1]["side"])}
        or found[0][1]["side"] == found[1][1]["side"]
    ):
        return
    last = pairs[-1][0][0]
    for order in (1, -1):
        made, done = [], 0
        for (above, one), (below, two) in pairs:
            ahead, behind = (
                _lines_of_listed_moves(lines[at], label) for at, label in ((above, one), (below, two))[::order]
            )
            if not MIN_RUN <= len(behind) <= len(ahead) <= len(behind) + (above == last):
                break
            heads = (
                (lines[above]._replace(passage=lines[above].passage.cut(0, one.end("name")), raw=None),)
                if one["name"]
                else ()
            )
            turns = [laid for pair in zip_longest(ahead, behind) for laid in pair if laid]
            made += [*lines[done:above], *heads, *lines[above + 1 : below], *turns]
            done = below + 1
        else:
            yield [*made, *lines[done:]]


def _lines_of_listed_moves(line: CleanLine, label: re.Match[str]) -> list[CleanLine]:
    """Return the moves behind the label of a side, a line each, with the label: their order may not be that of the sides."""
    side = line.passage.cut(label.start("side"), label.end("side"))
    return [
        line._replace(passage=side.joined(line.passage.part(move.start(), move.end())), raw=None)
        for move in _ITEM.finditer(line.passage.text, label.end())
    ]


def _lists_below_sides(lines: Sequence[CleanLine]) -> Iterator[list[CleanLine]]:
    """Yield the lines with the moves of each side, a line each below its heading, as the turns of one game."""
    found = [
        (at, heading[1])
        for at, laid in enumerate(lines)
        if (heading := _OF_ONE_SIDE.fullmatch(laid.passage.text.strip()[:MAX_NUMBER_CHARACTERS])) is not None
    ]
    if len(found) != len(("先手", "後手")) or found[0][1] == found[1][1]:
        return
    (first, word), (second, _) = found
    one = [laid for laid in lines[first + 1 : second] if laid.passage.text.strip()]
    below = [laid for laid in lines[second + 1 :] if laid.passage.text.strip()]
    short = all(len(laid.passage.text) <= MAX_LISTED_MOVE_CHARACTERS for laid in one)
    if not short or len(one) < MIN_NUMBERS:
        return
    heads = [lines[at]._replace(raw=None, furniture=True) for at in (first, second)]
    first_begins = word not in {"△", "☖", "後手", "後番"}
    for count in (len(one) - 1, len(one), len(one) + 1):
        two = below[:count]
        for ahead, behind in ((one, two), (two, one)):
            mine = (ahead is one) is first_begins or word in "白黒"
            if mine and len(two) == count and len(behind) <= len(ahead) <= len(behind) + 1:
                turns = [laid for pair in zip_longest(ahead, behind) for laid in pair if laid]
                yield [*lines[:first], *heads, *turns, *below[count:]]


def _columns_of_vertical_text(lines: Sequence[CleanLine]) -> Iterator[list[CleanLine]]:
    """Yield the lines with the columns of vertical text, a blank between them, as lines: by their numbers, else from both sides."""
    cells = [
        [laid.passage.cut(one.start(), one.end()) for one in _WORDS.finditer(laid.passage.text)]
        if len(laid.passage.text) <= MAX_UPRIGHT_CHARACTERS
        else []
        for laid in lines
    ]
    at = next((at for at in range(len(lines)) if _count_rows_of_signs(cells, at)), None)
    if at is None:
        return
    end = at + _count_rows_of_signs(cells, at)
    columns = list(zip(*cells[at:end], strict=True))
    numbers = [numeral(column[0].text) for column in columns]
    numbered = sorted(numbers) == list(range(1, len(numbers) + 1))
    made = [lines[at]._replace(passage=_join_column(column, numbered=numbered), raw=None) for column in columns]
    if numbered:
        made = [laid for _, laid in sorted(zip(numbers, made, strict=True), key=lambda pair: pair[0])]
    for inside in (made,) if numbered else (made[::-1], made):
        yield [*lines[:at], *inside, *lines[end:]]


def _count_rows_of_signs(cells: Sequence[Sequence[LocatedText]], at: int) -> int:
    """Return how many lines from one on are rows of as many single signs each, as vertical text leaves them; 0 if too few."""
    wide = len(cells[at])
    if wide < MIN_RUN:
        return 0
    end = at
    while (
        end < len(cells)
        and len(cells[end]) == wide
        and all(len(cell.text) == 1 or cell.text.isdecimal() for cell in cells[end])
    ):
        end += 1
    return end - at if end - at >= MIN_UPRIGHT_ROWS else 0


def _join_column(column: Sequence[LocatedText], *, numbered: bool) -> LocatedText:
    """Return a column as one text, with a blank behind its number."""
    first = column[0]
    if numbered:
        first = first.joined(LocatedText(" ", first.places[:1]))
    return join_texts([first, *column[1:]])


def reverse_newest_first(lines: Sequence[CleanLine]) -> list[CleanLine] | None:
    """Return the lines of a record whose ply numbers fall, in the order of the game; None for any other record."""
    numbers = [
        (at, value) for at, laid in enumerate(lines) if (value := leading_ply_number(laid.passage.text)) is not None
    ]
    falls = sum(one[1] == two[1] + 1 for one, two in pairwise(numbers))
    if falls < MIN_FALLING_NUMBERS or 4 * falls < 3 * (len(numbers) - 1):
        return None
    first, last = numbers[0][0], numbers[-1][0] + 1
    return [*lines[:first], *reversed(lines[first:last]), *lines[last:]]


def _reverse_latest_first(lines: Sequence[CleanLine]) -> Iterator[list[CleanLine]]:
    """Yield the lines in the order of the times that they begin with, where these fall."""
    moments = line_times(lines)
    timed = [(at, moment[1]) for at, moment in enumerate(moments) if moment]
    if len(timed) < MIN_NUMBERS or any(two[1] >= one[1] for one, two in pairwise(timed)):
        return
    cut = cut_line_times(lines, moments)
    first, last = timed[0][0], timed[-1][0] + 1
    yield [*cut[:first], *reversed(cut[first:last]), *cut[last:]]


def leading_ply_number(text: str) -> int | None:
    """Return the ply number that a line begins with, behind a time or a name; None if it has none."""
    found = _NUMBER.match(text[:MAX_NUMBER_CHARACTERS])
    return int(found[1] or found[2]) if found else None


def _is_shuffled(numbers: Sequence[int]) -> bool:
    """Return whether numbers are those of a game from 1 on, each once, in another order."""
    return (
        MIN_NUMBERS <= len(numbers) <= MAX_PIECES
        and list(numbers) != sorted(numbers)
        and len(set(numbers)) == len(numbers)
        and min(numbers) == 1
        and max(numbers) <= len(numbers) + max(1, len(numbers) // MAX_MISSING)
    )


def _run_lengths(numbers: Sequence[int]) -> list[int]:
    """Return the lengths of the runs of 1, 2, 3 … that numbers consist of; nothing if they consist of others."""
    lengths: list[int] = []
    for number in numbers:
        if number == 1:
            lengths.append(0)
        if not lengths or number != lengths[-1] + 1:
            return []
        lengths[-1] += 1
    return lengths


def _numbered_blocks(lines: Sequence[CleanLine]) -> list[_NumberedBlock]:
    """Return the lines that begin with a number, each with those up to the next."""
    pieces: list[_NumberedBlock] = []
    for laid in lines:
        number = leading_ply_number(laid.passage.text)
        if number is not None and not laid.furniture:
            pieces.append(_NumberedBlock(number, [laid]))
        elif pieces:
            pieces[-1].lines.append(laid)
    return pieces


def _ply_blocks(lines: Sequence[CleanLine]) -> list[_NumberedBlock]:
    """Return the parts of lines that begin with a number and a move, each with the lines up to the next."""
    pieces: list[_NumberedBlock] = []
    for laid in lines:
        starts = list(_NUMBERED_MOVE.finditer(laid.passage.text))
        for start, after in zip_longest(starts, starts[1:]):
            part = laid.passage.cut(start.start(), after.start() if after else None)
            part = part.cut(0, len(part.text.rstrip("|&│ \t、,")))
            pieces.append(_NumberedBlock(int(start[1]), [laid._replace(passage=part, raw=None)]))
        if not starts and pieces:
            pieces[-1].lines.append(laid)
    return pieces


def _lines_above_last_and_below(
    lines: Sequence[CleanLine], blocks: Sequence[_NumberedBlock]
) -> tuple[list[CleanLine], list[CleanLine], list[CleanLine]]:
    """Return the lines above the first block, the line with the number of the last block, and the lines below that one."""
    first = blocks[0].lines[0].line
    above = [laid for laid in lines if laid.line < first]
    last, *below = blocks[-1].lines
    return above, [last], below


def _sort_blocks(lines: Sequence[CleanLine], pieces: Sequence[_NumberedBlock]) -> list[CleanLine]:
    """Return the lines with the pieces by their numbers; what stands below the last number stays there."""
    above, last, below = _lines_above_last_and_below(lines, pieces)
    pieces = [*pieces[:-1], pieces[-1]._replace(lines=last)]
    inside = chain.from_iterable(piece.lines for piece in sorted(pieces, key=lambda piece: piece.number))
    said = (_OUT_OF_ORDER.fullmatch(laid.passage.text[:MAX_UPRIGHT_CHARACTERS]) is not None for laid in below)
    rest = [
        laid._replace(raw=None, furniture=True) if is_said else laid for laid, is_said in zip(below, said, strict=True)
    ]
    return [*above, *inside, *rest]


def _interleave_lists(
    lines: Sequence[CleanLine], pieces: Sequence[_NumberedBlock], runs: Sequence[int]
) -> Iterator[list[CleanLine]]:
    """Yield the lines of two lists, one of each side, as the turns of one game."""
    if min(runs) < MIN_RUN or abs(runs[0] - runs[1]) > 1:
        return
    above, last, below = _lines_above_last_and_below(lines, pieces)
    above = [laid for laid in above if laid.passage.text.strip()]
    one_above, two_above = above[-1:], pieces[runs[0] - 1].lines[1:]
    apart = any(laid.passage.text.strip() for laid in two_above)
    if (apart or min(runs) < MIN_NUMBERS) and not all(
        any(_SIDE.search(laid.passage.text) for laid in heading) for heading in (one_above, two_above)
    ):
        return
    one, two = pieces[: runs[0]], [*pieces[runs[0] : -1], pieces[-1]._replace(lines=last)]
    one = [*one[:-1], one[-1]._replace(lines=one[-1].lines[:1])]
    for first, second in ((one, two), (two, one)):
        if len(first) >= len(second):
            turns = chain.from_iterable(zip_longest(first, second))
            yield [*above, *two_above, *(laid for piece in turns if piece for laid in _without_number(piece)), *below]


def _without_number(piece: _NumberedBlock) -> Iterator[CleanLine]:
    """Yield the lines of a piece without its number, which counts the turns of one side."""
    first, *rest = piece.lines
    found = _NUMBER.match(first.passage.text[:MAX_NUMBER_CHARACTERS])
    yield first._replace(passage=first.passage.cut(found.end() if found else 0), raw=None)
    yield from rest
