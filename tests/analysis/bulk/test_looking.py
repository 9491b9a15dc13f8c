"""Machine code sees the same in the bytes of a piece as Python, whatever the bytes are."""

import random
from array import array

from each import each

from analysis.bulk import look_kernel, looking

PARTS = [
    *(
        text.encode()
        for text in ("a", "\n", "\r\n", "あ", "😀", "棋種", "棋種：", "\n棋種：", "\n棋種：6面体\n", "\x00")
    ),
    *(b"\xc2\x85", b"\xe0\xa0\x80", b"\xed\x9f\xbf", b"\xf0\x90\x80\x80", b"\xf4\x8f\xbf\xbf"),
]
"""Whole characters, also the first and last ones of each length."""
BROKEN = [
    *(b"\r", b"\xff", b"\x80", b"\xc2", b"\xe3\x81", b"\xf0\x9f\x98", b"\xc0\x80", b"\xc1\xbf"),
    *(b"\xe0\x80\x80", b"\xed\xa0\x80", b"\xf0\x80\x80\x80", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80"),
]
"""What is no UTF-8, and a line end of an old Macintosh."""


def texts(seed):
    """Yield bytes of many lengths; most of them hold one broken part at most."""
    draw = random.Random(seed)
    for length in [*range(20), *(draw.randrange(400) for _ in range(60))]:
        parts = draw.choices(PARTS, k=length)
        if draw.random() < 0.5:
            parts.insert(draw.randrange(length + 1), draw.choice(BROKEN))
        text = b"".join(parts)
        yield text[: len(text) - draw.randrange(3)] if draw.random() < 0.2 else text


@each("seed", range(8))
def test_as_python_sees_it(seed):
    """UTF-8, line ends, records and tidiness are those that Python finds; so are the beginnings of records."""
    for text in texts(seed):
        looked = looking.look(text)
        assert looked == looking._interpreted(text), text
        if looked.text:
            heads, expected = looking.heads(text, tidy=looked.tidy), looking._asked(text, tidy=looked.tidy)
            assert (heads.starts.tolist(), heads.lines) == (expected.starts.tolist(), expected.lines)


def test_a_line_as_the_one_before():
    """A record whose first line is that of the record before is marked."""
    names = ["6面体", "6面体", "six", "six\r", "6面体", "6面体"]
    text = "".join(f"棋種：{name}\n1 x\n" for name in names).encode().removesuffix(b"\n1 x\n")
    assert looking.heads(text, tidy=True).repeated.tolist() == [False, True, False, False, False, False]


def test_interpreted_as_compiled():
    """The interpreted kernel gives the results of the compiled one, with room for the beginnings of records or without."""
    for text in texts(100):
        room = [0] * look_kernel.HEAD_COLUMNS * (len(text) // len(look_kernel.HEAD) + 1)
        seen, heads = [0] * look_kernel.COLUMNS, array("q", room)
        look_kernel.look(text, 1, bytearray(look_kernel.MEMORY), seen, room)
        assert looking._seen(text, heads, check=True).tolist() == seen
        assert heads.tolist() == room
        assert looking._seen(text, array("q"), check=True).tolist() == seen
