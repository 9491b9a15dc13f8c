"""Record links: a record's bytes, packed into the fragment of an address.

``#r=`` is followed by base64url of a byte for version and form, the CRC-32 of the record, and raw deflate with a preset dictionary.
In the packed forms each usual character is one byte, and a move line in canonical form has neither number nor padding nor total.
What would not come back byte by byte is deflated as it is. Alphabet and dictionary of a version never change: old links stay good.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from typing import NamedTuple

from kifu.core.errors import KifuError
from kifu.core.message import Message

FRAGMENT = "#r="
MAX_LINK_CHARACTERS = 60_000
"""The longest fragment; messengers and browsers cut longer ones."""
MAX_RECORD_BYTES = 1 << 18
"""The largest record that a link carries."""
_VERSION = 1
_AS_IT_IS = 0
_PACKED_FORMS = {1: ("utf-8", "\r\n"), 2: ("utf-8", "\n"), 3: ("cp932", "\r\n"), 4: ("cp932", "\n")}
"""The forms of packed text, in the order in which they are tried: encoding and line end."""
_TIME, _OTHER_TIME, _GO_ON, _ANEW, _NO_MOVES, _DIGEST, _RUN, _END_OF_RUN = _SIGNS = "\x01\x02\x03\x04\x05\x06\x0e\x0f"
"""Signs in packed text: a time follows, of the side to move, or of the other side, to which the turn then goes; the lines from here
on are moves that go on, moves that begin anew, no moves; the digest of a table's mark; between the last two stands UTF-8 of
characters beyond the alphabet."""
_ALPHABET = (
    "\n"
    + "".join(map(chr, range(32, 127)))
    + "一二三四五六七八九十○●・△▲口、。：（）種規則面体続連合将棋先後手番盤局図数指消費時間日分秒開始終了持戦場所備考駒台なし"
    "占怨霊弓矢士馬騎巫領武打内外反成白黒玉王飛角金銀桂香歩卆卒兵象平相俥车貝包炮城船翻马碁楚石丸君僧冠后点根傌杏圭竜龍"
    "投まで勝負引パスのはをにとがもれるかたユニオンエーキグマタプ第回会予"
)
_DICTIONARY = """先手の駒台：なし
後手の駒台：なし
棋種：続・連合将棋
規則：rengo/1
盤：碁盤9路
盤：将棋盤
棋種：ユニオンマスター
規則：master/1
棋種：ユニオンキング
規則：king/1
棋種：ユニオンエース
規則：ace/1
棋種：6面体
規則：six/1
開始日時：2026/11/26 10:00
終了日時：2026/11/26 11:00
棋戦：
場所：
先手：
後手：
持ち時間：15分、秒読み30秒
備考：
局面図
手数----指手---------消費時間--
# kifu-table/1 """
_TO_CODE = dict(zip(map(ord, _ALPHABET), (code for code in range(256) if chr(code) not in _SIGNS), strict=True))
_FROM_CODE = {code: letter for letter, code in _TO_CODE.items()}
_FOREIGN = re.compile(f"([^{re.escape(_ALPHABET + _SIGNS)}]+)")
_MOVE_LINE = re.compile(r" *[0-9]+ (\S+?) *(?:\( *([0-9]{1,5}):([0-9]{2})/[0-9:]+\))?")
_SHORT_LINE = re.compile(f"([^{_SIGNS}]*)(?:([{_TIME}{_OTHER_TIME}])([0-9]{{1,7}}))?")
_MARK_LINE = re.compile(r"(# kifu-table/1 [0-9]+ [0-9a-f]{64} )([0-9a-f]{64})\n\Z")
_HEAD_BYTES = 5

DAMAGED = Message(
    "リンクが途中で切れているか、変わっています。もう一度送ってもらうか、ファイルで受け取ってください",
    "the link is cut off or has been changed; have it sent again, or as a file",
)
NEWER = Message(
    "新しい版の kifu が作ったリンクです。ページを開き直して新しくしてください",
    "the link was made by a newer kifu; open the page anew to bring it up to date",
)
TOO_LARGE = Message(
    f"リンクで渡せる大きさ ({MAX_LINK_CHARACTERS} 文字、棋譜 {MAX_RECORD_BYTES >> 10} kB) を超えています。ファイルで渡してください",
    f"it is too large for a link ({MAX_LINK_CHARACTERS} characters, records of {MAX_RECORD_BYTES >> 10} kB); hand on the file",
)


def record_fragment(data: bytes) -> str:
    """Return the fragment that carries a file of records.

    Raises KifuError where it is too large.
    """
    if len(data) > MAX_RECORD_BYTES:
        raise KifuError("link-too-large", TOO_LARGE)
    form, packed = _reversible_form_and_bytes(data)
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zdict=_dictionary(form))
    body = squeeze.compress(packed) + squeeze.flush()
    whole = bytes([_VERSION << 4 | form]) + zlib.crc32(data).to_bytes(4, "big") + body
    fragment = FRAGMENT + base64.urlsafe_b64encode(whole).rstrip(b"=").decode()
    if len(fragment) > MAX_LINK_CHARACTERS:
        raise KifuError("link-too-large", TOO_LARGE)
    return fragment


