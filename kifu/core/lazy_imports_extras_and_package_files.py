"""Packages: names that load when used, text files, version, optional libraries."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from kifu.core.errors import KifuError
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping


def lazy_getattr(
    package: str, module_by_name: Mapping[str, str], public_names: Collection[str]
) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package.

    `module_by_name` has the module of a name; other names are modules.
    """

    def load_name(name: str) -> Any:  # noqa: ANN401 - functions, types and modules
        if name not in public_names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = importlib.import_module(f"{package}.{module_by_name.get(name, name)}")
        value = getattr(module, name) if name in module_by_name else module
        setattr(sys.modules[package], name, value)
        return value

    return load_name


def package_text(package: str, file_name: str) -> str:
    """Text of the file `file_name` in a package, with LF line ends.

    Raises FileNotFoundError, ModuleNotFoundError, UnicodeDecodeError.
    """
    # importlib.resources loads temporary files, archives and random numbers: a tenth of the time of a small command.
    data = pkgutil.get_data(package, file_name)
    if data is None:
        raise ModuleNotFoundError(package)
    return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


@cache
def program_version() -> str:
    """Installed version; if not installed, that of the source tree."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - takes longer than a small command

    try:
        return version("kifu")
    except PackageNotFoundError:
        import tomllib  # noqa: PLC0415 - only a source tree needs it
        from pathlib import Path  # noqa: PLC0415 - takes long to load

        declared = Path(__file__).parents[2] / "pyproject.toml"
        return (
            str(tomllib.loads(declared.read_text("utf-8"))["project"]["version"]) if declared.exists() else "0+unknown"
        )


EXTRAS = {
    "fast": frozenset({"llvmlite", "numba"}),
    "tables": frozenset({"pandas"}),
    "corpus": frozenset(
        {"cryptography", "dask", "distributed", "duckdb", "filelock", "fsspec", "jinja2", "psutil", "pyarrow"}
    ),
    "paper": frozenset({"reportlab", "segno"}),
    "scan": frozenset({"cv2", "zxingcpp"}),
    "table": frozenset({"filelock", "segno", "starlette", "uvicorn"}),
}
"""The top-level modules that each extra installs; `corpus` installs those of `tables` too."""
USUAL = frozenset({"PIL", "jsonschema", "matplotlib", "matplotlib_fontja", "numpy"})
"""Those that every usual install brings. The core does without: kifu.pyz, and the page without an installation."""


class MissingExtra(KifuError, ImportError):
    """A library is not installed.

    The message names the extra that installs it; without one, a usual install does.
    """

    def __init__(self, extra: str, library: str) -> None:
        wanted = f'".[{extra}]"' if extra else "."  # the index of Python has another program of this name
        advice = f"pip install {wanted}"
        super().__init__(
            "missing-extra",
            Message(
                f"{library} がインストールされていません。kifu のリポジトリのクローンで {advice} とすると入ります",
                f"{library} is not installed; {advice} in your clone of kifu brings it",
            ),
        )
        self.extra = extra
        self.name = library


@cache
def is_installed(extra: str) -> bool:
    """Tell whether all libraries of an extra can be imported.

    Nothing is imported; they are looked for once.
    """
    return not _absent_libraries(extra)


def require_extra(extra: str) -> None:
    """Require an extra; raise MissingExtra for its first absent library."""
    for library in _absent_libraries(extra):
        raise MissingExtra(extra, library)


def missing_extra_error(absent: ModuleNotFoundError) -> MissingExtra | None:
    """Return the error for a module that is not installed.

    None if kifu does not install it.
    """
    library = (absent.name or "").partition(".")[0]
    if library in USUAL:
        return MissingExtra("", library)
    return next((MissingExtra(extra, library) for extra, libraries in EXTRAS.items() if library in libraries), None)


def _absent_libraries(extra: str) -> list[str]:
    return [library for library in sorted(EXTRAS[extra]) if not _is_importable(library)]


def _is_importable(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except (ImportError, ValueError):  # a finder refuses the name, or a module in sys.modules has no spec
        return False
