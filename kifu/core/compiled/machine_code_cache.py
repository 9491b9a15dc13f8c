"""Compilation of kernels by numba, and the cache of their machine code.

Kernels that Python calls are kept by numba. A kernel for many records becomes one object file with all that it calls
(:func:`cached_kernel`), which llvmlite loads: loading numba takes longer than judging ten thousand records. The names of both hold a
digest of all sources (:mod:`kifu.core.compiled.source_digest`), so nothing that is kept is out of date.

Kept code is run only if nobody but the user can have written it (:mod:`kifu.core.compiled.user_cache`). Whatever is damaged counts as
not kept, and is compiled again.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib
import threading
from contextlib import contextmanager
from functools import cache
from inspect import isgeneratorfunction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.compiled import kernel_primitives as interpreted
from kifu.core.compiled.user_cache import (
    FOR_OTHERS,
    code_folder,
    is_usable_folder,
    mark_as_used,
    read_own_file,
    remove_paths_unused_for_30_days,
    write_own_file,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from types import FunctionType, ModuleType

# ruff: noqa: ANN401 - numba and llvmlite have no types

SUFFIX = ".machine_code"
DIGEST = hashlib.sha256().digest_size
ENTRY = "entry"
"""The name of the function in its object file."""
INTRINSIC = "llvm."
"""The prefix of the names of functions that LLVM itself provides."""
FIRST = ("sroa", "simplify_cfg", "ipsccp")
"""LLVM passes before the standard pipeline: numba writes all variables to memory, which hides what is constant."""
LAST = ("ipsccp", "simplify_cfg", "global_dead_code_eliminate")
"""LLVM passes after it: only now is the code of exceptions that are never raised known to be dead."""
INTEGER = "int64"
"""The type of an integer argument, and of each part of a position."""
PRIMITIVES = (interpreted.lowest, interpreted.popcount, interpreted.to_int64, interpreted.int64_at)
"""The functions with two bodies: one interpreted, one in :mod:`kifu.core.compiled.bit_intrinsics`."""

_compiling = threading.RLock()
"""Held while code is made or loaded: two threads that need the same code do not make it twice."""
_waiting: list[Callable[[], None]] = []


def call_at_next_compilation(callback: Callable[[], None]) -> None:
    """Call `callback` when machine code is made next, which takes seconds; once.

    It is not called for code that was kept.
    """
    _waiting[:] = [callback]


def _tell() -> None:
    while _waiting:
        _waiting.pop()()


# Where code is kept.


def numba_cache_folder(module_name: str) -> Path | None:
    """Return the folder in which numba keeps the kernels of a module.

    None as for :func:`~kifu.core.compiled.user_cache.code_folder`. numba does not look at who wrote its files, so only the user may enter it.
    """
    above = code_folder()
    if above is None or not is_usable_folder(above := above / "compiler", FOR_OTHERS):
        return None
    path = above / module_name.replace(".", "_")
    new = not path.exists()
    if not is_usable_folder(path, FOR_OTHERS):
        return None
    mark_as_used(path)
    if new:
        _tell()
        remove_paths_unused_for_30_days(above, "*")
    return path


def _read_code(file: Path) -> bytes | None:
    """Return kept code.

    None if the file is missing, damaged or no regular file, or if others may have written it.
    """
    data = read_own_file(file)
    if data is None:
        return None
    digest, code = data[:DIGEST], data[DIGEST:]
    return code if hashlib.sha256(code).digest() == digest else None


def _write_code(file: Path, code: bytes) -> None:
    """Write code to a file that only the user may open.

    The file is whole or does not exist; then the next run compiles again.
    """
    write_own_file(file, hashlib.sha256(code).digest() + code)


# Kernels that numba keeps.


class CacheLocator:
    """Tell numba where to keep the kernels of a module.

    Numba calls its methods by these names.
    """

    def __init__(self, path: str, file: str) -> None:
        self._path = path
        self._py_file = file  # numba names it in warnings

    @classmethod
    def from_function(cls, py_func: FunctionType, py_file: str) -> CacheLocator:  # noqa: ARG003 - numba passes both
        """Locator of a kernel in the folder that :func:`_numba_caches_in` sets."""
        return cls(importlib.import_module("numba").config.CACHE_DIR, py_file)

    def ensure_cache_path(self) -> None:
        """Make the folder if it does not exist. Raises OSError."""
        Path(self._path).mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """Return the path of the folder."""
        return self._path

    def get_source_stamp(self) -> str:
        """Version of the source: empty, as the folder's name holds its digest."""
        return ""

    def get_disambiguator(self) -> str:
        """Constant: the names of kernels in a module are unique already."""
        return "kernel"


