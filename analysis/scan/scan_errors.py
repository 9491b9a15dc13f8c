"""Errors of scans: unreadable photographs; foreign, mixed, repeated, empty sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.errors import KifuError
from kifu.core.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.scan.plies_and_move_likelihood import PlyInk
    from analysis.scan.scanned_sheet import Sheet
    from kifu.core.game.game import Game


MAX_BYTES, MAX_PIXELS = 40_000_000, 80_000_000
"""The most that a file and the picture in it may have."""


class UnreadablePage(KifuError):
    """Photograph that cannot be read; the code says why."""


def not_an_image() -> UnreadablePage:
    """Return the error for bytes that are no picture."""
    return UnreadablePage(
        "not-an-image",
        Message(
            "画像ではありません。用紙の写真を JPEG、PNG、WebP のどれかで渡してください",
            "this is no picture; give a photograph of the sheet as JPEG, PNG or WebP",
        ),
    )


def unsupported_format(format_name: str) -> UnreadablePage:
    """Return the error for an unsupported picture format."""
    return UnreadablePage(
        "image-kind",
        Message(
            f"{quoted(format_name)} は読めません。JPEG、PNG、WebP のどれかで保存し直してください",
            f"{quoted(format_name)} is not read; save it as JPEG, PNG or WebP",
        ),
    )


def too_large(size: str, max_size: str) -> UnreadablePage:
    """Return the error for a picture that is too large."""
    return UnreadablePage(
        "image-too-large",
        Message(
            f"画像が大きすぎます ({size}、{max_size} まで)。小さくして保存し直してください",
            f"the picture is too large ({size}; {max_size} at most); save a smaller one",
        ),
    )


def damaged_picture() -> UnreadablePage:
    """Return the error for a truncated or damaged picture."""
    return UnreadablePage(
        "image-broken",
        Message(
            "画像が途中で切れているか壊れています。写真をもう一度渡してください",
            "the picture is cut off or damaged; give the photograph again",
        ),
    )


def several_pictures() -> UnreadablePage:
    """Return the error for a file with several pictures."""
    return UnreadablePage(
        "image-animated",
        Message(
            "画像が何枚も入っています。一枚ずつの写真を渡してください",
            "the file has several pictures; give one photograph a file",
        ),
    )


def too_small(pixels: int) -> UnreadablePage:
    """Return the error for a picture too small to read."""
    return UnreadablePage(
        "image-too-small",
        Message(
            f"画像が小さすぎます (短い辺が {pixels} 画素)。用紙いっぱいに、150 万画素以上で撮ってください",
            f"the picture is too small (its short side has {pixels} pixels); photograph the sheet with 1.5 megapixels or more",
        ),
    )


def no_sheet_found() -> UnreadablePage:
    """Return the error for a photograph in which no sheet is found."""
    return UnreadablePage(
        "page-not-found",
        Message(
            "写真に棋譜用紙が見つかりません。用紙の四隅がすべて写るように、明るいところで真上から撮ってください",
            "no score sheet is found in the photograph; take it from above, in good light, with all four corners of the sheet in it",
        ),
    )


def no_matching_form() -> UnreadablePage:
    """Return the error for lines that fit no possible form."""
    return UnreadablePage(
        "page-other-print",
        Message(
            "用紙の縦線が、知っているどの形の用紙のマスとも合わないので、読みません。真上から撮り直すか、盤や規則の違う用紙ならそのはじめの"
            "棋譜を渡すか、手で入力してください",
            "the lines down of the sheet stand where no form that is known has its boxes, so it is not read; take the photograph again from above, give the "
            "record of its board or rules if they are others, or enter the moves by hand",
        ),
    )


def unknown_game_on_page() -> UnreadablePage:
    """Return the error for a page without a known game."""
    return UnreadablePage(
        "page-unknown-game",
        Message(
            "QR コードが読めないので、どの棋種の用紙か分かりません。用紙がすべて写っているかを確かめ、QR コードのある頁の写真も渡すか、棋種を指定してください",
            "the QR code cannot be read, so the game is not known; see that the whole sheet is in the photograph, give that of the page with the code too, or name the game",
        ),
    )


def sheet_of_other_game(printed: Game, named: Game) -> UnreadablePage:
    """Return the error for a sheet of another game than the one named."""
    return UnreadablePage(
        "page-other-game",
        Message(
            f"用紙は{printed.name.ja}のもので、指定された{named.name.ja}のものではありません。写真か、棋種の指定を確かめてください",
            f"the sheet is of {printed.name.en}, and {named.name.en} was named; look at the photograph, or name another game or none",
        ),
    )


def unknown_qr_code(text: str) -> UnreadablePage:
    """Return the error for a QR code of an unknown sheet."""
    return UnreadablePage(
        "page-other-code",
        Message(
            f"QR コードの {quoted(text)} は、ここで読める棋譜用紙のものではありません",
            f"the QR code says {quoted(text)}, which is no score sheet that can be read here",
        ),
    )


CODE_UNREAD = Message(
    "QR コードが読めないので、棋種とページは推定です", "the QR code cannot be read; game and page are inferred"
)


MIN_COMPARED, MIN_CONTRAST = 16, 0.12
"""The plies of two sheets that are compared, and by how much more of their characters are the same than by chance.

