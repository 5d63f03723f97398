# Halves of products (see compose/_halves.pyx): their classes in ascending order, and tail sums.

cdef enum:
    ROW_COST = 32  # of a row in limb products, beside its products


cdef struct Rows:
    # The classes of a half, borrowed from its arrays.
    Py_ssize_t count
    Py_ssize_t limbs
    i128 error
    i128* keys
    uint64_t* rows


cdef struct Merge:
    # The products of left classes with right class s, for each s, are a stream in ascending order.
    # The heap holds the streams that have not ended, the one with the least next product first.
    const Rows* left
    const Rows* right
    i128 band
    Py_ssize_t size
    Py_ssize_t* heap
    Py_ssize_t* place
    uint64_t* room
    Py_ssize_t budget


cdef inline i128 next_key(const Merge* m, Py_ssize_t s) noexcept nogil:
    return m.left.keys[m.place[s]] + m.right.keys[s]


cdef void crossed(
    const Merge* m, Py_ssize_t s, Py_ssize_t t, uint64_t* product, uint64_t* room
) noexcept nogil:
    """product = p of the next class of stream s times q of that of stream t."""
    cdef Py_ssize_t L = m.left.limbs, R = m.right.limbs
    multiply(room, 2 * L, m.left.rows + 2 * m.place[s] * L, L,
             m.left.rows + (2 * m.place[t] + 1) * L, L)
    multiply(room + 2 * L, 2 * R, m.right.rows + 2 * s * R, R,
             m.right.rows + (2 * t + 1) * R, R)
    multiply(product, 2 * (L + R), room, 2 * L, room + 2 * L, 2 * R)


cdef int leading_precedence(
    const Merge* m, Py_ssize_t s, Py_ssize_t t, Py_ssize_t n
) noexcept nogil:
    """The sign of the difference of the next ratios, or 0 where n leading limbs do not tell."""
    cdef Py_ssize_t L = m.left.limbs, R = m.right.limbs
    cdef const uint64_t* a = m.left.rows + 2 * m.place[s] * L
    cdef const uint64_t* b = m.left.rows + 2 * m.place[t] * L
    cdef const uint64_t* c = m.right.rows + 2 * s * R
    cdef const uint64_t* d = m.right.rows + 2 * t * R
    cdef Leading x, y
    lead(&x, a, L, n)
    lead_times(&x, b + L, L, n)
    lead_times(&x, c, R, n)
    lead_times(&x, d + R, R, n)
    lead(&y, b, L, n)
    lead_times(&y, a + L, L, n)
    lead_times(&y, d, R, n)
    lead_times(&y, c + R, R, n)
    return leading_order(&x, &y, n)


cdef bint precedes(Merge* m, Py_ssize_t s, Py_ssize_t t) noexcept nogil:
    """Whether the next class of stream s has a smaller ratio than that of stream t."""
    cdef i128 difference = next_key(m, s) - next_key(m, t)
    cdef Py_ssize_t width = 2 * (m.left.limbs + m.right.limbs), n = NEAR
    cdef int sign
    if difference >= m.band or difference <= -m.band:
        return difference < 0
    while width >= 2 * FEW_LIMBS and n <= NEAREST and 4 * n <= width:
        m.budget -= 8 * n * n
        sign = leading_precedence(m, s, t, n)
        if sign:
            return sign < 0
        n *= 2
    m.budget -= width * width
    crossed(m, s, t, m.room, m.room + 2 * width)
    crossed(m, t, s, m.room + width, m.room + 2 * width)
    return compare(m.room, m.room + width, width) < 0


cdef void sink(Merge* m) noexcept nogil:
    """Let the first stream of the heap find its place."""
    cdef Py_ssize_t here = 0, below = 1, stream = m.heap[0]
    while below < m.size:
        if below + 1 < m.size and precedes(m, m.heap[below + 1], m.heap[below]):
            below += 1
        if not precedes(m, m.heap[below], stream):
            break
        m.heap[here] = m.heap[below]
        here = below
        below = 2 * here + 1
    m.heap[here] = stream


cdef inline void put_product(
    uint64_t* r, Py_ssize_t width, const uint64_t* x, Py_ssize_t n, const uint64_t* y, Py_ssize_t m,
    uint64_t* room
) noexcept nogil:
    """r = x y, which fits width >= n + m - 1 limbs."""
    cdef uint64_t carry
    if m == 1:
        carry = mpn_mul_1(<mp_limb_t*>r, <const mp_limb_t*>x, n, y[0])
        if width > n:
            r[n] = carry
        return
    multiply(room, n + m, x, n, y, m)
    memcpy(r, room, min(width, n + m) * sizeof(uint64_t))


cdef int merge_streams(Merge* m, Rows* out) noexcept nogil:
    """All products in ascending order, equal ratios added up."""
    cdef Py_ssize_t L = m.left.limbs, R = m.right.limbs, W = out.limbs, s, i
    cdef uint64_t* row = out.rows
    cdef const uint64_t* x
    cdef const uint64_t* y
    cdef i128 key
    out.count = 0
    while m.size:
        s = m.heap[0]
        x = m.left.rows + 2 * m.place[s] * L
        y = m.right.rows + 2 * s * R
        put_product(row, W, x, L, y, R, m.room)
        put_product(row + W, W, x + L, L, y + R, R, m.room)
        key = next_key(m, s)
        i = out.count
        if (i and key - out.keys[i - 1] < m.band
                and ratio_order(row - 2 * W, row - W, row, row + W, W, m.room) == 0):
            accumulate(row - 2 * W, row, W)
            accumulate(row - W, row + W, W)
        else:
            # near ties in exact order: a key that was within the error of a smaller ratio, and is
            # greater than its own, is within the error of this one
            out.keys[i] = max(key, out.keys[i - 1]) if i else key
            out.count += 1
            row += 2 * W
        m.place[s] += 1
        if m.place[s] == m.left.count:
            m.size -= 1
            m.heap[0] = m.heap[m.size]
        sink(m)
        if spend(&m.budget, 2 * W * R + ROW_COST):
            return FAILED
    return 0


cdef int sum_rows(Rows* it) noexcept nogil:
    """Row i becomes the sum of the rows from i on; there is one row more, for none."""
    cdef Py_ssize_t L = it.limbs, i, budget = CHUNK
    cdef uint64_t* row
    memset(it.rows + 2 * it.count * L, 0, 2 * L * sizeof(uint64_t))
    for i in range(it.count - 1, -1, -1):
        row = it.rows + 2 * i * L
        accumulate(row, row + 2 * L, L)
        accumulate(row + L, row + 3 * L, L)
        if spend(&budget, 2 * L + ROW_COST):
            return FAILED
    return 0
