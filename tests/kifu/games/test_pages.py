"""The rulebooks against the pages they come from (tests/data, byte for byte): no sentence of a page is left out."""

import hashlib
import re
from pathlib import Path

from each import each

from kifu.core import games, rulebook

DATA = Path(__file__).parents[2] / "data"
GAMES = ("ace", "king", "master", "rengo", "six")
BOOKS = {game: rulebook.load_rulebook(games.load(game)) for game in GAMES}
PAGES = {game: (DATA / f"{game}-source.txt").read_text(encoding="utf-8") for game in GAMES}

NOTES = {f"注{number}.": "the label of a note" for number in range(1, 8)}
WITHOUT_CONTENT = {
    "ace": NOTES,
    "king": {
        **{label: NOTES[label] for label in ("注1.", "注2.", "注3.", "注4.")},
        "ゲームの手順": "a heading",
        "参考情報": "a heading of a part that is not there",
    },
    "master": {
        "1.相手の各コマの配置(前半戦)": "a heading",
        "2.コマの移動と反転(後半戦)": "a heading",
        "3.コマの合体と得点": "a heading",
        "4.ゲームの終了と勝者": "a heading",
        "5.その他": "a heading",
        "・": "the bullet of a sentence",
    },
    "rengo": {
        "続・連合将棋": "the title",
        "1.概要": "a heading",
        "2.石と初期配置": "a heading",
        "3.盤の特性": "a heading",
        "4.独自のルール": "a heading",
        "5.勝利条件と優先順位": "a heading",
        "この記事の先頭へ▲": "navigation",
        "お名前メモする": "navigation",
    },
    "six": {
        "6面体": "the title",
        "そばに置いているのは大きさ参考の500円玉です。": "shop text: a coin in the photograph",
        "化粧箱の寸法は、「 297 × 297 × 34 () 」です。": "shop text: the size of the box",
        "≪6面体≫ ルール": "a heading",
        "駒の説明": "a heading",
        "販売価格 500円(税抜)": "a price",
        "購入数": "a field of the shop",
        "Top": "navigation",
    },
}
"""The parts of each page that no rulebook quotes, each with the reason."""


def source_of(game, basis):
    """Return the game whose page a basis quotes: the Union games name it, the others have one page."""
    return game if basis.source == "page" else basis.source


QUOTING = {
    f"{game}-{getattr(part, 'number', None) or part.id}-{count}": (source_of(game, basis), basis)
    for game, book in BOOKS.items()
    for part in (*book.preface, *book.articles, *book.appendix)
    for count, basis in enumerate(part.basis, start=1)
    if basis.quote
}
"""Every basis with a quotation, with the game whose page it quotes, by the place where it stands."""


def lines_of(game):
    """Return the lines that the rulebooks quote of the page of `game`, as the page has them."""
    return {line for source, basis in QUOTING.values() if source == game for line in basis.damaged or basis.quote}


def unquoted(page, lines):
    """Return the parts of the lines of `page` that stand in none of the quoted `lines`."""
    covered = bytearray(len(page))
    for line in lines:
        for match in re.finditer(re.escape(line), page):
            covered[match.start() : match.end()] = b"\1" * len(line)
    marked = "".join("\n" if hidden else char for char, hidden in zip(page, covered, strict=True))
    return {part.strip() for part in marked.splitlines() if part.strip()}


@each("game", GAMES)
def test_the_page_is_the_one_named(game):
    """The page these tests read is the file that the rulebook names as its source."""
    hashes = {source.id: source.sha256 for source in BOOKS[game].sources}
    digest = hashlib.sha256((DATA / f"{game}-source.txt").read_bytes()).hexdigest()
    assert hashes[game if game in hashes else "page"] == digest


@each(("game", "basis"), QUOTING.values(), ids=QUOTING)
def test_quotations_stand_in_the_page(game, basis):
    """Each line quoted, or quoted as damaged, stands in its page as one piece, from top to bottom."""
    place = 0
    for line in basis.damaged or basis.quote:
        index = PAGES[game].find(line, place)
        assert index >= 0, line
        place = index + len(line)


@each("game", GAMES)
def test_the_whole_page_is_quoted(game):
    """Every character of a page stands in a quotation of a rulebook, but for the list of parts without content."""
    assert unquoted(PAGES[game], lines_of(game)) == set(WITHOUT_CONTENT[game])


@each("game", GAMES)
def test_a_quotation_taken_out_is_missed(game):
    """Without any one of the quoted sentences a part of the page is left over that is not on the list."""
    lines = lines_of(game)
    for line in lines:
        others = {other for other in lines if line not in other}
        assert unquoted(PAGES[game], others) - set(WITHOUT_CONTENT[game]), line


@each(
    ("game", "place", "sentence"),
    [
        ("six", "six-advice-4", "決着までには、50〜60手かかるのが標準です。"),
        ("six", "six-advice-1", "「占領」7つ置きでは、この先手(黒)の置き方が最強です。"),
        ("six", "six-notation-2", "黒が弓を動かそうと(結果1:巫女→右上→右下)、"),
        (
            "ace",
            "ace-board-1",
            "ユニオンエースで使用するゲーム盤や各コマは、ユニオンキングで使用するゲーム盤や各コマよりも簡単なものに",
        ),
        (
            "master",
            "master-master.1-1",
            "白コマから先に、相手の任意のコマを白黒交互に1個ずつ、任意の交点に配置してゆきます。",
        ),
        (
            "master",
            "master-master.1-2",
            "2人のプレイヤーが交互に、白コマから先に、自分の任意のコマを1個ずつ動かします。",
        ),
    ],
)
def test_where_a_sentence_is_quoted(game, place, sentence):
    """Advice stands in the advice; Ace's simpler board at the board; both sentences of white first at master.1."""
    source, basis = QUOTING[place]
    assert (source, basis.kind) == (game, rulebook.BasisKind.SOURCE)
    assert sentence in basis.quote
