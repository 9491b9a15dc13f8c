"""Places an object file in memory, so that its code can be called.

LLVM does so for every system, but loading LLVM takes longer than all else that kept machine code needs. The files of Linux
on x86-64 (ELF) are simple: the code of one function and all that it calls can stay as it lies in the file, and only the
addresses that it names have to be filled in. A file that needs more is left to LLVM.
"""

from __future__ import annotations

import ctypes
import mmap
import struct
import sys
from typing import NamedTuple

BEGINNING = b"\x7fELF\x02\x01\x01"
"""That of a file for 64 bits, the lowest byte first."""
KIND, RELOCATABLE, X86_64 = 16, 1, 62
"""Where the kind of file and the kind of processor stand, and both of them."""
HEADERS, NUMBER = 40, 60
"""Where the place of the section headers stands, and how many they are."""
HEADER, SYMBOL, RELOCATION = "<IIQQQQIIQQ", "<IBBHQQ", "<QQq"
SYMBOLS, RELOCATIONS, WITHOUT_CONTENT, UNWINDING = 2, 4, 8, 0x70000001
"""Types of sections. The last is for exceptions, which this code does not raise."""
WRITTEN, IN_MEMORY = 1, 2
"""Flags of sections: the code writes into it; it is part of the program."""
ELSEWHERE = 0xFF00
"""The first number that is not that of a section; nor is 0."""
ADDRESS = 1
"""The relocation that fills in an address of 64 bits."""


class Unfit(Exception):
    """Only LLVM can load this file."""


class Section(NamedTuple):
    """The header of a section, with the names that ELF gives its parts."""

    name: int
    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int

    @property
    def loaded(self) -> bool:
        """Whether the program needs it."""
        return bool(self.flags & IN_MEMORY and self.size and self.type != UNWINDING)

    @property
    def plain(self) -> bool:
        """Whether it can stay as it lies in the file."""
        return self.type != WITHOUT_CONTENT and not self.flags & WRITTEN and self.offset % max(self.alignment, 1) == 0

    def of(self, data: bytes) -> bytes:
        """Return its content."""
        return data[self.offset : self.offset + self.size]


class Placed(NamedTuple):
    """An object file in memory."""

    memory: mmap.mmap
    """It has to live as long as its code may be called."""
    entry: int
    """The address of a function."""


def place(data: bytes, entry: str) -> Placed:
    """Place an object file in memory; `entry` names the function that will be called. Raises Unfit."""
    if sys.platform != "linux" or not data.startswith(BEGINNING):
        raise Unfit
    if struct.unpack_from("<HH", data, KIND) != (RELOCATABLE, X86_64):
        raise Unfit
    (headers,), (number,) = struct.unpack_from("<Q", data, HEADERS), struct.unpack_from("<H", data, NUMBER)
    size = struct.calcsize(HEADER)
    sections = [Section(*struct.unpack_from(HEADER, data, headers + size * each)) for each in range(number)]
    if not all(section.plain for section in sections if section.loaded):
        raise Unfit
    memory = mmap.mmap(-1, len(data))
    memory.write(data)
    base = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    named, addresses = _symbols(data, sections, base)
    for section in sections:
        if section.type == RELOCATIONS and sections[section.info].loaded:
            for offset, info, addend in struct.iter_unpack(RELOCATION, section.of(data)):
                symbol = addresses[info >> 32]
                if info & 0xFFFFFFFF != ADDRESS or symbol is None:
                    raise Unfit
                struct.pack_into("<Q", memory, sections[section.info].offset + offset, symbol + addend)
    libc = ctypes.CDLL(None)
    if libc.mprotect(ctypes.c_void_p(base), ctypes.c_size_t(len(data)), mmap.PROT_READ | mmap.PROT_EXEC):
        raise Unfit
    return Placed(memory, named[entry])


def _symbols(data: bytes, sections: list[Section], base: int) -> tuple[dict[str, int], list[int | None]]:
    """Return the addresses of the symbols of a file by name, and by number; None for one that is not in the file."""
    named: dict[str, int] = {}
    addresses: list[int | None] = []
    for section in sections:
        if section.type == SYMBOLS:
            names = sections[section.link].of(data)
            for name, _, _, home, value, _ in struct.iter_unpack(SYMBOL, section.of(data)):
                inside = 0 < home < ELSEWHERE
                addresses.append(base + sections[home].offset + value if inside else None)
                if inside:
                    named[names[name : names.index(b"\0", name)].decode()] = base + sections[home].offset + value
    return named, addresses
