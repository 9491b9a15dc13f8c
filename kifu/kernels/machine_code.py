"""Machine code that is kept between runs, and used without loading the compiler.

To load the compiler, and what it keeps itself, takes longer than to judge ten thousand records. But a kernel that needs
nothing except its arguments (it allocates nothing and raises nothing) is, with all it calls, machine code that stands by
itself: an object file. llvmlite, which the compiler is built on, writes and loads such files in a tenth of the time.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib
import os
import stat
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kifu.kernels import cache_folder, pruning, sources

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ENTRY = "entry"
"""What the code is called in its file."""
INTRINSIC = "llvm."
"""How the names of what LLVM itself provides begin."""
DIGEST = hashlib.sha256().digest_size
SUFFIX = ".machine_code"
PARAMETER = np.dtype(np.int64)
"""Of integers, and of the parts of a position."""


class Form(NamedTuple):
    """What kind of argument one is: an array of a dtype, or integers: one, or those that make a tuple of a class."""

    dtype: np.dtype[Any]
    dimensions: int = 0
    """Of an array; 0 for integers."""
    made: type | None = None
    parts: int = 1

    @classmethod
    def of(cls, argument: object) -> Form:
        """Return the form of an argument. Raises ValueError for an array that does not lie in one piece, in C order."""
        if isinstance(argument, np.ndarray):
            if not argument.flags.c_contiguous:
                raise ValueError("an array in C order is needed")
            return cls(argument.dtype, argument.ndim)
        if isinstance(argument, tuple):
            return cls(PARAMETER, made=type(argument), parts=len(argument))
        return cls(PARAMETER)


def kept(name: str, kernel: Callable[[], Any]) -> Callable[..., None]:
    """Return what calls the compiled kernel that `kernel` returns, whose machine code is kept under `name`.

    It takes arrays in C order, integers and NamedTuples of integers, and returns nothing. `name` has to be another one
    whenever the source of the kernel, or of what it calls, is. Calling it raises ValueError for an array in another order.
    """
    ready: dict[tuple[Form, ...], Callable[..., object]] = {}

    def call(*arguments: object) -> None:
        forms = tuple(map(Form.of, arguments))
        if forms not in ready:
            ready[forms] = _ready(name, kernel, forms)
        ready[forms](*arguments)

    return call


def _ready(name: str, kernel: Callable[[], Any], forms: Sequence[Form]) -> Callable[..., object]:
    """Return what takes arguments of these forms: kept code, code that is kept from now on, or the kernel itself."""
    folder = _folder()
    if folder is None:
        return kernel()  # type: ignore[no-any-return]  # machine code
    file = folder / f"{name}-{_key(forms)}{SUFFIX}"
    code = _read(file)
    if code is None:
        code = _machine_code(kernel(), forms)
        _write(file, code)
    return _loaded(code, forms) if code else kernel()


def _folder() -> Path | None:
    """Return where the code is kept; None where it cannot be."""
    return cache_folder.folder()


def _key(forms: Sequence[Form]) -> str:
    """Return what tells code for other arguments, for another processor, or made in another way apart."""
    llvm = importlib.import_module("llvmlite")
    cpu, features = _processor()
    made = [(form.dtype.str, form.dimensions, form.parts) for form in forms]
    called = sources.reached((_machine_code, _loaded, _numbers))
    return hashlib.sha256(repr((made, llvm.__version__, cpu, features, called)).encode()).hexdigest()[:16]


def _read(file: Path) -> bytes | None:
    """Return the code in a file; None if it is not there, not whole, or may have been written by others."""
    try:
        with file.open("rb") as opened:
            if not (cache_folder.trusted(file.parent.lstat()) and cache_folder.trusted(os.fstat(opened.fileno()))):
                return None
            data = opened.read()
    except OSError:
        return None
    digest, code = data[:DIGEST], data[DIGEST:]
    if hashlib.sha256(code).digest() != digest:
        return None
    with suppress(OSError):  # it may be used where nothing can be written
        pruning.use(file)
    return code


def _write(file: Path, code: bytes) -> None:
    """Keep code in a file that only the user may open, and that is whole or not there.

    Where that cannot be, the next run compiles again.
    """
    with suppress(OSError):
        file.parent.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.stem[:40]}.", suffix=SUFFIX)
        temporary = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as opened:
                opened.write(hashlib.sha256(code).digest() + code)
            temporary.replace(file)
        finally:
            temporary.unlink(missing_ok=True)
        pruning.prune_files(file.parent, f"*{SUFFIX}")


def _machine_code(kernel: Any, forms: Sequence[Form]) -> bytes:  # noqa: ANN401 - machine code
    """Compile a kernel with all it calls; nothing if it needs more than its arguments."""
    numba = importlib.import_module("numba")
    llvm = _llvm()
    names: dict[str, Any] = {"kernel": kernel, "carray": numba.carray}
    exec(_entry(forms, names), names)  # noqa: S102 - the few lines made below
    entry = numba.cfunc(numba.void(*_types(numba, forms)))(names[ENTRY])
    module = llvm.parse_assembly(entry.inspect_llvm())
    # All but the entry may be merged into it; so the ways to exceptions that never come fall away.
    for value in [*module.functions, *module.global_variables]:
        if value.name == entry.native_name:
            value.name = ENTRY
        elif not value.is_declaration:
            value.linkage = "internal"
    machine = _machine()
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(module, passes)
    needed = [one.name for one in [*module.functions, *module.global_variables] if one.is_declaration]
    return b"" if any(not name.startswith(INTRINSIC) for name in needed) else bytes(machine.emit_object(module))


def _entry(forms: Sequence[Form], names: dict[str, Any]) -> str:
    """Return the source of a function of plain numbers that calls `kernel`; what it names is put among `names`."""
    parameters, arguments = [], []
    for number, form in enumerate(forms):
        if form.dimensions:
            sizes = [f"size_{number}_{axis}" for axis in range(form.dimensions)]
            parameters += [f"at_{number}", *sizes]
            arguments.append(f"carray(at_{number}, ({', '.join(sizes)},))")
        else:
            parts = [f"part_{number}_{part}" for part in range(form.parts)]
            parameters += parts
            names[f"made_{number}"] = form.made
            arguments.append(f"made_{number}({', '.join(parts)})" if form.made else parts[0])
    return f"def {ENTRY}({', '.join(parameters)}):\n    kernel({', '.join(arguments)})\n"


def _types(numba: Any, forms: Sequence[Form]) -> Iterator[Any]:  # noqa: ANN401 - a module
    """Yield the compiler's types of the parameters of that function."""
    for form in forms:
        one = numba.from_dtype(form.dtype)
        if form.dimensions:
            yield numba.types.CPointer(one)
            yield from (numba.int64,) * form.dimensions
        else:
            yield from (one,) * form.parts


