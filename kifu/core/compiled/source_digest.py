"""Digests of the sources of machine code.

Equal digests mean that the compiler would make the same code again.
numba compiles a function with everything that it names: the functions that it calls, the constants that it reads. The
digest follows the same names. It starts at the interpreted kernels of a module, and covers the bytecode of each function
that it reaches, and each value. Comments, docstrings, messages and line numbers are not part of it.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

ORIGIN = "__kifu_origin__"
"""The name in a bound module (see :mod:`kifu.core.compiled.bind_and_compile`) of the pair: its source, and the names it was bound to."""
COMPILING = ("kifu.core.compiled.machine_code_cache", "kifu.core.compiled.bit_intrinsics")
"""The modules that turn a kernel into machine code."""
COMPILERS = ("numba", "llvmlite")
LIBRARIES = (*COMPILERS, "numpy")
"""The packages whose version stands for their content. A kernel of any other package, a game's own, is followed."""
HAS_DOCSTRING = 0x4000000
"""The flag of a code object whose first constant is a docstring, from Python 3.13 on."""
LENGTH = 16


def machine_code_digest(functions: Iterable[Callable[..., object]]) -> str:
    """Digest of the machine code of `functions`: 16 hexadecimal digits.

    Nothing is compiled. `functions` are interpreted kernels, bound to the names that they are compiled with. The digest
    covers all that they reach, how they are compiled, and the versions of Python and of the compiler. Raises TypeError
    if a kernel names a value of an unknown kind.
    """
    return _short_digest(repr((_compiler_versions(), *_function_parts(functions))))


def code_digest(functions: Iterable[Callable[..., object]]) -> str:
    """Digest of `functions` and all that they name: 16 hexadecimal digits.

    Raises TypeError if a function names a value of an unknown kind.
    """
    return _short_digest(repr(tuple(_function_parts(functions))))


def modules_digest(modules: Iterable[str]) -> str:
    """Return a digest of all code of `modules`, in 16 hexadecimal digits.

    A package stands for all its modules. It is for Python code that is not bound. It covers each statement with its
    messages, but no docstring or comment. Raises ModuleNotFoundError if there is no such module.
    """
    return _short_digest(repr([(name, _executed_statements(text)) for name, text in _source_texts(modules)]))


def files_digest(packages: Iterable[str], endings: Iterable[str]) -> str:
    """Digest of the packages' files with one of `endings`: 16 digits.

    It is for the output of a program, which depends on messages and data files; it is not for machine code.
    """
    return _sha256(_file_contents(packages, tuple(endings)))[:LENGTH]


def _file_contents(packages: Iterable[str], endings: Sequence[str]) -> Iterator[bytes]:
    for name in packages:
        root = Path(importlib.import_module(name).__file__ or "").parent
        for path in sorted(path for ending in endings for path in root.rglob(f"*.{ending}")):
            yield f"{name}/{path.relative_to(root).as_posix()}\n".encode() + path.read_bytes()


def combine_digests(digests: Iterable[str]) -> str:
    """Return a digest of several digests or names, in 16 hexadecimal digits."""
    return _short_digest(repr(tuple(digests)))


def _sha256(parts: Iterable[bytes]) -> str:
    import hashlib  # noqa: PLC0415 - loads a library of the system, which judging one record does without

    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


def _short_digest(text: str) -> str:
    return _sha256([text.encode("utf-8", "surrogatepass")])[:LENGTH]


def _source_bytes(module: str) -> bytes:
    """Source bytes of a module that is not imported."""
    spec = importlib.util.find_spec(module)
    return Path(spec.origin).read_bytes() if spec is not None and spec.origin is not None else b""


@cache
def _compiler_versions() -> tuple[str, ...]:
    """Versions that machine code depends on: Python, compiler, flags, calling code."""
    return (
        sys.implementation.name,
        sys.version,
        *map(_distribution_version, COMPILERS),
        _sha256(map(_source_bytes, COMPILING)),
    )


def _distribution_version(distribution: str) -> str:
    """Return the version of a package that is not imported.

    Empty if it is not installed.
    """
    spec = importlib.util.find_spec(distribution)
    stated = None if spec is None or spec.origin is None else Path(spec.origin).with_name("_version.py")
    if stated is not None and stated.is_file():
        return _sha256([stated.read_bytes()])
    metadata = importlib.import_module("importlib.metadata")  # its import takes longer than all other imports here
    try:
        return str(metadata.version(distribution))
    except metadata.PackageNotFoundError:
        return ""


def _function_parts(functions: Iterable[Callable[..., object]]) -> Iterator[object]:
    """Parts of `functions` and of all functions they reach, once each.

    The number of a function stands for its name.
    """
    waiting: list[Any] = list(functions)
    numbers = {function: number for number, function in enumerate(waiting)}
    for function in waiting:  # the list grows during the loop

        def number_of_function(callee: FunctionType) -> int:
            if callee not in numbers:
                numbers[callee] = len(waiting)
                waiting.append(callee)
            return numbers[callee]

        yield from _function_content(function, number_of_function)


