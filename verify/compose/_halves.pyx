# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, embedsignature=True
"""Meeting in the middle: products of different classes at one level.

A *half* is a list of classes with weights p, q > 0, strictly ascending by the ratio p/q. Class i
has a key, a fixed-point number within ``error`` of ln(p/q), and a row of 2 L limbs: p, then q. Keys
decide wherever they are further apart than their errors; cross-multiplication decides elsewhere.
So the order is exact, and classes of equal ratio are one class.

Keys are signed 128-bit integers, as rows of two little-endian words. Whoever makes them chooses the
unit so that no sum of keys passes 2**126. Sums of all weights of a half fit its limbs.
"""
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memset

from cpython.long cimport PyLong_Check
from gmpy2.gmpy2 cimport GMPy_MPZ_New, mpz

from verify._gmp cimport (
    mp_limb_t, mpn_addmul_1, mpn_mul, mpn_mul_1, mpn_sub_n, mpz_import, u128,
)

import numpy as np

cdef extern from *:
    """
    typedef __int128 verify_i128;
    #define verify_prefetch(address) __builtin_prefetch(address)
    """
    ctypedef long long i128 "verify_i128"
    void verify_prefetch(const void*) nogil

include "../kernels/start.pxi"
include "../kernels/support.pxi"
include "../kernels/limbs.pxi"
include "../kernels/half_merge.pxi"
include "../kernels/half_walk.pxi"


cdef i128 key_of(object x) except? -1:
    """A Python integer below 2**126 in absolute value."""
    if not -(1 << 126) < x < 1 << 126:
        raise OverflowError("a key must be less than 2**126")
    return (<i128><int64_t>(x >> 64) << 64) | <i128><uint64_t>(x & 0xFFFFFFFFFFFFFFFF)


cdef class Half:
    """Classes from their keys (n, 2), rows (n, 2 L), and the error of the keys.

    They must be strictly ascending by ratio, with ascending keys, and all weights positive.
    """

    cdef Rows it
    cdef uint64_t[:, ::1] keys
    cdef uint64_t[:, ::1] rows
    cdef bint summed

    def __init__(self, uint64_t[:, ::1] keys, uint64_t[:, ::1] rows, error):
        if keys.shape[1] != 2 or keys.shape[0] == 0 or keys.shape[0] > rows.shape[0]:
            raise ValueError(f"{keys.shape[0]} keys do not fit {rows.shape[0]} rows")
        if rows.shape[1] < 2 or rows.shape[1] % 2:
            raise ValueError("a row needs as many limbs for q as for p")
        if <size_t>&keys[0, 0] % sizeof(i128):
            raise ValueError("keys must begin at a multiple of 16 bytes")
        self.keys = keys
        self.rows = rows
        self.summed = False
        self.it = Rows(keys.shape[0], rows.shape[1] // 2, key_of(error), <i128*>&keys[0, 0],
                       &rows[0, 0])

    @property
    def count(self):
        """How many classes there are."""
        return self.it.count

    def classes(self):
        """[(key, p, q), ...], as Python integers."""
        cdef Py_ssize_t L = self.it.limbs, i
        cdef list found = []
        self.unsummed()
        for i in range(self.it.count):
            key = (<object><int64_t>(self.it.keys[i] >> 64) << 64) | <uint64_t>self.it.keys[i]
            p = mpz_of_limbs(self.it.rows + 2 * i * L, L)
            found.append((key, p, mpz_of_limbs(self.it.rows + (2 * i + 1) * L, L)))
        return found

    cdef int unsummed(self) except FAILED:
        if self.summed:
            raise ValueError("the weights of this half have been summed up")
        return 0


