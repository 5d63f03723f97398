# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, embedsignature=True
"""Classes of equal likelihood ratio as rows of limbs: made, multiplied, merged and added up.

Three arrays belong together: keys (int64, n) that sort as the ratios do up to a known error, and
the weights under P and under Q (uint64, (n, L)). Arrays that this module makes have one row more,
which is not set: room for the sum over no class at all, see sum_tails().
"""
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from cpython.long cimport PyLong_Check
from gmpy2.gmpy2 cimport GMPy_MPZ_New, mpz, mpz_ptr, mpz_t

from verify._gmp cimport (
    mp_limb_t, mpn_mul, mpz_clear, mpz_divexact, mpz_divexact_ui, mpz_import, mpz_init, mpz_mul,
    mpz_mul_ui, mpz_pow_ui, mpz_set, u128,
)

import numpy as np

include "../kernels/start.pxi"
include "../kernels/support.pxi"
include "../kernels/limbs.pxi"
include "../kernels/ordering.pxi"


cdef enum:
    TOO_FEW = 1  # rows, or limbs of a row


cdef struct Weight:
    # A weight of the base, and its value if the product with any count fits a word (else 0).
    mpz_ptr z
    unsigned long word


cdef struct Multisets:
    # The base (borrowed) and where the rows go.
    Py_ssize_t m
    const int64_t* base_keys
    Weight* p
    Weight* q
    int64_t* keys
    uint64_t* P
    uint64_t* Q
    Py_ssize_t L
    Py_ssize_t row
    Py_ssize_t rows
    Py_ssize_t budget


cdef inline void exchange_one(
    mpz_t w, const Weight* into, const Weight* last, unsigned long rest, unsigned long used
) noexcept nogil:
    """w = w rest into/(used last): one more draw of a class in place of the last; it is exact.

    w counts the ways as well: it has used - 1 draws of the class, and rest of the last one.
    """
    if into.word:
        mpz_mul_ui(w, w, rest * into.word)
    else:
        mpz_mul_ui(w, w, rest)
        mpz_mul(w, w, into.z)
    if last.word:
        mpz_divexact_ui(w, w, used * last.word)
    else:
        mpz_divexact_ui(w, w, used)
        mpz_divexact(w, w, last.z)


cdef inline void put(uint64_t* row, const mpz_t w, Py_ssize_t L) noexcept nogil:
    cdef Py_ssize_t size = w[0]._mp_size
    memcpy(row, w[0]._mp_d, size * sizeof(uint64_t))
    memset(row + size, 0, (L - size) * sizeof(uint64_t))


cdef inline int put_both(Multisets* c, const mpz_t p, const mpz_t q, int64_t key) noexcept nogil:
    if c.row == c.rows or p[0]._mp_size > c.L or q[0]._mp_size > c.L:
        return TOO_FEW
    c.keys[c.row] = key
    put(c.P + c.row * c.L, p, c.L)
    put(c.Q + c.row * c.L, q, c.L)
    c.row += 1
    return spend(&c.budget, 12 * c.L)


cdef int put_from(
    Multisets* c, Py_ssize_t start, unsigned long rest, const mpz_t p, const mpz_t q, int64_t key
) noexcept nogil:
    """All multisets that draw from the classes start, start + 1, ... as well; p, q have none.

    The next class that is drawn from is chosen before the others, so the depth is the number of
    different classes in one multiset, and there are at least 2^depth multisets.
    """
    cdef mpz_t one, two  # owned here
    cdef Py_ssize_t index, last = c.m - 1
    cdef unsigned long used
    cdef int64_t here
    cdef int status = 0
    mpz_init(one)
    mpz_init(two)
    for index in range(start, last):
        mpz_set(one, p)
        mpz_set(two, q)
        here = key
        for used in range(1, rest + 1):
            exchange_one(one, c.p + index, c.p + last, rest - used + 1, used)
            exchange_one(two, c.q + index, c.q + last, rest - used + 1, used)
            here += c.base_keys[index] - c.base_keys[last]
            status = put_both(c, one, two, here)
            if not status and used < rest and index + 1 < last:
                status = put_from(c, index + 1, rest - used, one, two, here)
            if status:
                break
        if status:
            break
    mpz_clear(one)
    mpz_clear(two)
    return status


