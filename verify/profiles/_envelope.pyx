# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, embedsignature=True
"""The greater of the two directions of one pair of laws at every level, on rows of limbs.

With tail sums A_i and B_i over the classes i, i + 1, ..., n - 1 (A with the mass at infinity), both
over D, the lines of H(P||Q) are F_i = (A_i, B_i), the lines of H(Q||P) are
G_j = (D - B_j, D - A_j), where (A, B) stands for A - alpha B. F_i is the greatest of its direction
up to the ratio r_i of class i, where F_(i+1) takes over; G_j up to 1/r_(j-1), where G_(j-1) does.
"""
from libc.math cimport INFINITY, isinf
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memset

from cpython.long cimport PyLong_Check
from gmpy2.gmpy2 cimport GMPy_MPZ_New, mpz

from verify._gmp cimport mp_limb_t, mpn_add_n, mpn_mul, mpn_sub_n, mpz_import, u128

import numpy as np

cdef extern from *:
    """
    #define verify_leading_zeros(x) __builtin_clzll(x)
    """
    int verify_leading_zeros(uint64_t) nogil

include "../kernels/start.pxi"
include "../kernels/support.pxi"
include "../kernels/limbs.pxi"
include "../kernels/ratios.pxi"


cdef struct Curve:
    # Everything is borrowed. room: the difference of two lines (x, y), a ratio (p, q), one more
    # ratio (r, s), and what ratio_order() needs.
    const int64_t* keys
    const uint64_t* A
    const uint64_t* B
    const uint64_t* D
    Py_ssize_t L
    int64_t gap
    uint64_t* x
    uint64_t* y
    uint64_t* p
    uint64_t* q
    uint64_t* r
    uint64_t* s
    uint64_t* room


cdef inline void weight(
    const Curve* c, const uint64_t* tails, Py_ssize_t i, uint64_t* found
) noexcept nogil:
    """found = the weight of class i."""
    mpn_sub_n(
        <mp_limb_t*>found, <const mp_limb_t*>(tails + i * c.L),
        <const mp_limb_t*>(tails + (i + 1) * c.L), c.L)


cdef inline int excess(
    const Curve* c, const uint64_t* x, const uint64_t* y, uint64_t* found
) noexcept nogil:
    """found = |x + y - D|; its sign."""
    cdef int sign
    mpn_add_n(<mp_limb_t*>found, <const mp_limb_t*>x, <const mp_limb_t*>y, c.L)
    sign = compare(found, c.D, c.L)
    if sign >= 0:
        mpn_sub_n(<mp_limb_t*>found, <const mp_limb_t*>found, <const mp_limb_t*>c.D, c.L)
    else:
        mpn_sub_n(<mp_limb_t*>found, <const mp_limb_t*>c.D, <const mp_limb_t*>found, c.L)
    return sign


