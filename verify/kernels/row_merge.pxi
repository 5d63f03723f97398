# Rows sorted in place by exact ratio, equal ratios added, and tail sums.

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