cdef object weights_of(list numbers, unsigned long count):
    """An array of Weight; the list keeps the numbers alive."""
    room = limb_room(2 * len(numbers))
    cdef uint64_t[::1] view = room
    cdef Weight* found = <Weight*>address(view)
    cdef unsigned long ignored
    cdef Py_ssize_t i
    cdef mpz number
    for i in range(len(numbers)):
        number = positive(numbers[i], "a weight")
        numbers[i] = number
        found[i].z = <mpz_ptr>number.z
        found[i].word = number.z[0]._mp_d[0]
        if number.z[0]._mp_size > 1 or verify_overflows(found[i].word, count, &ignored):
            found[i].word = 0
    return room


cdef tuple new_rows(Py_ssize_t rows, Py_ssize_t L):
    some_limbs(L)
    return (
        np.empty(rows, dtype=np.int64), np.empty((rows + 1, L), dtype=np.uint64),
        np.empty((rows + 1, L), dtype=np.uint64))


def multiset_rows(const int64_t[::1] base_keys, p, q, count, Py_ssize_t rows, Py_ssize_t limbs):
    """(keys, P, Q) of ``count`` >= 1 draws from classes with these keys and positive weights.

    There is one row for every multiset of classes, ``rows`` of them; its weights count the orders
    in which it is drawn, its key is the sum of their keys. Raises ValueError where the number of
    rows is another, or a weight does not fit the limbs.
    """
    cdef Multisets c
    cdef unsigned long n = count
    cdef list p_numbers = list(p), q_numbers = list(q)
    cdef mpz one = GMPy_MPZ_New(NULL), two = GMPy_MPZ_New(NULL)
    cdef int status
    c.m = base_keys.shape[0]
    if not c.m == len(p_numbers) == len(q_numbers) or c.m == 0 or n == 0 or rows < 1:
        raise ValueError("as many keys as weights are needed, and at least one draw and row")
    cdef uint64_t[::1] p_weights = weights_of(p_numbers, n), q_weights = weights_of(q_numbers, n)
    made = new_rows(rows, limbs)
    cdef int64_t[::1] keys = made[0]
    cdef uint64_t[:, ::1] P = made[1], Q = made[2]
    c.base_keys = &base_keys[0]
    c.p = <Weight*>address(p_weights)
    c.q = <Weight*>address(q_weights)
    c.keys = &keys[0]
    c.P = &P[0, 0]
    c.Q = &Q[0, 0]
    c.L = limbs
    c.row = 0
    c.rows = rows
    c.budget = CHUNK
    with nogil:
        mpz_pow_ui(one.z, c.p[c.m - 1].z, n)
        mpz_pow_ui(two.z, c.q[c.m - 1].z, n)
        status = put_both(&c, one.z, two.z, <int64_t>n * base_keys[c.m - 1])
        if not status:
            status = put_from(&c, 0, n, one.z, two.z, keys[0])
    passed(status if status == FAILED else 0)
    if status == TOO_FEW or c.row != rows:
        raise ValueError(f"{rows} rows of {limbs} limbs are not what the multisets fill")
    return made


cdef inline Py_ssize_t width(const uint64_t* x, Py_ssize_t n) noexcept nogil:
    """The limbs of x without leading zeros."""
    while n > 0 and x[n - 1] == 0:
        n -= 1
    return n


cdef inline int put_product(
    uint64_t* row, Py_ssize_t L, const uint64_t* x, Py_ssize_t n, const uint64_t* y, Py_ssize_t m,
    uint64_t* room
) noexcept nogil:
    """row = x y, by way of n + m limbs of room."""
    cdef Py_ssize_t size = width(x, n), other = width(y, m)
    multiply(room, size + other, x, size, y, other)
    size = width(room, size + other)
    if size > L:
        return TOO_FEW
    memcpy(row, room, size * sizeof(uint64_t))
    memset(row + size, 0, (L - size) * sizeof(uint64_t))
    return 0


