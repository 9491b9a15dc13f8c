"""A file is looked through in memory that is used again, whatever its size does meanwhile."""

import io

from each import each

from analysis.batch import file_splitting
from kifu.core.games import load
from notation.random_record import random_game_as_kif

GAMES = [random_game_as_kif(load("six"), seed, 20) for seed in range(12)]
DATA = "".join(GAMES).encode()


@each("size", [500, 3000, 20_000])
def test_memory_is_used_again(size):
    """Parts that are looked through one after the other need the memory of one part; they are the whole file."""
    free, places, whole = [], set(), b""
    for at, length, data in file_splitting._cut_parts(io.BytesIO(DATA), 0, size, free):
        assert (at, length) == (len(whole), len(data))
        whole += data
        places.add(id(data))
        free.append(data)
    assert whole == DATA
    assert len(places) == 1


class Shrinking(io.BytesIO):
    """A file that becomes shorter once its size has been asked for."""

    def seek(self, at, whence=0):
        """Go to a place; lose the last record."""
        to = super().seek(at, whence)
        if whence:
            self.truncate(len(DATA) - len(GAMES[-1].encode()))
        return to


def test_a_file_that_becomes_shorter():
    """What is left is looked through; whoever reads the pieces finds out that the file has changed."""
    surveyed = file_splitting.survey_file("x.kif", lambda: Shrinking(DATA), piece_bytes=5000, hashed=False)
    assert sum(part.records for part in surveyed.parts) == len(GAMES) - 1
    assert sum(part.size for part in surveyed.parts) == len(DATA) - len(GAMES[-1].encode())


def test_memory_that_is_still_held_is_not_used_again():
    """Machine code that was made a moment ago may hold the bytes of the part before; the next part gets other memory."""
    held = bytearray(b"x" * 10)
    with memoryview(held):
        part = file_splitting._extend_by_block(b"ab", io.BytesIO(b"cd" * 20), 40, [held])
    assert (part, held) == (b"ab" + b"cd" * 20, b"x" * 10)
