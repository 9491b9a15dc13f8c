"""Keeps machine code between runs, and calls it without loading the compiler.

Loading the compiler and its own cache takes longer than judging ten thousand records. But some kernels need only their
arguments: they allocate nothing and raise nothing. Such a kernel and all functions that it calls make one object file.
llvmlite, the library below the compiler, writes and loads object files in a tenth of the time.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib
import os
import stat
import threading
from array import array
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.kernels import cache_folder, object_file, processor, pruning, sources
from kifu.kernels.assembly import assembly_of
from kifu.model import regular

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    Array = NDArray[Any] | bytes | bytearray | array[int]
    """Memory that a kernel sees as an array. Only the first kind needs numpy, whose loading takes long."""

ENTRY = "entry"
"""The name of the function in its object file."""
INTRINSIC = "llvm."
"""The prefix of the names of functions that LLVM itself provides."""
FIRST = ("sroa", "simplify_cfg", "ipsccp")
"""The passes of LLVM before its own: the code of numba is all reads and writes of variables, which hide what is constant."""
LAST = ("ipsccp", "simplify_cfg", "global_dead_code_eliminate")
"""The passes after its own: the code of exceptions that are never raised shows only now."""
DIGEST = hashlib.sha256().digest_size
SUFFIX = ".machine_code"
_making = threading.RLock()
"""Held while code is made or loaded: two threads that need the same code do not make it twice."""
_shared: dict[str, tuple[str, Callable[[], Callable[[], object]]]] = {}
_made_elsewhere: dict[str, Callable[[], object]] = {}
PARAMETER = "int64"
"""The type of an integer argument, and of each part of a position."""
SIGNED, UNSIGNED = "bhilq", "BHILQ"
"""How the elements of memory are called in Python (see its module struct)."""


class Form(NamedTuple):
    """The form of an argument: an array of integers of a type, an integer, or a tuple of integers of a class."""

    integer: str
    """The type of an integer, as the compiler names it."""
    dimensions: int = 0
    """The dimensions of an array; 0 for integers."""
    tuple_class: type | None = None
    """The class of a tuple of integers; None for any other argument."""
    parts: int = 1
    """The number of integers of a tuple."""

    @classmethod
    def of(cls, argument: object) -> Form:
        """Return the form of an argument. Raises ValueError for an array that is not contiguous in C order, or not of integers."""
        if isinstance(argument, tuple):
            return cls(PARAMETER, tuple_class=type(argument), parts=len(argument))
        if isinstance(argument, int):
            return cls(PARAMETER)
        with memoryview(argument) as view:  # type: ignore[arg-type]  # any other argument is an array
            if not view.c_contiguous:
                raise ValueError("an array in C order is needed")
            if view.format not in {*SIGNED, *UNSIGNED}:
                raise ValueError(f"an array of integers is needed, not of {view.format}")
            return cls(f"{'u' if view.format in UNSIGNED else ''}int{8 * view.itemsize}", view.ndim)


def kept(name: str, kernel: Callable[[], Any]) -> Callable[..., None]:
    """Return a function that calls the compiled kernel. The machine code of the kernel is kept under `name`.

    `kernel` returns the compiled kernel; it is called only if no machine code is kept yet. The function takes arrays in C
    order (also bytes, bytearrays, and arrays of Python), integers and NamedTuples of integers, and returns None. It raises
    ValueError for an array in another order.
    `name` has to change if the source of the kernel, or of a function that it calls, changes.
    """
    ready: dict[tuple[Form, ...], Callable[..., object]] = {}

    def call(*arguments: object) -> None:
        forms = tuple(map(Form.of, arguments))
        if forms not in ready:
            with _making:
                if forms not in ready:
                    ready[forms] = _ready(name, kernel, forms)
        ready[forms](*arguments)

    return call


def share(first: str, second: str, begin: Callable[[], Callable[[], object]]) -> None:
    """When the machine code of the kernel `first` is made, call `begin`, which lets another process make that of `second`.

    The kernels are named by the modules of their sources. `begin` returns a function that waits for the other process. If
    there is no machine code after it, this process makes it.
    """
    _shared[_title(first)] = _title(second), begin


def _awaited(name: str) -> bool:
    """Tell whether another process was to make the machine code `name`, and has ended. It begins what it is to make."""
    title = name.rpartition("_")[0]
    if title in _shared:
        second, begin = _shared.pop(title)
        _made_elsewhere[second] = begin()
    wait = _made_elsewhere.pop(title, None)
    if wait is not None:
        wait()
    return wait is not None


def _title(source: str) -> str:
    """Return the beginning of the names of the machine code of a module."""
    return source.replace(".", "_")


def _ready(name: str, kernel: Callable[[], Any], forms: Sequence[Form]) -> Callable[..., object]:
    """Return a function for arguments of these forms: kept code, code that is kept from now on, or the kernel itself."""
    folder = _folder()
    if folder is None:
        return _direct(kernel())
    file = folder / f"{name}-{_key(forms)}{SUFFIX}"
    code = _read(file)
    if code is None and _awaited(name):
        code = _read(file)
    if code is None:
        code = _machine_code(kernel(), forms)
        _write(file, code)
    return _loaded(code, forms) if code else _direct(kernel())


def _direct(kernel: Any) -> Callable[..., object]:  # noqa: ANN401 - machine code
    """Return a function that calls a kernel as the compiler gives it, which knows no arrays but those of numpy."""
    as_array = importlib.import_module("numpy").asarray

    def call(*arguments: Any) -> None:  # noqa: ANN401 - arrays, integers, tuples
        kernel(
            *(as_array(memoryview(each)) if isinstance(each, (bytes, bytearray, array)) else each for each in arguments)
        )

    return call


def _folder() -> Path | None:
    """Return the folder that keeps the code; None if there is none."""
    return cache_folder.folder()


def _key(forms: Sequence[Form]) -> str:
    """Return a digest of the forms of the arguments, the processor, llvmlite, and the code that makes and loads files."""
    llvm = importlib.import_module("llvmlite")
    host = processor.described() or _processor()
    shapes = [(form.integer, form.dimensions, form.parts) for form in forms]
    loader = sources.reached((_machine_code, _loaded, _numbers))
    return hashlib.sha256(repr((shapes, llvm.__version__, host, loader)).encode()).hexdigest()[:16]


def _read(file: Path) -> bytes | None:
    """Return the code in a file; None if the file is missing or damaged, or no regular file, or others may have written it."""
    try:
        with regular.opened(file, regular.NO_LINK) as opened:
            if not (cache_folder.trusted(file.parent.lstat()) and cache_folder.trusted(os.fstat(opened.fileno()))):
                return None
            data = opened.read()
    except (OSError, ValueError, MemoryError):
        return None
    digest, code = data[:DIGEST], data[DIGEST:]
    if hashlib.sha256(code).digest() != digest:
        return None
    with suppress(OSError):  # the file can be used also if its time cannot be set
        pruning.use(file)
    return code


def _write(file: Path, code: bytes) -> None:
    """Write code to a file that only the user may open. The file is complete or does not exist.

    If it cannot be written, the next run compiles again.
    """
    import tempfile  # noqa: PLC0415 - needed only where code is made

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
    """Return an object file of a kernel and all functions that it calls; empty if it needs more than its arguments."""
    numba = importlib.import_module("numba")
    llvm = _llvm()
    names: dict[str, Any] = {"kernel": kernel, "array_at": importlib.import_module("kifu.kernels.bits").array_at}
    exec(_entry(forms, names), names)  # noqa: S102 - `_entry` has written the source
    try:
        text, native_name = assembly_of(names[ENTRY], numba.void(*_types(numba, forms)))
    except numba.core.errors.NumbaError:
        return b""
    module = llvm.parse_assembly(text)
    # LLVM may merge all other functions into the entry. Then it removes the code of exceptions that are never raised.
    for value in [*module.functions, *module.global_variables]:
        if value.name == native_name:
            value.name = ENTRY
        elif not value.is_declaration:
            value.linkage = "internal"
    machine = _machine()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    _run(module, builder, FIRST)
    builder.getModulePassManager().run(module, builder)
    _run(module, builder, LAST)
    needed = [value.name for value in [*module.functions, *module.global_variables] if value.is_declaration]
    return b"" if any(not name.startswith(INTRINSIC) for name in needed) else bytes(machine.emit_object(module))


def _run(module: Any, builder: Any, passes: Sequence[str]) -> None:  # noqa: ANN401 - llvmlite has no types
    """Run passes of LLVM over a module."""
    manager = _llvm().create_new_module_pass_manager()
    for name in passes:
        getattr(manager, f"add_{name}_pass")()
    manager.run(module, builder)


def _entry(forms: Sequence[Form], names: dict[str, Any]) -> str:
    """Return the source of a function that takes numbers only and calls `kernel`; add the names that it uses to `names`."""
    parameters, arguments = [], []
    for number, form in enumerate(forms):
        if form.dimensions:
            sizes = [f"size_{number}_{axis}" for axis in range(form.dimensions)]
            parameters += [f"at_{number}", *sizes]
            arguments.append(f"array_at(at_{number}, ({', '.join(sizes)},))")
        else:
            parts = [f"part_{number}_{part}" for part in range(form.parts)]
            parameters += parts
            names[f"class_{number}"] = form.tuple_class
            arguments.append(f"class_{number}({', '.join(parts)})" if form.tuple_class else parts[0])
    return f"def {ENTRY}({', '.join(parameters)}):\n    kernel({', '.join(arguments)})\n"


def _types(numba: Any, forms: Sequence[Form]) -> Iterator[Any]:  # noqa: ANN401 - a module
    """Yield the compiler's types of the parameters of the entry function."""
    for form in forms:
        type_ = getattr(numba, form.integer)
        if form.dimensions:
            yield numba.types.CPointer(type_)
            yield from (numba.int64,) * form.dimensions
        else:
            yield from (type_,) * form.parts