In twelve pairs of sheets of one game in other hands than those of the training it was 0.24 and more, in 72 of two games 0.08 and less.
"""
NEAR, FAR = (-2, -1, 0, 1, 2), (-8, -6, -4, 4, 6, 8)
"""The rows by which a sheet may be behind the other, and those by which the same side moves and only chance makes characters the same."""


def require_some_move(sheets: Sequence[Sheet], inks: Sequence[Sequence[Sequence[PlyInk]]]) -> None:
    """Raise UnreadablePage if a sheet has no move in any of its games."""
    for number, sheet in enumerate(sheets):
        if all(ink.silent for game in inks for ink in game[number]):
            raise UnreadablePage(
                "sheet-empty",
                Message(
                    "用紙に指し手が見つかりません。記入した頁の写真か、薄い字が写っているかを確かめてください",
                    "no move is found on the sheet; is it the page that was filled in, and can light writing be seen in the photograph?",
                ),
                key=sheet.photographs[0].name,
            )


def require_one_game(first_sheet: Sequence[PlyInk], second_sheet: Sequence[PlyInk]) -> None:
    """Raise UnreadablePage if two sheets have too little in common."""
    one, other = ([_characters_on_any_form(ink) for ink in sheet] for sheet in (first_sheet, second_sheet))
    if min(sum(map(bool, one)), sum(map(bool, other))) < MIN_COMPARED:
        return
    near, far = (max(_share_of_equal_characters(one, other, by) for by in behind) for behind in (NEAR, FAR))
    if near - far < MIN_CONTRAST:
        raise UnreadablePage(
            "other-record",
            Message(
                "二枚の用紙は、別の対局のもののようです。写真の組み合わせを確かめるか、一枚ずつ読んでください",
                "the two sheets seem to be of different games; look at which photographs belong together, or read each sheet alone",
            ),
        )


def _characters_on_any_form(ink: PlyInk) -> str:
    """Return what is written for a ply, alike on all forms."""
    return "" if ink.silent else (ink.best_text or "").replace("-", "").replace("0", "")


def _share_of_equal_characters(first: Sequence[str], second: Sequence[str], rows_behind: int) -> float:
    """Return the share of equal characters, with one sheet `rows_behind` rows behind."""
    pairs = [
        pair for pair in zip(first[max(0, rows_behind) :], second[max(0, -rows_behind) :], strict=False) if all(pair)
    ]
    same = sum(a == b for pair in pairs for a, b in zip(*pair, strict=False))
    return same / max(1, sum(max(map(len, pair)) for pair in pairs))


def sheet_warnings(sheets: Sequence[Sheet]) -> Iterator[Message]:
    """Yield warnings of pages and writers that do not seem to belong together."""
    sides = [{page.side for page in sheet.pages if page.code_read} for sheet in sheets]
    for sheet, known in zip(sheets, sides, strict=True):
        if len(known) > 1:
            name = quoted(sheet.photographs[0].name)
            yield Message(
                f"{name} の用紙に、先手が記入する頁と後手が記入する頁が混ざっています。二人の用紙が入れ替わっていないか確かめてください",
                f"the sheet of {name} has pages for both players to fill in; are the pages of two sheets mixed up?",
            )
    if len(sides) > 1 and sides[0] == sides[1] and len(sides[0]) == 1:
        yield Message(
            "二枚とも同じ側が記入する用紙です。同じ人の用紙を二度読むと、書き違いが見つかりません",
            "both sheets are for the same side to fill in; one person's sheet read twice shows no slip",
        )


def require_no_common_photograph(sheets: Sequence[Sheet]) -> None:
    """Raise UnreadablePage if both sheets have a photograph in common."""
    if len(sheets) > 1:
        first = {photograph.sha256 for photograph in sheets[0].photographs}
        for photograph in sheets[1].photographs:
            if photograph.sha256 in first:
                raise UnreadablePage(
                    "same-photograph",
                    Message(
                        "同じ写真が二枚の用紙の両方にあります。もう一人の用紙の写真を渡してください",
                        "the same photograph is given for both sheets; give that of the other player's sheet",
                    ),
                    key=photograph.name,
                )