def product_rows(
    const int64_t[::1] left_keys, const uint64_t[:, ::1] left_p, const uint64_t[:, ::1] left_q,
    const int64_t[::1] right_keys, const uint64_t[:, ::1] right_p, const uint64_t[:, ::1] right_q,
    Py_ssize_t limbs
):
    """(keys, P, Q) of two independent draws: a row for every pair of rows.

    Raises ValueError where a weight does not fit the limbs.
    """
    cdef Py_ssize_t n = left_keys.shape[0], m = right_keys.shape[0], i, j, row = 0
    cdef Py_ssize_t wide = left_p.shape[1], other = right_p.shape[1], budget = CHUNK
    if n < 1 or m < 1:
        raise ValueError("at least one row on either side is needed")
    made = new_rows(n * m, limbs)
    cdef int64_t[::1] keys = made[0]
    cdef uint64_t[:, ::1] P = made[1], Q = made[2]
    room = limb_room(wide + other)
    cdef uint64_t[::1] view = room
    cdef uint64_t* scratch = address(view)
    cdef int status = 0
    with nogil:
        for i in range(n):
            for j in range(m):
                keys[row] = left_keys[i] + right_keys[j]
                status = put_product(
                    &P[row, 0], limbs, &left_p[i, 0], wide, &right_p[j, 0], other, scratch)
                if not status:
                    status = put_product(
                        &Q[row, 0], limbs, &left_q[i, 0], wide, &right_q[j, 0], other, scratch)
                if not status:
                    status = spend(&budget, 2 * wide * other + 4 * limbs)
                if status:
                    break
                row += 1
            if status:
                break
    passed(status if status == FAILED else 0)
    if status:
        raise ValueError(f"a weight does not fit {limbs} limbs")
    return made


cdef int order_rows(
    Table* t, int64_t* keys, Py_ssize_t n, int64_t gap, Keyed* records, Keyed* spare,
    Py_ssize_t* order, Py_ssize_t* room, uint8_t* same
) noexcept nogil:
    """Sort keys; order = the rows in the exact order of their ratios; same = is it a tie with the
    row before? Rows whose keys are within the gap of a neighbour's are compared exactly."""
    cdef Py_ssize_t i = 0, j, z
    cdef uint64_t sign = <uint64_t>1 << 63
    for z in range(n):
        records[z].key = <uint64_t>keys[z] ^ sign
        records[z].index = z
    records = radix_sort(records, spare, n, &t.budget)
    if records == NULL:
        return FAILED
    for z in range(n):
        keys[z] = <int64_t>(records[z].key ^ sign)
        order[z] = records[z].index
        same[z] = False
    while i < n:
        j = i + 1
        while j < n and keys[j] - keys[j - 1] <= gap:
            j += 1
        if j - i > 1:
            if sort_exactly(t, order + i, room, j - i):
                return FAILED
            for z in range(i + 1, j):
                same[z] = class_order(t, order[z - 1], order[z]) == 0
                if spend(&t.budget, 2 * t.L * t.L):
                    return FAILED
        i = j
    return 0


cdef int permute(
    uint64_t* P, uint64_t* Q, Py_ssize_t L, Py_ssize_t* order, Py_ssize_t n, uint64_t* room,
    Py_ssize_t* budget
) noexcept nogil:
    """Row i becomes what row order[i] was, cycle by cycle, in 2 L limbs of room; uses order up."""
    cdef Py_ssize_t start, here, source
    cdef size_t bytes_of_row = L * sizeof(uint64_t)
    for start in range(n):
        if order[start] == start:
            continue
        memcpy(room, P + start * L, bytes_of_row)
        memcpy(room + L, Q + start * L, bytes_of_row)
        here = start
        source = order[here]
        while source != start:
            memcpy(P + here * L, P + source * L, bytes_of_row)
            memcpy(Q + here * L, Q + source * L, bytes_of_row)
            order[here] = here
            here = source
            source = order[here]
            if spend(budget, 4 * L):
                return FAILED
        order[here] = here
        memcpy(P + here * L, room, bytes_of_row)
        memcpy(Q + here * L, room + L, bytes_of_row)
    return 0


