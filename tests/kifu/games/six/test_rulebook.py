"""The rulebook of 6面体 against the page it comes from (tests/data/six-source.txt, byte for byte) and the code."""

import hashlib
import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from each import each

from kifu.core import games, rulebook
from kifu.core.rulebook import BasisKind
from kifu.games.six.text import ASCII_UNITS, BOARD, FULL_NAMES, UNITS

PAGE = Path(__file__).parents[3] / "data" / "six-source.txt"
SOURCE = PAGE.read_text(encoding="utf-8")
BOOK = rulebook.load_rulebook(games.load("six"))
SECTIONS = {section.id: section for section in BOOK.preface + BOOK.appendix}
EVERY_BASIS = [
    pytest.param(basis, id=f"{getattr(part, 'number', None) or part.id}-{count}")
    for part in (*BOOK.preface, *BOOK.articles, *BOOK.appendix)
    for count, basis in enumerate(part.basis, start=1)
]
QUOTING = [one for one in EVERY_BASIS if one.values[0].quote]
RESTORED = [one for one in EVERY_BASIS if one.values[0].kind is BasisKind.RESTORED]
NUMBERS = [f"six.{number}" for number in range(1, 17)]

HIRAGANA = re.compile("[ぁ-ん]")


def damage(text):
    """Do to `text` what was done to the page, and return what is left of it.

    The page was EUC-JP with the circled digits that JIS X 0208 lacks (row 13 of JIS X 0213). A byte that begins no
    character of JIS X 0208 was thrown away alone, so that reading went on one byte later; then came NFKC.
    """
    return unicodedata.normalize("NFKC", text.encode("euc_jis_2004").decode("euc_jp", "ignore"))


def stands_in_page(lines):
    """Tell whether the lines stand in the page, each whole, from top to bottom."""
    place = 0
    for line in lines:
        index = SOURCE.find(line, place)
        if index < 0:
            return False
        place = index + len(line)
    return True


def test_the_sixteen_articles():
    """Articles six.1 to six.16 are there, once each and in order."""
    assert [article.number for article in BOOK.articles] == NUMBERS


@each("number", NUMBERS)
def test_both_languages(number):
    """Each article has a title and a text in Japanese and in English, and rests on something."""
    article = rulebook.find_article(BOOK, number)
    assert article.basis
    messages = [
        article.text,
        *(message for basis in article.basis for message in (basis.text, basis.reason) if message),
    ]
    for message in messages:
        assert HIRAGANA.search(message.ja)
        assert re.search(r"[a-z]{3}", message.en)
        assert "。" not in message.en
    assert article.title.ja != article.title.en


@each("number", NUMBERS)
def test_own_words(number):
    """An article is in the project's own words: none of its lines is just a line of the page."""
    lines = set(SOURCE.replace(" ", "\n").splitlines())
    assert lines.isdisjoint(rulebook.find_article(BOOK, number).text.ja.splitlines())


def test_where_the_source_is_silent():
    """The rulings are exactly these: those that the specification marks ⚖, and four more that the source leaves open.

    Beyond the specification: placing needs an empty square (six.3, six.4), a 怨 that may be moved counts (six.15).
    """
    rulings = Counter(
        article.number for article in BOOK.articles for basis in article.basis if basis.kind is BasisKind.RULING
    )
    assert rulings == {
        "six.1": 1,
        "six.3": 1,
        "six.4": 2,
        "six.12": 1,
        "six.13": 2,
        "six.14": 1,
        "six.15": 3,
        "six.16": 1,
    }
    # Only six.16 has nothing at all of the source to rest on.
    assert [
        article.number for article in BOOK.articles if all(one.kind is BasisKind.RULING for one in article.basis)
    ] == ["six.16"]


def test_the_page_is_the_one_named():
    """The page these tests read is the file that the rulebook names as its source."""
    (source,) = BOOK.sources
    assert hashlib.sha256(PAGE.read_bytes()).hexdigest() == source.sha256
    assert unicodedata.normalize("NFKC", SOURCE) == SOURCE


@each("basis", QUOTING)
def test_what_is_quoted_stands_in_the_page(basis):
    """Each line quoted, or quoted as damaged, stands in the page as one piece, and in this order."""
    assert stands_in_page(basis.damaged or basis.quote)


@each("basis", RESTORED)
def test_damaging_the_restored_text_gives_the_page(basis):
    """Each restored line, damaged again in the same way, is what the page has; the undamaged lines come through."""
    assert [damage(line) for line in basis.quote] == list(basis.damaged)


