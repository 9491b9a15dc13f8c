"""Sentences about the record itself: corrections of a ply told elsewhere, and the names by which sentences call the sides."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from kifu.core.outcome import Side
from notation.freeform.fold import Passage
from notation.freeform.heads import HONORIFICS
from notation.freeform.moves import inked
from notation.freeform.numbers import numbers_before
from notation.freeform.risk import moves_in
from notation.freeform.sides import side_or_colour
from notation.numerals import KANJI, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.layout import Laid

MIN_SENTENCES = 4
"""The fewest sentences with a move that show who plays which side."""
MAX_SENTENCES = 400
MAX_CORRECTION_CHARACTERS = 200
_PLY = rf"(?:第\s*)?(\d{{1,3}}|[{KANJI}十百]{{1,5}})\s*手目?"
_WRONG = r"[^\s「」『』、。→=]{1,14}?"
_CORRECTION = re.compile(
    rf"{_PLY}\s*(?:[のにはでが、:]\s*)?[「『]?({_WRONG})[」』]?\s*(?:と(?:ある|あった|した|書いた|記した)の?)?(?:は|を|→|->|⇒)\s*(?:正しくは|正しいのは)?\s*"
    rf"[「『]?({_WRONG})[」』]?\s*(?:の(?:誤り|誤記|誤植|間違い|まちがい)|に(?:訂正|修正|改め)|が(?:正しい|正)|$|(?=[。)]))"
)
"""A sentence that corrects a ply: 第三手に「五の三」とあるは「五の二」の誤り."""
_CORRECTS = re.compile("正誤|訂正|誤り|誤記|誤植|間違い|まちがい|errat|correction")
"""Words of a sentence that corrects something."""
_UNSURE = re.compile("かも|だろう|らしい|と思う|たぶん|多分|[?？]")
_LEADING = re.compile(
    r"^(?:まず|次に|つぎに|続いて|つづいて|ここで|そこで|対する|そして|すると|えーと|で、|次は|\s|[、。,・*])+"
)
_SUBJECT = re.compile(rf"([^\W\d_](?:[^\W\d_はがのを]|-){{0,9}}?)({HONORIFICS})(?:\s*[はがの、,:]|\s+(?=\S))\s*")
_PAIR = re.compile(r"(?<![0-9])[1-9a-sA-S一二三四五六七八九]\s?[、,・の.-]?\s?[1-9一二三四五六七八九](?![0-9])")
_ENDS = re.compile(r"[。!?\n]+")


def corrected(lines: Sequence[Laid]) -> list[Laid]:
    """Return the lines with the plies put right that a sentence elsewhere corrects; one that cannot be followed is refused."""
    found = list(lines)
    for at, laid in enumerate(lines):
        text = laid.passage.text
        if (
            laid.parts
            or len(text) > MAX_CORRECTION_CHARACTERS
            or _CORRECTS.search(text) is None
            or _UNSURE.search(text)
        ):
            continue
        correction = _CORRECTION.search(text)
        if correction is None:
            continue
        ply, wrong, right = number(correction[1]), correction[2], correction[3]
        own = [
            index
            for index, one in enumerate(found)
            if index != at
            and one.passage.text.count(wrong) == 1
            and any(value == ply for value, _ in numbers_before(one.passage.text.lstrip()))
        ]
        if len(own) != 1:
            found[at] = laid._replace(refused=True)
            continue
        (index,) = own
        old = found[index].passage
        start = old.text.index(wrong)
        places = old.places[start : start + len(wrong)]
        new = Passage(right, tuple(places[min(sign, len(places) - 1)] for sign in range(len(right))))
        whole = (
            old.part(0, start).joined(new).joined(old.part(start + len(wrong), None))
            if start
            else new.joined(old.part(start + len(wrong), None))
        )
        found[index] = found[index]._replace(passage=whole.cut(0), raw=None)
        found[at] = laid._replace(furniture=True)
    return found


def subjects(game: Game, lines: Sequence[Laid]) -> tuple[tuple[str, Side], ...]:
    """Return the names of both sides if sentences with a move have two subjects in turn; else nothing."""
    found = [
        name
        for laid in lines
        if not (laid.sender or laid.furniture or laid.parts)
        for name in _names_in(game, laid.passage.text)
    ]
    counts = Counter(found[:MAX_SENTENCES])
    if len(found) < MIN_SENTENCES or len(counts) != len(Side) or min(counts.values()) < MIN_SENTENCES // 2:
        return ()
    in_turn = sum(one != two for one, two in pairwise(found))
    if 10 * in_turn < 8 * (len(found) - 1):
        return ()
    first, begins = found[0], Side(game.turn(game.blank_start()))  # 黒 places first in ユニオンマスター
    return tuple((name, begins if name == first else begins.other) for name in counts)


@lru_cache(maxsize=4096)
def _names_in(game: Game, text: str) -> tuple[str, ...]:
    """Return the subjects of the sentences of a line that hold a move."""
    return tuple(_subjects_of(game, text))


def _subjects_of(game: Game, text: str) -> Iterator[str]:
    for sentence in _ENDS.split(text):
        bare = _LEADING.sub("", sentence)
        ends = [end for _, end in numbers_before(bare)]
        bare = _LEADING.sub("", bare[max(ends, default=0) :])
        subject = _SUBJECT.match(bare)
        if subject is None or _is_a_word(game, subject[1]):
            continue
        rest = bare[subject.end() :]
        told = inked(game, Passage(rest, ((1, 1),) * len(rest))).text
        if moves_in(game, told) >= 1 or (
            _PAIR.search(told)
            and any(unit in told for unit in game.vocabulary.units if not re.fullmatch("[ぁ-んァ-ヶa-zA-Z]", unit))
        ):
            yield subject[1]


def _is_a_word(game: Game, name: str) -> bool:
    """Return whether a subject is a word of the game, or one for a side."""
    name = re.sub(f"{HONORIFICS}$", "", name) or name  # クロさん is 黒
    return (
        side_or_colour(name) is not None
        or name.lower() in {"w", "b"}
        or any(unit in name for unit in game.vocabulary.units if len(unit) > 1)
        or re.fullmatch(f"[{KANJI}十百a-zA-Z]", name) is not None
    )