cdef Py_ssize_t add_ties(
    int64_t* keys, uint64_t* P, uint64_t* Q, Py_ssize_t L, const uint8_t* same, Py_ssize_t n,
    Py_ssize_t* budget
) noexcept nogil:
    """Add every row that ties with the one before to it, and close the gaps; how many are left."""
    cdef Py_ssize_t i, m = 0
    cdef size_t bytes_of_row = L * sizeof(uint64_t)
    for i in range(n):
        if same[i]:
            accumulate(P + (m - 1) * L, P + i * L, L)
            accumulate(Q + (m - 1) * L, Q + i * L, L)
        else:
            if m < i:
                keys[m] = keys[i]
                memcpy(P + m * L, P + i * L, bytes_of_row)
                memcpy(Q + m * L, Q + i * L, bytes_of_row)
            m += 1
        if spend(budget, 2 * L):
            return FAILED
    return m


def merge_rows(int64_t[::1] keys, uint64_t[:, ::1] p, uint64_t[:, ::1] q, int64_t error):
    """Sort the rows by exact ratio, in place, and merge equal ratios; how many classes there are.

    Every key must be less than ``error`` from the truth, in units that are the caller's; so it is
    afterwards, because the i-th least key is as near to the i-th least ratio. Weights of rows that
    are merged must fit when they are added up.
    """
    cdef Table t
    cdef Py_ssize_t n = keys.shape[0], m
    t.P = &p[0, 0]
    t.Q = &q[0, 0]
    t.L = p.shape[1]
    t.budget = CHUNK
    if n < 1 or p.shape[0] < n or q.shape[0] < n or q.shape[1] != t.L:
        raise ValueError("as many rows as keys are needed, and at least one")
    sums = limb_room(4 * t.L)
    records = limb_room(2 * n)
    spare = limb_room(2 * n)
    order = np.empty(n, dtype=np.intp)
    scratch = np.empty(n // 2 + 1, dtype=np.intp)  # its pages are touched only by near ties
    same = np.empty(n, dtype=np.uint8)
    cdef Py_ssize_t[::1] order_view = order, scratch_view = scratch
    cdef uint8_t[::1] same_view = same
    cdef Keyed* first = <Keyed*>address(records)
    cdef Keyed* second = <Keyed*>address(spare)
    cdef int status
    t.room = address(sums)
    with nogil:
        status = order_rows(
            &t, &keys[0], n, 2 * error, first, second, &order_view[0], &scratch_view[0],
            &same_view[0])
    passed(status)
    del records, spare
    with nogil:
        status = permute(&p[0, 0], &q[0, 0], t.L, &order_view[0], n, t.room, &t.budget)
    passed(status)
    with nogil:
        m = add_ties(&keys[0], &p[0, 0], &q[0, 0], t.L, &same_view[0], n, &t.budget)
    passed(FAILED if m < 0 else 0)
    return m


def sum_tails(uint64_t[:, ::1] weights, Py_ssize_t count):
    """Row i becomes the sum of the rows i, i + 1, ..., count, for every i < count, in place."""
    cdef Py_ssize_t L = weights.shape[1], i, budget = CHUNK
    cdef int status = 0
    if not 0 <= count < weights.shape[0]:
        raise ValueError(f"there is no row {count}")
    with nogil:
        for i in range(count - 1, -1, -1):
            accumulate(&weights[i, 0], &weights[i + 1, 0], L)
            status = spend(&budget, L)
            if status:
                break
    passed(status)
