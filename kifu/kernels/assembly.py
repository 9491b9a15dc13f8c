"""Makes the LLVM code of a kernel and of all functions that it calls, and leaves it as numba has written it.

By itself numba optimises each function, with all that it calls, and makes machine code of it before it goes on to the
caller. Whoever wants one object file of all functions needs none of that, and it takes half of the time.
"""

from __future__ import annotations

import importlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# ruff: noqa: ANN401, SLF001 - these parts of numba have no types and no public names; another version may not have them.

REPLACED = ("_optimize_functions", "_optimize_final_module", "_finalize_final_module", "get_pointer_to_function")
"""The methods of numba's library of functions that :func:`_unfinished` replaces."""


def assembly_of(function: Callable[..., None], signature: Any) -> tuple[str, str]:
    """Return the LLVM code of a function and of all kernels that it calls, and the name of the function there.

    `signature` is numba's, of numbers and pointers only. With a numba that has no such parts, the functions are compiled
    as usual, and their code is the same but for its optimisation. Raises numba's NumbaError for functions that allocate
    memory or do not compile at all.
    """
    numba = importlib.import_module("numba")
    with importlib.import_module("numba.core.compiler_lock").global_compiler_lock, _unfinished():
        entry = numba.cfunc(signature, _nrt=False)(function)  # without the code that counts who uses an array
        return entry.inspect_llvm(), entry.native_name


@contextmanager
def _unfinished() -> Iterator[None]:
    """Let numba leave the functions unfinished that it compiles within this context, and forget them after it.

    Python could not call them. The compiler's lock must be held.
    """
    context = importlib.import_module("numba.core.registry").cpu_target.target_context
    codegen = context.codegen()
    library = getattr(codegen, "_library_class", object)
    if not all(hasattr(library, name) for name in REPLACED) or not hasattr(context, "get_executable"):
        yield
        return
    event = importlib.import_module("numba.core.event")
    compiled = event.RecordingListener()
    methods = dict(zip(REPLACED, (_laid_out, _nothing, _ended, _no_address), strict=True))
    codegen._library_class = type("Unfinished", (library,), methods)
    context.get_executable = _stand_in
    try:
        with event.install_listener("numba:compile", compiled):
            yield
    finally:
        codegen._library_class = library
        del context.get_executable
        for dispatcher in {each.data["dispatcher"] for _, each in compiled.buffer}:
            dispatcher._make_finalizer()()
            dispatcher._reset_overloads()


def _laid_out(library: Any, module: Any) -> None:
    """Tell a module the sizes of the machine's types; nothing else is done to its functions."""
    module.data_layout = library._codegen._data_layout


def _nothing(_library: Any) -> None:
    """Optimise nothing."""


def _ended(library: Any) -> None:
    """Take a library for finished, without machine code."""
    library._finalized = True


def _no_address(library: Any, _name: str) -> int:
    """Link a library with those that it calls, and return no address."""
    library._ensure_finalized()
    return 0


def _stand_in(library: Any, description: Any, environment: Any) -> Any:
    """Return what numba knows the function by; it must never be called."""
    make = importlib.import_module("numba")._dynfunc.make_function
    return make(description.lookup_module(), description.qualname, "", 0, environment, (library,))
