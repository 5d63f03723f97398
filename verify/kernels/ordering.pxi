# Rows of two laws in the order of their likelihood ratios: by key, exactly where keys nearly tie.

cdef struct Keyed:
    uint64_t key  # sorts as the ratio does, up to an error that the caller knows
    Py_ssize_t index


cdef int scatter(
    const Keyed* source, Keyed* target, Py_ssize_t n, int shift, Py_ssize_t* counts,
    Py_ssize_t* budget
) noexcept nogil:
    """One stable pass of the radix sort, by the byte at shift."""
    cdef Py_ssize_t i, place, below = 0
    cdef int digit
    for digit in range(256):
        place = counts[digit]
        counts[digit] = below
        below += place
    for i in range(n):
        digit = (source[i].key >> shift) & 255
        target[counts[digit]] = source[i]
        counts[digit] += 1
        if spend(budget, 4):
            return FAILED
    return 0


cdef Keyed* radix_sort(
    Keyed* a, Keyed* b, Py_ssize_t n, Py_ssize_t* budget
) noexcept nogil:
    """Sort the records by key, stably, with b as the other buffer; where they end, or NULL."""
    cdef Py_ssize_t[8][256] counts
    cdef Py_ssize_t i
    cdef int byte
    cdef Keyed* swap
    memset(counts, 0, sizeof(counts))
    for i in range(n):
        for byte in range(8):
            counts[byte][(a[i].key >> (8 * byte)) & 255] += 1
        if spend(budget, 1):
            return NULL
    for byte in range(8):
        if counts[byte][(a[0].key >> (8 * byte)) & 255] == n:
            continue  # all alike in this byte
        if scatter(a, b, n, 8 * byte, counts[byte], budget):
            return NULL
        swap = a
        a = b
        b = swap
    return a


cdef struct Table:
    # Two laws and what the exact order of their outcomes needs; all of it borrowed.
    const uint64_t* P
    const uint64_t* Q
    Py_ssize_t L
    uint64_t* room
    Py_ssize_t budget


cdef inline int class_order(const Table* t, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """The exact sign of ratio(i) - ratio(j)."""
    return ratio_order(
        t.P + i * t.L, t.Q + i * t.L, t.P + j * t.L, t.Q + j * t.L, t.L, t.room)


cdef inline bint in_order(const Table* t, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Is outcome i before outcome j: by exact ratio, equal ratios by index?"""
    cdef int sign = class_order(t, i, j)
    return sign < 0 or (sign == 0 and i < j)


cdef int sort_exactly(
    Table* t, Py_ssize_t* order, Py_ssize_t* spare, Py_ssize_t n
) noexcept nogil:
    """Merge sort; linear when the outcomes are in order already, as equal keys usually are."""
    cdef Py_ssize_t half = n // 2, i = 0, j = half, k = 0
    if n < 2:
        return 0
    if sort_exactly(t, order, spare, half) or sort_exactly(t, order + half, spare, n - half):
        return FAILED
    if spend(&t.budget, n * t.L * t.L):
        return FAILED
    if in_order(t, order[half - 1], order[half]):
        return 0
    memcpy(spare, order, half * sizeof(Py_ssize_t))
    while i < half:
        if j == n or in_order(t, spare[i], order[j]):
            order[k] = spare[i]
            i += 1
        else:
            order[k] = order[j]
            j += 1
        k += 1
    return 0