def compile_kernels(module: ModuleType, marked: Iterable[str], entry: str | None = None) -> None:
    """Replace the kernels `marked` of a module by machine code.

    Each is compiled at its first call. Tuples of integers become machine arrays, and the bit primitives become machine
    instructions. The name of the module has to hold a digest of all sources of its machine code.

    If an `entry` is given, the other kernels can only be called by kernels, and numba keeps none of them: that takes three
    quarters of the time. The caller keeps the machine code of the entry with :func:`cached_kernel`.
    """
    numba = importlib.import_module("numba")
    numpy = importlib.import_module("numpy")
    primitives = importlib.import_module("kifu.core.compiled.bit_intrinsics")
    for key, value in list(vars(module).items()):
        if any(value is primitive for primitive in PRIMITIVES):
            setattr(module, key, getattr(primitives, key))
        elif type(value) is tuple and value and all(isinstance(item, int) for item in value):
            setattr(module, key, numpy.array(value, dtype=numpy.int64))
    path = numba_cache_folder(module.__name__) if entry is None else None
    if entry is None and path is None:
        _tell()
    for key in marked:
        function = getattr(module, key)
        # The cache tells functions apart by this name only.
        function.__qualname__ = f"{module.__name__}.{key}".replace(".", "_")
        # A generator is not kept by itself: once it is loaded from the cache, it cannot be compiled into its callers.
        # The code of its callers includes it.
        keep = path is not None and not isgeneratorfunction(function)
        with _numba_caches_in(numba.config, path):
            inner = entry not in {None, key}
            # Python calls kernels, and kernels do; no C code does.
            # Without the interpreter's lock other threads go on: one hears Ctrl-C while a search runs.
            kernel = numba.njit(cache=keep, nogil=True, no_cpython_wrapper=inner, no_cfunc_wrapper=True)(function)
            setattr(module, key, _compile_once_per_type(numba, kernel))


def _compile_once_per_type(numba: ModuleType, kernel: Any) -> Any:
    """Return a kernel that is compiled once for integers.

    By itself numba compiles it again for each constant argument.
    """
    template = kernel.get_call_template

    def get_call_template(arguments: Iterable[Any], named: Mapping[str, Any]) -> Any:
        plain = {name: numba.types.unliteral(argument) for name, argument in named.items()}
        return template(tuple(map(numba.types.unliteral, arguments)), plain)

    kernel.get_call_template = get_call_template
    return kernel


@contextmanager
def _numba_caches_in(config: Any, path: Path | None) -> Iterator[None]:
    """Context in which numba caches kernels in the folder `path`."""
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR = "" if path is None else str(path)
    config.CACHE_LOCATOR_CLASSES = f"{CacheLocator.__module__}.{CacheLocator.__qualname__}"
    try:
        yield
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before


# Kernels that become an object file.


class ArgumentForm(NamedTuple):
    """Form of an argument: integer array, integer, or tuple of integers."""

    integer: str
    """The type of an integer, as numba names it."""
    dimensions: int = 0
    """The dimensions of an array; 0 for integers."""
    tuple_class: type | None = None
    """The class of a tuple of integers; None for any other argument."""
    parts: int = 1
    """The number of integers of a tuple."""

    @classmethod
    def of(cls, argument: Any) -> ArgumentForm:
        """Return the form of an argument.

        Raises ValueError for an array that is not contiguous in C order, or not of integers.
        """
        if isinstance(argument, tuple):
            return cls(INTEGER, tuple_class=type(argument), parts=len(argument))
        if isinstance(argument, int):
            return cls(INTEGER)
        if not argument.flags.c_contiguous:
            raise ValueError("an array in C order is needed")
        if argument.dtype.kind not in "iu":
            raise ValueError(f"an array of integers is needed, not of {argument.dtype}")
        return cls(argument.dtype.name, argument.ndim)


