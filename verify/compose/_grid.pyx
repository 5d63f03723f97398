# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, embedsignature=True
"""Laws on a grid of likelihood ratios, in fixed-point numbers that are rounded down.

The cells of a law are a C-contiguous uint64 array of shape (size, 2): natural numbers below 2^128,
the low limb first.
"""
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from verify._gmp cimport mp_limb_t, mpn_mul, u128

import numpy as np

include "../kernels/start.pxi"
include "../kernels/fixed.pxi"
include "../kernels/grid_blocks.pxi"
include "../kernels/grid_laws.pxi"


def block_law(
    uint64_t[:, ::1] numbers, int64_t[:, ::1] shifts, int64_t[::1] rows, int64_t[::1] ends,
    int64_t[::1] counts, constants, weight, int64_t unit, int64_t start, Py_ssize_t size
):
    """(cells of P, cells of Q, weight outside, leaves) of all ways to draw from every part.

    ``constants`` are gamma, 1/gamma, 1/(gamma - 1), its zoom, and the two tilts; ``weight`` is the
    mantissa and the exponent that all ways have in common.
    """
    cdef uint64_t[:, ::1] p = np.zeros((size, 2), dtype=np.uint64)
    cdef uint64_t[:, ::1] q = np.zeros((size, 2), dtype=np.uint64)
    cdef Py_ssize_t budget = CHUNK
    cdef Block block
    cdef Node node
    if size < 2:
        raise ValueError("a block has two cells at least")
    block.numbers = &numbers[0, 0]
    block.shifts = &shifts[0, 0]
    block.rows = &rows[0]
    block.ends = &ends[0]
    block.counts = &counts[0]
    block.parts = ends.shape[0]
    gamma, inverse, spread, zoom, tilt_p, tilt_q = constants
    block.gamma = fixed_number(gamma)
    block.inverse = fixed_number(inverse)
    block.spread = fixed_number(spread)
    block.zoom = zoom
    block.tilt_p = fixed_number(tilt_p)
    block.tilt_q = fixed_number(tilt_q)
    block.unit = unit
    block.start = start
    block.size = size
    block.p = &p[0, 0]
    block.q = &q[0, 0]
    block.outside = 0
    block.leaves = 0
    block.overflow = False
    node.place = 0
    node.ratio = <u128>1 << 126
    node.weight.mantissa = fixed_number(weight[0])
    node.weight.exponent = weight[1]
    with nogil:
        status = draw(&block, 0, 0, block.counts[0], &node, &budget)
    passed(status)
    if block.overflow:
        raise OverflowError("a weight does not fit its cell")
    return np.asarray(p), np.asarray(q), whole(block.outside), block.leaves


def convolved(
    const uint64_t[:, ::1] x, const uint64_t[:, ::1] y, Py_ssize_t slot, Py_ssize_t shift
):
    """floor(Σ x_i y_(n-i) / 2^shift) for all n; every sum must fit slots of so many limbs."""
    cdef const uint64_t[:, ::1] swap
    if x.shape[0] < y.shape[0]:
        swap = x
        x = y
        y = swap
    cdef bint square = &x[0, 0] == &y[0, 0] and x.shape[0] == y.shape[0]
    cdef Py_ssize_t n = x.shape[0], m = y.shape[0], size = n + m - 1
    cdef uint64_t[::1] left = np.empty(n * slot, dtype=np.uint64)
    cdef uint64_t[::1] right = left if square else np.empty(m * slot, dtype=np.uint64)
    cdef uint64_t[::1] product = np.empty((n + m) * slot, dtype=np.uint64)
    cdef uint64_t[:, ::1] cells = np.empty((size, 2), dtype=np.uint64)
    cdef bint fits
    with nogil:
        pack_slots(&left[0], &x[0, 0], n, slot)
        if not square:
            pack_slots(&right[0], &y[0, 0], m, slot)
        mpn_mul(
            <mp_limb_t*>&product[0], <mp_limb_t*>&left[0], n * slot,
            <mp_limb_t*>&right[0], m * slot)
        fits = shift_slots(&cells[0, 0], &product[0], size, slot, shift)
    passed(look_for_signals())
    if not fits:
        raise OverflowError("a product does not fit its cell")
    return np.asarray(cells)


def coarsened(const uint64_t[:, ::1] cells, bint odd, down, up):
    """The law on every second place; ``odd`` says whether the first cell lies between two of them.

    An odd cell goes to the places before and after it, times down/2^128 and up/2^128.
    """
    cdef Py_ssize_t size = cells.shape[0]
    cdef uint64_t[:, ::1] coarse = np.zeros(((size + odd) // 2 + 1, 2), dtype=np.uint64)
    cdef u128 lower = fixed_number(down), upper = fixed_number(up)
    cdef bint fits
    with nogil:
        fits = spread_to_even(&coarse[0, 0], &cells[0, 0], size, odd, lower, upper)
    if not fits:
        raise OverflowError("a weight does not fit its cell")
    return np.asarray(coarse)


def power_sum(const uint64_t[:, ::1] cells, factor, bint upward):
    """Σ cells_n·(factor/2^128)^n, rounded down, or up; at a factor of 2^128 it is the sum."""
    cdef Py_ssize_t i
    cdef u128 total = 0, carry = 0, before, x, step
    if factor >> 128:
        for i in range(cells.shape[0]):
            before = total
            total += wide(&cells[i, 0])
            carry += total < before
        return whole(total) + (whole(carry) << 128)
    step = fixed_number(factor)
    with nogil:
        for i in range(cells.shape[0] - 1, -1, -1):
            before = high(total, step) + upward
            x = wide(&cells[i, 0])
            total = before + x
            carry |= total < x
    if carry:
        raise OverflowError("a sum does not fit 128 bits")
    return whole(total)


cdef object whole(u128 x):
    return int(<uint64_t>(x >> 64)) << 64 | int(<uint64_t>x)