def record_of_link(link: str) -> bytes:
    """Return the file that a link carries. Raises KifuError.

    What stands before its fragment is passed over.
    """
    letters = link.partition(FRAGMENT)[2].strip()
    if len(letters) > MAX_LINK_CHARACTERS:
        raise KifuError("link-too-large", TOO_LARGE)
    if not re.fullmatch(r"[A-Za-z0-9_-]+", letters) or len(letters) % 4 == 1:
        raise KifuError("bad-link", DAMAGED)
    whole = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    version, form = divmod(whole[0], 16)
    if version > _VERSION:
        raise KifuError("newer-link", NEWER)
    if version < _VERSION or (form != _AS_IT_IS and form not in _PACKED_FORMS):
        raise KifuError("bad-link", DAMAGED)
    open_up = zlib.decompressobj(-zlib.MAX_WBITS, zdict=_dictionary(form))
    try:
        packed = open_up.decompress(whole[_HEAD_BYTES:], MAX_RECORD_BYTES + 1)
        data = packed if form == _AS_IT_IS or len(packed) > MAX_RECORD_BYTES else _unpack_text(packed, form)
    except (zlib.error, ValueError):
        raise KifuError("bad-link", DAMAGED) from None
    if len(data) > MAX_RECORD_BYTES:
        raise KifuError("link-too-large", TOO_LARGE)
    if not open_up.eof or open_up.unused_data or zlib.crc32(data) != int.from_bytes(whole[1:_HEAD_BYTES], "big"):
        raise KifuError("bad-link", DAMAGED)
    return data


def _dictionary(form: int) -> bytes:
    return _DICTIONARY.encode() if form == _AS_IT_IS else _encode_characters(_DICTIONARY)


def _reversible_form_and_bytes(data: bytes) -> tuple[int, bytes]:
    """Return the first form that restores every byte, and the packed file."""
    for form, (encoding, end) in _PACKED_FORMS.items():
        try:
            text = data.decode(encoding).replace(end, "\n")
            packed = _encode_characters(_shorten_moves(text))
            if _unpack_text(packed, form) == data:
                return form, packed
        except ValueError:
            continue
    return _AS_IT_IS, data


def _unpack_text(packed: bytes, form: int) -> bytes:
    """Return a file from its packed text. Raises ValueError."""
    encoding, end = _PACKED_FORMS[form]
    return _expand_moves(_decode_characters(packed)).replace("\n", end).encode(encoding)


def _encode_characters(text: str) -> bytes:
    pieces = _FOREIGN.split(text)
    pieces[::2] = [piece.translate(_TO_CODE) for piece in pieces[::2]]
    pieces[1::2] = [f"{_RUN}{piece.encode().decode('latin-1')}{_END_OF_RUN}" for piece in pieces[1::2]]
    return "".join(pieces).encode("latin-1")


def _decode_characters(packed: bytes) -> str:
    pieces = re.split(f"{_RUN}([^{_END_OF_RUN}]*){_END_OF_RUN}", packed.decode("latin-1"))
    pieces[::2] = [piece.translate(_FROM_CODE) for piece in pieces[::2]]
    pieces[1::2] = [piece.encode("latin-1").decode() for piece in pieces[1::2]]
    return "".join(pieces)


class _Course(NamedTuple):
    """Place in a game: plies, and both sides' times in seconds.

    The first time is that of the side to move.
    """

    ply: int = 0
    own: int = 0
    other: int = 0


def _move_line_and_course(course: _Course, move_text: str, suffix_sign: str, seconds: int) -> tuple[str, _Course]:
    """Return a canonical move line (version 1), and the place after it."""
    ply, own, other = course if suffix_sign != _OTHER_TIME else (course.ply, course.other, course.own)
    line = f"{ply + 1:>4} {move_text}"
    if not suffix_sign:
        return line, _Course(ply + 1, other, own)
    total = own + seconds
    clock = f"({seconds // 60:>2}:{seconds % 60:02}/{total // 3600:02}:{total // 60 % 60:02}:{total % 60:02})"
    return f"{line.ljust(16)}{clock}", _Course(ply + 1, other, total)


def _shorten_moves(record_text: str) -> str:
    """Return a text with canonical move lines cut to their differences.

    Each has only what tells it from the line before.
    """
    mark = _MARK_LINE.search(record_text)
    if mark is not None and mark[2] == _digest(record_text[: mark.start()]):
        record_text = f"{record_text[: mark.start()]}{mark[1]}{_DIGEST}\n"
    lines, course, moving = [], _Course(), False
    for line in record_text.split("\n"):
        found = _MOVE_LINE.fullmatch(line)
        short = None
        if found is not None:
            record_text, minutes, seconds = found.groups()
            spent = int(minutes) * 60 + int(seconds) if minutes else 0
            for begin, start in (("" if moving else _GO_ON, course), (_ANEW, _Course())):
                for sign in (_TIME, _OTHER_TIME) if minutes else ("",):
                    written, after = _move_line_and_course(start, record_text, sign, spent)
                    if short is None and written == line:
                        short, course = begin + record_text + (f"{sign}{spent}" if sign else ""), after
        lines.append(short or (_NO_MOVES if moving else "") + line)
        moving = short is not None
    return "\n".join(lines)


def _expand_moves(shortened_text: str) -> str:
    """Return a text with its move lines in full. Raises ValueError."""
    lines, course, moving = [], _Course(), False
    for line in shortened_text.split("\n"):
        if line[:1] and line[0] in _GO_ON + _ANEW + _NO_MOVES:
            moving, course = line[0] != _NO_MOVES, _Course() if line[0] == _ANEW else course
        rest = line.lstrip(_GO_ON + _ANEW + _NO_MOVES)
        if moving:
            found = _SHORT_LINE.fullmatch(rest)
            if found is None:
                raise ValueError(rest)
            rest, course = _move_line_and_course(course, found[1], found[2] or "", int(found[3] or 0))
        lines.append(rest)
    whole = "\n".join(lines)
    if whole.endswith(f"{_DIGEST}\n"):
        above = whole[: whole.rfind("\n", 0, -1) + 1]
        whole = f"{whole[:-2]}{_digest(above)}\n"
    return whole


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