cdef inline int slope(const Curve* c, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """The sign of the slope of F_i against that of G_j: 1 if F_i falls faster. Sets y."""
    return excess(c, c.B + i * c.L, c.A + j * c.L, c.y)


cdef inline int order_of_ratios(
    const Curve* c, const uint64_t* p, const uint64_t* q, const uint64_t* r, const uint64_t* s
) noexcept nogil:
    """The sign of p/q - r/s for positive numbers, by keys where these tell."""
    cdef double key = ratio_key(p, c.L, q, c.L), other = ratio_key(r, c.L, s, c.L)
    if key < other:
        if not near(key, other):
            return -1
    elif not near(other, key):
        return 1
    return ratio_order(p, q, r, s, c.L, c.room)


cdef int height(const Curve* c, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """The sign of F_i - G_j at the level p/q: x - y p/q."""
    cdef int x = excess(c, c.A + i * c.L, c.B + j * c.L, c.x), y = slope(c, i, j)
    if x != y or x == 0:
        return x if x else -y
    return x * order_of_ratios(c, c.x, c.y, c.p, c.q)


cdef int next_end(const Curve* c, Py_ssize_t n, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Which of F_i and G_j ends first: -1 for F_i, 1 for G_j, 0 for both; p/q = the level."""
    cdef int sign
    cdef int64_t difference
    if i < n:
        weight(c, c.A, i, c.p)
        weight(c, c.B, i, c.q)
        if j == 0:
            return -1
        # the key of 1/r is minus that of r; no key has more than 62 bits
        difference = c.keys[i] + c.keys[j - 1]
        if difference < -c.gap:
            return -1
    weight(c, c.B, j - 1, c.r)
    weight(c, c.A, j - 1, c.s)
    if i < n and difference <= c.gap:
        sign = ratio_order(c.p, c.q, c.r, c.s, c.L, c.room)
        if sign <= 0:
            return sign
    memcpy(c.p, c.r, c.L * sizeof(uint64_t))
    memcpy(c.q, c.s, c.L * sizeof(uint64_t))
    return 1


cdef Py_ssize_t walk(
    const Curve* c, Py_ssize_t n, Py_ssize_t i, Py_ssize_t j, int64_t* found, Py_ssize_t* budget
) noexcept nogil:
    """Put the lines of the maximum into found, F_i as i and G_j as -1 - j; how many, or FAILED.

    From one end to the next both sides are lines, so the signs of F - G at the ends tell whether
    they cross in between. Where they meet at an end, the flatter line is above afterwards; so it is
    from the level 1 on, where both sides are the total variation distance.
    """
    cdef int side = slope(c, i, j) > 0, other, sign, end  # side: 0 for F, 1 for G
    cdef Py_ssize_t count = 1
    found[0] = -1 - j if side else i
    while i < n or j > 0:
        end = next_end(c, n, i, j)
        sign = height(c, i, j)
        if sign and (sign < 0) != side:
            side = not side
            found[count] = -1 - j if side else i
            count += 1
        i += end <= 0
        j -= end >= 0
        other = side
        if sign == 0:
            sign = slope(c, i, j)
            if sign:
                other = sign > 0
        if other != side or (end >= 0 if side else end <= 0):
            side = other
            found[count] = -1 - j if side else i
            count += 1
        if spend(budget, 32 * c.L):
            return FAILED
    return count


def greatest_lines(
    const int64_t[::1] keys, const uint64_t[:, ::1] tail_p, const uint64_t[:, ::1] tail_q,
    denominator, error, Py_ssize_t above, Py_ssize_t below
):
    """The lines of max(H(P||Q), H(Q||P)) on [1, oo), by rising level: i for F_i, -1 - j for G_j.

    keys[i] is the logarithm of the ratio r_i up to less than ``error``, in any unit. above is the
    number of ratios up to 1, below that of ratios under 1. Sums of two tails must fit the limbs.
    """
    cdef Py_ssize_t n = keys.shape[0], L = tail_p.shape[1], k, count, budget = CHUNK
    same_shape(tail_p, tail_q)
    if tail_p.shape[0] != n + 1 or not 0 <= below <= above <= n:
        raise ValueError(f"there are {tail_p.shape[0]} tails of {n} classes")
    limits = limb_room(L)
    cdef uint64_t[::1] limits_view = limits
    cdef mpz D = positive(denominator, "the denominator")
    if D.z[0]._mp_size > L:
        raise ValueError("the denominator does not fit the limbs")
    for k in range(L):
        limits_view[k] = D.z[0]._mp_d[k] if k < D.z[0]._mp_size else 0
    room = limb_room(10 * L)
    cdef uint64_t* scratch = address(room)
    cdef Curve c
    c.keys = &keys[0] if n else NULL
    c.A = &tail_p[0, 0]
    c.B = &tail_q[0, 0]
    c.D = address(limits_view)
    c.L = L
    c.gap = 2 * error
    c.x = scratch
    c.y = scratch + L
    c.p = scratch + 2 * L
    c.q = scratch + 3 * L
    c.r = scratch + 4 * L
    c.s = scratch + 5 * L
    c.room = scratch + 6 * L
    lines = np.empty(n - above + below + 2, dtype=np.int64)
    cdef int64_t[::1] found = lines
    with nogil:
        count = walk(&c, n, above, below, &found[0], &budget)
    passed(FAILED if count < 0 else 0)
    return lines[:count].copy()