@each("basis", RESTORED)
def test_restored_text_is_not_in_the_page(basis):
    """What is called restored is really lost: at least one of its lines is nowhere in the page."""
    assert not all(line in SOURCE for line in basis.quote)


def test_all_the_damage_is_restored():
    """The five places of the page that slipped, and the ③ that left no trace, are all restored, and nothing else is."""
    restored = {
        bad: good
        for (basis,) in (one.values for one in RESTORED)
        for bad, good in zip(basis.damaged, basis.quote, strict=True)
        if bad != good
    }
    assert restored == {
        ",修痢岷紂廚鯣瑤啀曚┐董△修慮こう側の筋の": "①その「怨」を飛び越えて、その向こう側の筋の",
        "◆嶽燹廚里泙錣蝪吋泪弘米發龍いているマスに": "②「巫」のまわり１マス以内の空いているマスに",
        "「怨」に自らを飛び越えさせて、": "③「怨」に自らを飛び越えさせて、",
        "ぁ岷紂廚「巫」を飛び越えた先に敵の駒があるとき、": "④「怨」が「巫」を飛び越えた先に敵の駒があるとき、",
        "ぁ[磽院": "④　例１　",
        "ぁ[磽押": "④　例２　",
    }


def test_what_the_shift_leaves_open():
    """Of the character after 例１ only its first byte is left: a space and a colon give the same damage, 「 too."""
    assert {damage(f"④　例１{last}") for last in "　：「"} == {"ぁ[磽院"}
    assert damage("④　例１") != "ぁ[磽院"


def test_the_pieces_are_those_of_the_code():
    """The six faces are listed with the names, characters and letters by which the program writes them."""
    items = SECTIONS["pieces"].items
    assert len(items) == len(FULL_NAMES)
    for face, item in enumerate(items):
        first, second = UNITS[face], UNITS[face + len(FULL_NAMES)]
        assert item.text.ja == f"{FULL_NAMES[face]}: 先手 {first}、後手 {second} (ASCII では {ASCII_UNITS[face]})"
        assert item.text.en.startswith(f"{FULL_NAMES[face]}, ")
        assert item.text.en.endswith(f": first {first}, second {second} ({ASCII_UNITS[face]} in ASCII)")


def test_the_board_is_that_of_the_code():
    """The columns are named as the program names them."""
    assert all(" ".join(BOARD.head) in text for text in SECTIONS["board"].text)


def test_the_written_forms_are_those_of_the_code():
    """Each form of a move that is listed is read, and written back as it stands."""
    six = games.load("six")
    items = SECTIONS["notation"].items
    written = [item.text.ja.partition(":")[0] for item in items]
    assert written == ["四04占", "三04-四04武", "四04-二04巫", "五03-三05怨", "六01-四03-一06怨"]
    assert written == [item.text.en.partition(":")[0] for item in items]
    assert [six.spell(six.read(text).move) for text in written] == written


EMPTY = "○○○○○○○01 ○○○○○○○02 ○○○○○○○03 ○○○○○○○04 ○○○○○○○05 ○○○○○○○06 ○○○○○○○07"
MIDDLE = "占○○怨○○領01 ○武○○○士○02 ○○○○○○○03 騎○弓○馬○矢04 ○○○○○○○05 ○占○霊○領○06 ○巫○○○女○07"


def test_the_order_holds_each_article_once():
    """Every article that a move can break has its place in the order; six.16 is broken by none."""
    order = [number for item in SECTIONS["order"].items for number in item.articles]
    assert sorted(order) == sorted(NUMBERS[:-1])


@each(
    ("board", "move", "cited", "also"),
    [
        (EMPTY, "四04霊", "six.1", "six.5"),
        (EMPTY, "四04怨", "six.5", "six.2"),
        (EMPTY, "四04武", "six.2", "six.4"),
        (MIDDLE, "一01-三03占", "six.6", "six.10"),
        (MIDDLE, "四01-二03怨", "six.6", "six.13"),
        (MIDDLE, "四06-四04霊", "six.6", "six.13"),
        (MIDDLE, "二02-四02-六02武", "six.11", "six.7"),
        (MIDDLE, "一04-四01騎", "six.8", "six.10"),
        (MIDDLE, "三04-二02弓", "six.9", "six.10"),
    ],
)
def test_the_order_is_that_of_the_code(read, board, move, cited, also):
    """Of two articles that a move breaks, the program cites the one that stands first in the rulebook's order."""
    six = games.load("six")
    position = read(board.replace(" ", "\n"))
    order = [number for item in SECTIONS["order"].items for number in item.articles]
    assert six.explain(position, six.resolve(position, six.read(move))).article == cited
    assert order.index(cited) < order.index(also)
