"""Read the text files that lie in the packages of this program."""

from __future__ import annotations

import pkgutil


def text_in(package: str, name: str) -> str:
    """Text of the file `name` in a package, with LF line ends.

    Raises FileNotFoundError, ModuleNotFoundError, UnicodeDecodeError.
    """
    # importlib.resources loads temporary files, archives and random numbers: a tenth of the time of a small command.
    data = pkgutil.get_data(package, name)
    if data is None:
        raise ModuleNotFoundError(package)
    return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