def cached_kernel(cache_name: str, kernel: Callable[[], Any]) -> Callable[..., None]:
    """Return a function that calls the compiled kernel.

    The machine code of the kernel is kept under `cache_name`. `kernel` returns the compiled kernel; it is called only if no
    machine code is kept yet. The function takes numpy arrays in C order, integers and NamedTuples of integers, and
    returns None. It raises ValueError for an array in another order. `cache_name` has to change if the source of the kernel,
    or of a function that it calls, changes.
    """
    ready: dict[tuple[ArgumentForm, ...], Callable[..., object]] = {}

    def load_and_call(*arguments: object) -> None:
        forms = tuple(map(ArgumentForm.of, arguments))
        if forms not in ready:
            with _compiling:
                if forms not in ready:
                    ready[forms] = _callable_kernel(cache_name, kernel, forms)
        ready[forms](*arguments)

    return load_and_call


def is_cached(name: str) -> bool:
    """Tell whether machine code is cached under `name`, in any form."""
    home = code_folder()
    return home is not None and any(home.glob(f"{name}-*{SUFFIX}"))


def _callable_kernel(
    cache_name: str, kernel: Callable[[], Any], forms: Sequence[ArgumentForm]
) -> Callable[..., object]:
    """Callable kernel for these forms of arguments: cached, new, or jitted.

    Code that is not in the cache is made and stored; what cannot be stored is the kernel itself.
    """
    home = code_folder()
    file = None if home is None else home / f"{cache_name}-{_cache_key(forms)}{SUFFIX}"
    code = None if file is None else _read_code(file)
    if code is None:
        _tell()
        code = _object_file(kernel(), forms)
        if file is not None:
            _write_code(file, code)
    return _load_kernel(code, forms) if code else kernel()


def _cache_key(forms: Sequence[ArgumentForm]) -> str:
    """Digest of argument forms, processor and llvmlite version.

    The names of the files hold a digest of this module.
    """
    version = importlib.import_module("llvmlite").__version__
    shapes = [(form.integer, form.dimensions, form.parts) for form in forms]
    return hashlib.sha256(repr((shapes, version, _processor_name_and_features())).encode()).hexdigest()[:16]


def _object_file(kernel: Any, forms: Sequence[ArgumentForm]) -> bytes:
    """Object file of a kernel and its callees.

    It is empty if the kernel needs more than its arguments.
    """
    numba = importlib.import_module("numba")
    llvm = _llvm()
    names: dict[str, Any] = {
        "kernel": kernel,
        "array_at": importlib.import_module("kifu.core.compiled.bit_intrinsics").array_at,
    }
    exec(_entry_source(forms, names), names)  # noqa: S102 - `_entry` has written the source
    try:
        text, native_name = llvm_ir_and_name(names[ENTRY], numba.void(*_numba_types(numba, forms)))
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
    _run_llvm_passes(module, builder, FIRST)
    builder.getModulePassManager().run(module, builder)
    _run_llvm_passes(module, builder, LAST)
    needed = [value.name for value in [*module.functions, *module.global_variables] if value.is_declaration]
    return b"" if any(not name.startswith(INTRINSIC) for name in needed) else bytes(machine.emit_object(module))


def _run_llvm_passes(module: Any, builder: Any, passes: Sequence[str]) -> None:
    """Run passes of LLVM over a module."""
    manager = _llvm().create_new_module_pass_manager()
    for name in passes:
        getattr(manager, f"add_{name}_pass")()
    manager.run(module, builder)


def _entry_source(forms: Sequence[ArgumentForm], names: dict[str, Any]) -> str:
    """Source of a function that unpacks scalars for `kernel`; extends `names`."""
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


def _numba_types(numba: Any, forms: Sequence[ArgumentForm]) -> Iterator[Any]:
    """Yield numba's types of the parameters of the entry function."""
    for form in forms:
        type_ = getattr(numba, form.integer)
        if form.dimensions:
            yield numba.types.CPointer(type_)
            yield from (numba.int64,) * form.dimensions
        else:
            yield from (type_,) * form.parts