def product(Half left not None, Half right not None, Py_ssize_t limbs):
    """The half of two independent ones side by side, with weights of so many limbs."""
    cdef Half many = left if left.it.count >= right.it.count else right
    cdef Half few = right if many is left else left
    cdef Py_ssize_t L = many.it.limbs, R = few.it.limbs, count
    cdef unsigned long size
    left.unsummed()
    right.unsummed()
    if limbs != L + R and limbs != L + R - 1:
        raise ValueError(f"products of {L} and {R} limbs do not fit {limbs}")
    if verify_overflows(many.it.count, few.it.count, &size) or size > 1 << 40:
        raise MemoryError("a half of more than 2**40 classes")
    count = size
    # one row more, for the sum of no class
    cdef uint64_t[:, ::1] keys = np.empty((count, 2), dtype=np.uint64)
    cdef uint64_t[:, ::1] rows = np.empty((count + 1, 2 * limbs), dtype=np.uint64)
    cdef uint64_t[::1] room = limb_room(max(8 * (L + R), 4 * limbs))
    cdef Py_ssize_t[::1] heap = np.arange(few.it.count, dtype=np.intp)
    cdef Py_ssize_t[::1] place = np.zeros(few.it.count, dtype=np.intp)
    cdef Half found = Half(keys, rows, 0)
    found.it.error = many.it.error + few.it.error
    cdef Merge m = Merge(&many.it, &few.it, 2 * found.it.error, few.it.count, &heap[0], &place[0],
                         &room[0], CHUNK)
    cdef int status
    with nogil:
        status = merge_streams(&m, &found.it)
    passed(status)
    return found


def sum_up(Half half not None):
    """Replace row i of a product by the sum of the rows from i on: it is no half any more.

    In place, because it may be most of the memory there is.
    """
    cdef int status
    half.unsummed()
    if half.rows.shape[0] <= half.it.count:
        raise ValueError("there is no row for the sum of no class")
    half.summed = True
    with nogil:
        status = sum_rows(&half.it)
    passed(status)


cdef Level level_from(object alpha):
    cdef mpz u = alpha[0], v = alpha[1]
    return level_of(u, v)


def upper_sums(Half table not None, Half walked not None, Half held not None, low, high,
               levels=None, reverse=False):
    """(P, Q), both mpz: sums over the products of three classes, one of each half, that are high.

    That is those of ratio above alpha or, if reverse, those of ratio at least 1/alpha. The table is
    summed up. ln alpha lies in [low, high] in units of keys, and alpha in levels = ((u, v),
    (u', v')), that is u/v <= alpha <= u'/v', positive mpz, equal if they are alpha. None if that
    does not decide, because a ratio lies too near: tighter levels, or any at all, are needed.
    """
    cdef Py_ssize_t width = table.it.limbs + walked.it.limbs + held.it.limbs
    walked.unsummed()
    held.unsummed()
    if not table.summed:
        raise ValueError("the weights of the table must be summed up")
    cdef Walk w
    w.table, w.walked, w.held = &table.it, &walked.it, &held.it
    w.low, w.high = (key_of(-high), key_of(-low)) if reverse else (key_of(low), key_of(high))
    w.known, w.reverse, w.budget = levels is not None, reverse, CHUNK
    cdef Py_ssize_t scratch = 4 * width
    if w.known:
        w.lower, w.upper = level_from(levels[0]), level_from(levels[1])
        scratch += 2 * (width + max(level_width(&w.lower), level_width(&w.upper)))
    cdef Py_ssize_t[::1] place = np.full(held.it.count, table.it.count, dtype=np.intp)
    cdef uint64_t[::1] room = limb_room(scratch), total = np.zeros(2 * width, dtype=np.uint64)
    cdef uint64_t[::1] group = np.zeros(2 * walked.it.limbs, dtype=np.uint64)
    cdef uint64_t[::1] inner = np.zeros(2 * (width - walked.it.limbs), dtype=np.uint64)
    w.place, w.room, w.total = &place[0], &room[0], &total[0]
    w.group, w.inner = &group[0], &inner[0]
    cdef int status
    with nogil:
        status = walk(&w)
    if status == UNDECIDED:
        return None
    passed(status)
    return mpz_of_limbs(w.total, width), mpz_of_limbs(w.total + width, width)
