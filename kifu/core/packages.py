"""Packages: public names that load when used (PEP 562), and text files."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping


def lazy_names(room: str, homes: Mapping[str, str], names: Collection[str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package.

    `homes` has the module of a name; other names are modules.
    """

    def load(name: str) -> Any:  # noqa: ANN401 - functions, types and modules
        if name not in names:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        module = importlib.import_module(f"{room}.{homes.get(name, name)}")
        value = getattr(module, name) if name in homes else module
        setattr(sys.modules[room], name, value)
        return value

    return load


def text_in(package: str, name: str) -> str:
    """Text of the file `name` in a package, with LF line ends.

    Raises FileNotFoundError, ModuleNotFoundError, UnicodeDecodeError.
    """
    # importlib.resources loads temporary files, archives and random numbers: a tenth of the time of a small command.
    data = pkgutil.get_data(package, name)
    if data is None:
        raise ModuleNotFoundError(package)
    return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
