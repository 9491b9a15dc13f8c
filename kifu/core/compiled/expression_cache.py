"""Compiled regular expressions, kept between runs: compiling those of a handwritten record takes most of a second.

Python compiles an expression to numbers, which :func:`_sre.compile` takes in a hundredth of the time; it checks them, and they
belong to one version of Python, which the file names. Python promises none of this, so whatever is otherwise, or damaged, only
costs time: the expression is compiled as usual. Names of players are in no kept expression: no file grows with the records.

The page without installation has no cache, and is packed with what :func:`kept_bytes` returns.
"""

from __future__ import annotations

import atexit
import importlib
import marshal
import re
import sys
import zlib
from array import array
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from kifu.core.compiled import user_cache

if TYPE_CHECKING:
    from pathlib import Path

_sre: Any = importlib.import_module("_sre") if sys.implementation.name == "cpython" else None
SUFFIX = ".expressions"
PACKED = f"kept{SUFFIX}"
"""The name of the file beside this module that a page brings along."""
MIN_NEW = 20
"""How many expressions have to be new before the file is written again."""
MAX_KEPT = 20_000
MAX_BYTES = 1 << 26
"""The most expressions that are kept, and the most bytes of their file before it is packed."""
_WORD = "I"
"""The array's type code of a number of compiled code."""


class _Code(NamedTuple):
    flags: int
    words: bytes
    groups: int
    names: dict[str, int]


_Codes = dict[tuple[str, int], _Code]
_new: _Codes = {}


def compile_expression(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a compiled expression: the kept one, or one that is compiled and will be kept. Raises re.error."""
    key = pattern, int(flags)
    try:
        if (code := _kept().get(key)) is not None:
            return _expression(pattern, code)
        code = _compile(*key)
        made = _expression(pattern, code)
    except _NOT_OF_THIS_PYTHON:
        return re.compile(*key)
    if not _new and sys.platform != "emscripten":
        atexit.register(_keep)
    _new[key] = code
    return made


_NOT_OF_THIS_PYTHON = (ImportError, AttributeError, RuntimeError, TypeError, ValueError, OverflowError)
"""What is raised where Python has code in another way, or refuses it."""


def _compile(pattern: str, flags: int) -> _Code:
    """Return the code of an expression. Raises re.error, and one of _NOT_OF_THIS_PYTHON."""
    compiler = importlib.import_module("re._compiler")
    parsed = compiler._parser.parse(pattern, flags)  # noqa: SLF001 - there is no public way to the code
    words = array(_WORD, compiler._code(parsed, flags))  # noqa: SLF001
    state = parsed.state
    return _Code(flags | state.flags, words.tobytes(), state.groups - 1, dict(state.groupdict))


def _expression(pattern: str, code: _Code) -> re.Pattern[str]:
    names: list[str | None] = [None] * (code.groups + 1)
    for name, group in code.names.items():
        names[group] = name
    words = array(_WORD)
    words.frombytes(code.words)
    made = _sre.compile(pattern, code.flags, words.tolist(), code.groups, code.names, cast("Any", tuple(names)))
    return cast("re.Pattern[str]", made)


def _version() -> str:
    """Return what code depends on besides its expression."""
    return f"{sys.version} {_sre.MAGIC} {_sre.CODESIZE} {sys.byteorder}"


@cache
def _kept() -> _Codes:
    """Return the code that is kept: in the cache, or what the program was packed with."""
    return _codes_of(_read_cache()) or _codes_of(_packed())


def _file() -> Path | None:
    """Return the file of this Python in the user's cache, None if there is no such folder."""
    folder = user_cache.code_folder()
    return None if folder is None else folder / f"{sys.implementation.cache_tag}-{sys.hexversion:x}{SUFFIX}"


def _read_cache() -> bytes | None:
    file = None if sys.platform == "emscripten" else _file()
    return None if file is None else user_cache.read_own_file(file)


def _packed() -> bytes | None:
    """Return the bytes that the archive of this module brings along, None if there are none."""
    import pkgutil  # noqa: PLC0415 - only where there is no cache

    try:
        return pkgutil.get_data(__package__, PACKED)
    except OSError:
        return None


def _codes_of(data: bytes | None) -> _Codes:
    """Return the codes of kept bytes; none if another Python made them, or they are damaged."""
    if data is None:
        return {}
    try:
        unpacker = zlib.decompressobj()
        version, codes = marshal.loads(unpacker.decompress(data, MAX_BYTES))  # noqa: S302 - nobody but the user has written it
        if version != _version() or not unpacker.eof:
            return {}
        return {key: _Code(*code) for key, code in codes.items()}
    except (zlib.error, EOFError, ValueError, TypeError, AttributeError):
        return {}


def kept_bytes(codes: _Codes | None = None, level: int = 1) -> bytes:
    """Return what is written for some codes, or for all that this process knows; `level` is that of zlib."""
    codes = _kept() | _new if codes is None else codes
    return zlib.compress(marshal.dumps((_version(), {key: tuple(code) for key, code in codes.items()})), level)


def _keep() -> None:
    """Write what is new beside what is kept meanwhile, at the end of a process."""
    if len(_new) < MIN_NEW or (file := _file()) is None:
        return
    codes = _codes_of(_read_cache()) | _new
    user_cache.write_own_file(file, kept_bytes(codes if len(codes) <= MAX_KEPT else _new))