def _loaded(code: bytes, forms: Sequence[Form]) -> Callable[..., object]:
    """Return a function that takes the arguments of a kernel and calls its machine code."""
    address, home = _placed(code)
    types: list[type] = []
    for form in forms:
        types += (
            [ctypes.c_void_p, *(ctypes.c_int64,) * form.dimensions]
            if form.dimensions
            else [ctypes.c_int64] * form.parts
        )
    function = ctypes.CFUNCTYPE(None, *types)(address)

    def call(*arguments: object, home: object = home) -> None:  # noqa: ARG001 - the code lives as long as its home
        function(*(number for argument in arguments for number in _numbers(argument)))

    return call


def _placed(code: bytes) -> tuple[int, object]:
    """Place an object file in memory. Return the address of its function, and what has to live as long as that is called."""
    with suppress(object_file.Unfit):
        placed = object_file.place(code, ENTRY)
        return placed.entry, placed.memory
    llvm = _llvm()
    machine = _machine()
    empty = llvm.parse_assembly("")
    empty.triple = machine.triple
    engine = llvm.create_mcjit_compiler(empty, machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine.get_function_address(ENTRY), engine


def _numbers(argument: Any) -> Iterator[int | bytes]:  # noqa: ANN401 - array, integer or tuple
    """Yield an argument as numbers: the address and the sizes of an array, or the integers. Bytes stand for their address."""
    if isinstance(argument, tuple):
        yield from argument
    elif isinstance(argument, int):
        yield argument
    elif isinstance(argument, bytes):
        yield argument
        yield len(argument)
    elif isinstance(argument, (bytearray, array)):
        yield ctypes.addressof(ctypes.c_char.from_buffer(argument)) if argument else 0
        yield len(argument)
    else:
        yield argument.ctypes.data
        yield from argument.shape


@cache
def _llvm() -> Any:  # noqa: ANN401 - a module
    llvm = importlib.import_module("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


@cache
def _processor() -> tuple[str, str]:
    """Return the name of this machine's processor, and its features."""
    llvm = _llvm()
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def _machine() -> Any:  # noqa: ANN401 - llvmlite has no types
    cpu, features = _processor()
    target = _llvm().Target.from_default_triple()
    return target.create_target_machine(cpu=cpu, features=features, opt=3, codemodel="jitdefault", jit=True)