def _function_content(function: FunctionType, number_of: Callable[[FunctionType], int]) -> Iterator[object]:
    """Yield a function's code, its defaults, and the values of its globals."""
    yield function.__name__, _code_content(function.__code__, function.__doc__)
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    defaults = (function.__defaults__, function.__kwdefaults__ and sorted(function.__kwdefaults__.items()), cells)
    yield _content_of(defaults, (), number_of)
    names = _looked_up_names(function.__code__)
    for name in names:
        if name in function.__globals__:
            yield name, _content_of(function.__globals__[name], names, number_of)
        elif not hasattr(builtins, name):
            yield name  # an attribute, or a name that is not bound


def _code_content(code: CodeType, docstring: str | None) -> tuple[object, ...]:
    """Executed parts of a code object.

    Its docstring, its file and its line numbers are left out.
    """
    constants: list[object] = []
    for place, constant in enumerate(code.co_consts):
        if isinstance(constant, CodeType):
            constants.append(_code_content(constant, None))
        elif place == 0 and docstring is not None and constant == docstring:
            constants.append(None)
        else:
            constants.append(_constant_content(constant))
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags & ~HAS_DOCSTRING)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return (code.co_code, code.co_exceptiontable, counts, names, constants)


def _constant_content(constant: object) -> object:
    """Constant with its type, as 1, 1.0 and True are equal."""
    if isinstance(constant, (tuple, frozenset)):
        members = [_constant_content(member) for member in constant]
        return type(constant).__name__, members if isinstance(constant, tuple) else sorted(members, key=repr)
    return type(constant).__name__, repr(constant)


def _looked_up_names(code: CodeType) -> tuple[str, ...]:
    """Globals and attributes that a code object and inner ones look up."""
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return (*code.co_names, *(name for inner_code in inner for name in _looked_up_names(inner_code)))


def _content_of(value: object, used_names: tuple[str, ...], number_of: Callable[[FunctionType], int]) -> object:  # noqa: PLR0911 - each kind of value has its own return
    """Content of a value, with the same repr in every run.

    `used_names` are the names that the function may read from a module. Raises TypeError for a value of an unknown kind.
    """
    value = getattr(value, "__wrapped__", value)  # the function inside functools.cache
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return _class_id(type(value)), repr(value)
    library = _library_version(getattr(value, "__module__", None) or "")
    if library is not None and callable(value):
        return library, value.__module__, getattr(value, "__qualname__", None)
    if isinstance(value, FunctionType):
        return "function", number_of(value)
    if type(value) is tuple and all(type(item) is int for item in value):
        return value  # tables of integers are long, and need no conversion
    if isinstance(value, (tuple, list)):
        return _class_id(type(value)), [_content_of(item, used_names, number_of) for item in value]
    if isinstance(value, ModuleType):
        return _module_content(value, used_names, number_of)
    if isinstance(value, type):
        fields = getattr(value, "_fields", None)
        return _class_id(value), fields, fields and _content_of(sorted(value._field_defaults.items()), (), number_of)  # type: ignore[attr-defined]
    if hasattr(value, "tobytes") and hasattr(value, "dtype"):
        return "array", str(value.dtype), getattr(value, "shape", None), value.tobytes()
    raise TypeError(f"{type(value).__qualname__} is no value that a kernel may name")


def _class_id(kind: type) -> tuple[str, str]:
    """Return the module and the name of a class.

    A bound module is named by its source, because its own name varies.
    """
    module = sys.modules.get(kind.__module__)
    source = vars(module).get(ORIGIN, (kind.__module__,))[0] if module else kind.__module__
    return source, kind.__qualname__


def _module_content(
    module: ModuleType, used_names: tuple[str, ...], number_of: Callable[[FunctionType], int]
) -> object:
    """Content of a module: a library's version, or values of `used_names`."""
    library = _library_version(module.__name__)
    if library is not None:
        return "module", module.__name__, library
    read = [name for name in used_names if name in vars(module)]
    return "module", module.__name__, [(name, _content_of(vars(module)[name], used_names, number_of)) for name in read]


def _library_version(module: str) -> str | None:
    """Return the version of the library of a module.

    Empty for Python's own, None for a module of this program or of a game.
    """
    package = module.partition(".")[0]
    if package in sys.stdlib_module_names:
        return ""
    return str(vars(sys.modules[package]).get("__version__")) if package in LIBRARIES else None


def _source_texts(modules: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the name and the source text of each module.

    Only the packages that contain them are imported.
    """
    for name in modules:
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(name, name=name)
        yield name, Path(spec.origin).read_text(encoding="utf-8")
        for place in spec.submodule_search_locations or ():
            for path in sorted(Path(place).rglob("*.py")):
                yield f"{name}/{path.relative_to(place).as_posix()}", path.read_text(encoding="utf-8")


def _executed_statements(source_text: str) -> str:
    """Statements of a source text, without docstrings, comments and line numbers."""
    tree = ast.parse(source_text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [statement for statement in body if not _is_docstring(statement)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_docstring(statement: ast.stmt) -> bool:
    """Tell whether a statement is a docstring: a string by itself."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