def _loaded(code: bytes, forms: Sequence[Form]) -> Callable[..., object]:
    """Return what calls machine code, given the arguments of a kernel."""
    llvm = _llvm()
    machine = _machine()
    empty = llvm.parse_assembly("")
    empty.triple = machine.triple
    engine = llvm.create_mcjit_compiler(empty, machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    types: list[type] = []
    for form in forms:
        types += (
            [ctypes.c_void_p, *(ctypes.c_int64,) * form.dimensions]
            if form.dimensions
            else [ctypes.c_int64] * form.parts
        )
    function = ctypes.CFUNCTYPE(None, *types)(engine.get_function_address(ENTRY))

    def call(*arguments: object, engine: object = engine) -> None:  # noqa: ARG001 - the code lives as long as its engine
        function(*(number for argument in arguments for number in _numbers(argument)))

    return call


def _numbers(argument: Any) -> Iterator[int]:  # noqa: ANN401 - array, integer or tuple
    """Yield what machine code is given of an argument."""
    if isinstance(argument, np.ndarray):
        yield argument.ctypes.data
        yield from argument.shape
    elif isinstance(argument, tuple):
        yield from argument
    else:
        yield int(argument)


@cache
def _llvm() -> Any:  # noqa: ANN401 - a module
    llvm = importlib.import_module("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


@cache
def _processor() -> tuple[str, str]:
    """Return the name of this machine's processor, and what it can do."""
    llvm = _llvm()
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def _machine() -> Any:  # noqa: ANN401 - LLVM's
    cpu, features = _processor()
    target = _llvm().Target.from_default_triple()
    return target.create_target_machine(cpu=cpu, features=features, opt=3, codemodel="jitdefault", jit=True)
