"""The bit primitives of :mod:`kifu.core.compiled.kernel_primitives` as machine instructions.

Imported only when rules are compiled.
"""

from __future__ import annotations

import sys
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np import arrayobj

# numba calls these to generate code, with its own contexts, builders and signatures, which have no types.


def _count_trailing_zeros(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:  # noqa: ANN401
    return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))


def _count_bits(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:  # noqa: ANN401
    return builder.ctpop(arguments[0])


def _same(_context: Any, _builder: Any, _signature: Any, arguments: Any) -> Any:  # noqa: ANN401
    return arguments[0]


def _load_eight(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401
    proxy: Any = cgutils.create_struct_proxy
    array = proxy(signature.args[0])(context, builder, value=arguments[0])
    place = builder.gep(array.data, [arguments[1]])
    # A byte array may begin anywhere, so the load must not count on an alignment.
    word = builder.load(builder.bitcast(place, ir.IntType(64).as_pointer()), align=1)
    return word if sys.byteorder == "little" else builder.bswap(word)


def _array_at(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401
    numba: Any = arrayobj
    tuples: Any = cgutils
    array = numba.make_array(signature.return_type)(context, builder)
    integer = context.get_value_type(types.intp)
    size = integer(context.get_abi_sizeof(context.get_data_type(signature.return_type.dtype)))
    shape = tuples.unpack_tuple(builder, arguments[1])
    strides = [size]
    for length in shape[:0:-1]:
        strides.insert(0, builder.mul(strides[0], length))
    numba.populate_array(array, arguments[0], shape, strides, size, meminfo=None)
    return array._getvalue()  # noqa: SLF001 - numba's own way


_trailing_zeros: Any = intrinsic(lambda _context, _bits: (types.int64(types.int64), _count_trailing_zeros))
# They are built into their callers directly: a function that the compiler has to inline costs it several times as much.

lowest: Any = intrinsic(lambda _context, _bits: (types.int64(types.int64), _count_trailing_zeros))
"""The index of the lowest set bit of an integer, which must not be 0."""
popcount: Any = intrinsic(lambda _context, _bits: (types.int64(types.int64), _count_bits))
"""How many bits of an integer are set."""
to_int64: Any = intrinsic(lambda _context, _number: (types.int64(types.int64), _same))
"""The integer itself. A machine integer holds only its low 64 bits already."""
int64_at: Any = intrinsic(lambda _context, data, _at: (types.int64(data, types.int64), _load_eight))
"""The eight bytes of an array from a place on as one signed integer, the first byte lowest."""
array_at: Any = intrinsic(lambda _context, at, sizes: (types.Array(at.dtype, len(sizes), "C")(at, sizes), _array_at))
"""The array of these sizes, in C order, at an address. Nothing owns its memory."""