def llvm_ir_and_name(function: Callable[..., None], signature: Any) -> tuple[str, str]:
    """LLVM IR of a function with its callees, and its name there.

    `signature` is numba's, of numbers and pointers only. Raises numba's NumbaError for functions that allocate memory or do
    not compile at all.
    """
    numba = importlib.import_module("numba")
    with importlib.import_module("numba.core.compiler_lock").global_compiler_lock, _emit_ir_only():
        entry = numba.cfunc(signature, _nrt=False)(function)  # without reference counts
        return entry.inspect_llvm(), entry.native_name


REPLACED: Mapping[str, Callable[..., Any]] = {
    "_optimize_functions": lambda library, module: setattr(module, "data_layout", library._codegen._data_layout),  # noqa: SLF001 - the sizes of types
    "_optimize_final_module": lambda _library: None,
    "_finalize_final_module": lambda library: setattr(library, "_finalized", True),
    "get_pointer_to_function": lambda library, _name: library._ensure_finalized() or 0,  # noqa: SLF001 - links it to what it calls
}
"""The methods of numba's library of functions that :func:`_emit_ir_only` replaces, and what stands in their place."""


@contextmanager
def _emit_ir_only() -> Iterator[None]:
    """Context in which numba emits LLVM IR only.

    There is no optimisation and no code generation, and nothing stays in its caches. By itself it optimises and
    generates each function with all that it calls before it goes on to the caller, which takes half of the time; one
    object file of all needs none of it. A numba without these parts compiles as usual.
    """
    context = importlib.import_module("numba.core.registry").cpu_target.target_context
    codegen = context.codegen()
    library = getattr(codegen, "_library_class", object)
    if not all(hasattr(library, name) for name in REPLACED) or not hasattr(context, "get_executable"):
        yield
        return
    event = importlib.import_module("numba.core.event")
    make = importlib.import_module("numba")._dynfunc.make_function  # noqa: SLF001 - numba gives it no other name
    compiled = event.RecordingListener()
    codegen._library_class = type("Unfinished", (library,), dict(REPLACED))  # noqa: SLF001 - nor a way to choose it
    context.get_executable = lambda library, description, environment: make(  # it must never be called
        description.lookup_module(), description.qualname, "", 0, environment, (library,)
    )
    try:
        with event.install_listener("numba:compile", compiled):
            yield
    finally:
        codegen._library_class = library  # noqa: SLF001 - as above
        del context.get_executable
        for dispatcher in {each.data["dispatcher"] for _, each in compiled.buffer}:
            dispatcher._make_finalizer()()  # noqa: SLF001 - what is unfinished must not be called
            dispatcher._reset_overloads()  # noqa: SLF001 - as above


def _load_kernel(code: bytes, forms: Sequence[ArgumentForm]) -> Callable[..., object]:
    """Load machine code; return a function that takes the kernel's arguments."""
    llvm = _llvm()
    machine = _machine()
    empty = llvm.parse_assembly("")
    empty.triple = machine.triple
    engine = llvm.create_mcjit_compiler(empty, machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    types: list[type] = []
    for form in forms:
        types += [ctypes.c_int64] * form.parts if not form.dimensions else [ctypes.c_void_p]
        types += [ctypes.c_int64] * form.dimensions
    function = ctypes.CFUNCTYPE(None, *types)(engine.get_function_address(ENTRY))

    def call_with_scalars(*arguments: object, home: object = engine) -> None:  # noqa: ARG001 - the code lives as long as its engine
        function(*(number for argument in arguments for number in _argument_scalars(argument)))

    return call_with_scalars


def _argument_scalars(argument: Any) -> Sequence[int]:
    """Scalars of an argument: address and sizes of an array, or integers."""
    if isinstance(argument, tuple):
        return argument
    return (argument,) if isinstance(argument, int) else (argument.ctypes.data, *argument.shape)


@cache
def _llvm() -> Any:
    llvm = importlib.import_module("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


@cache
def _processor_name_and_features() -> tuple[str, str]:
    """Return the name of this machine's processor, and its features."""
    llvm = _llvm()
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def _machine() -> Any:
    cpu, features = _processor_name_and_features()
    target = _llvm().Target.from_default_triple()
    return target.create_target_machine(cpu=cpu, features=features, opt=3, codemodel="jitdefault", jit=True)
