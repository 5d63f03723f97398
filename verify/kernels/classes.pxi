# Outcomes sorted by likelihood ratio, equal ratios merged: the privacy loss distribution of a pair.

cdef enum:
    COARSE = 512  # classes between two keys of the coarse index


cdef inline uint64_t sortable(double key) noexcept nogil:
    cdef uint64_t bits
    memcpy(&bits, &key, sizeof(bits))
    return ~bits if bits >> 63 else bits | <uint64_t>1 << 63


cdef inline double unsortable(uint64_t bits) noexcept nogil:
    cdef double key
    bits = bits & ~(<uint64_t>1 << 63) if bits >> 63 else ~bits
    memcpy(&key, &bits, sizeof(key))
    return key


cdef Py_ssize_t collect_keys(
    const uint64_t* P, const uint64_t* Q, Py_ssize_t n, Py_ssize_t L, Keyed* records,
    Py_ssize_t* budget
) noexcept nogil:
    """One record for every outcome but those with P = Q = 0; their number, or FAILED."""
    cdef Py_ssize_t z, count = 0
    for z in range(n):
        if not (is_zero(P + z * L, L) and is_zero(Q + z * L, L)):
            records[count].key = sortable(ratio_key(P + z * L, L, Q + z * L, L))
            records[count].index = z
            count += 1
        if spend(budget, L):
            return FAILED
    return count


cdef tuple sorted_outcomes(
    const uint64_t* P, const uint64_t* Q, Py_ssize_t n, Py_ssize_t L, Py_ssize_t* budget
):
    """(order, keys): the outcomes that count, ascending by key, ties by index; and their keys.

    The two record buffers, 32 bytes an outcome, are gone before the tail sums are made.
    """
    room = limb_room(2 * n)
    other = limb_room(2 * n)
    cdef Keyed* records = <Keyed*>address(room)
    cdef Keyed* spare = <Keyed*>address(other)
    cdef Py_ssize_t count, i
    with nogil:
        count = collect_keys(P, Q, n, L, records, budget)
        if count > 0:
            records = radix_sort(records, spare, count, budget)
    passed(FAILED if count < 0 or records == NULL else 0)
    if records == <Keyed*>address(room):
        del other
    else:
        del room
    outcomes = np.empty(count, dtype=np.intp)
    floats = np.empty(count)
    cdef Py_ssize_t[::1] order = outcomes
    cdef double[::1] keys = floats
    with nogil:
        for i in range(count):
            order[i] = records[i].index
            keys[i] = unsortable(records[i].key)
    return outcomes, floats


cdef Py_ssize_t merge_classes(
    Table* t, Py_ssize_t* order, Py_ssize_t* spare, Py_ssize_t n, Py_ssize_t* starts, double* keys
) noexcept nogil:
    """Sort clusters of near keys exactly and mark the classes; their number, or FAILED.

    keys enters with one key per outcome and leaves with one per class, not decreasing: inside a
    cluster the running maximum is within key_error() of each class's ratio because the key before
    it belongs to a smaller ratio.
    """
    cdef Py_ssize_t i = 0, j, z, m = 0
    cdef double key
    cdef bint cluster
    while i < n:
        j = i + 1
        while j < n and near(keys[j - 1], keys[j]):
            j += 1
        # an infinite key is exact: all its outcomes are one class, already in index order
        cluster = j - i > 1 and not isinf(keys[i])
        if cluster and sort_exactly(t, order + i, spare, j - i):
            return FAILED
        for z in range(i, j):
            if z > i and not (cluster and class_order(t, order[z - 1], order[z])):
                continue
            key = keys[z]
            if cluster:
                key = ratio_key(t.P + order[z] * t.L, t.L, t.Q + order[z] * t.L, t.L)
                if z > i:
                    key = max(key, keys[m - 1])
            starts[m] = z
            keys[m] = key  # m <= z, and keys from j on are still untouched
            m += 1
        if spend(&t.budget, (j - i) * (t.L * t.L if cluster else 1)):
            return FAILED
        i = j
    starts[m] = n
    return m


cdef int sum_tails(
    const uint64_t* W, Py_ssize_t L, const Py_ssize_t* order, const Py_ssize_t* starts,
    Py_ssize_t m, uint64_t* tail, Py_ssize_t* budget
) noexcept nogil:
    """tail[i] = the sum of the weights of classes i, i + 1, ..., m - 1."""
    cdef Py_ssize_t i, z
    memset(tail + m * L, 0, L * sizeof(uint64_t))
    for i in range(m - 1, -1, -1):
        memcpy(tail + i * L, tail + (i + 1) * L, L * sizeof(uint64_t))
        for z in range(starts[i + 1] - 1, starts[i] - 1, -1):
            # the rows lie scattered: waiting for memory is most of the time
            if z >= 24:
                verify_prefetch(W + order[z - 24] * L)
            accumulate(tail + i * L, W + order[z] * L, L)
        if spend(budget, L * (starts[i + 1] - starts[i])):
            return FAILED
    return 0


cdef object tail_sums(
    const uint64_t[:, ::1] weights, const Py_ssize_t[::1] order, const Py_ssize_t[::1] starts,
    Py_ssize_t* budget
):
    cdef Py_ssize_t m = starts.shape[0] - 1, L = weights.shape[1]
    out = np.empty((m + 1, L), dtype=np.uint64)
    cdef uint64_t[:, ::1] tail = out
    cdef int status
    with nogil:
        status = sum_tails(
            &weights[0, 0], L, &order[0], &starts[0], m, &tail[0, 0], budget)
    passed(status)
    return out


def sort_classes(const uint64_t[:, ::1] p, const uint64_t[:, ::1] q):
    """The classes of equal likelihood ratio, ascending: (order, starts, tail_p, tail_q, keys).

    order: outcome indices (intp), sorted by the exact ratio P/Q, equal ratios by index; Q = 0 is
    the ratio infinity, last; outcomes with P = Q = 0 are left out. starts (intp, m + 1): class i
    is order[starts[i]:starts[i + 1]]. tail_p, tail_q (m + 1, L): the sums of P and of Q over
    classes i, i + 1, ..., m - 1. keys (float64, m): guides for bisection.
    """
    same_shape(p, q)
    cdef Table t
    cdef Py_ssize_t m, count
    t.P = &p[0, 0]
    t.Q = &q[0, 0]
    t.L = p.shape[1]
    t.budget = CHUNK
    outcomes, floats = sorted_outcomes(t.P, t.Q, p.shape[0], t.L, &t.budget)
    cdef Py_ssize_t[::1] order = outcomes
    cdef double[::1] keys = floats
    count = order.shape[0]
    bounds = np.empty(count + 1, dtype=np.intp)
    cdef Py_ssize_t[::1] starts = bounds
    room = limb_room(4 * t.L)
    spare = np.empty(count // 2 + 1, dtype=np.intp)  # pages are touched only as clusters need them
    cdef Py_ssize_t[::1] spare_view = spare
    t.room = address(room)
    with nogil:
        m = merge_classes(&t, &order[0], &spare_view[0], count, &starts[0], &keys[0])
    passed(FAILED if m < 0 else 0)
    if m < count:
        bounds = bounds[:m + 1].copy()
        floats = floats[:m].copy()
    return (
        outcomes, bounds, tail_sums(p, outcomes, bounds, &t.budget),
        tail_sums(q, outcomes, bounds, &t.budget), floats)


cdef Py_ssize_t keys_below(const double* keys, Py_ssize_t m, double bound) noexcept nogil:
    """The number of keys < bound, of m keys that do not decrease."""
    cdef Py_ssize_t low = 0, high = m, middle
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < bound:
            low = middle + 1
        else:
            high = middle
    return low


cdef Py_ssize_t keys_below_coarsely(
    const double* coarse, const double* keys, Py_ssize_t m, double bound
) noexcept nogil:
    """keys_below(), by way of every COARSE-th key: these few stay in the cache."""
    cdef Py_ssize_t block = keys_below(coarse, (m + COARSE - 1) // COARSE, bound), start
    if block == 0:
        return 0
    start = (block - 1) * COARSE  # its key is below the bound
    return start + keys_below(keys + start, min(COARSE, m - start), bound)


cdef Py_ssize_t keys_below_nearby(const double* keys, Py_ssize_t m, double bound) noexcept nogil:
    """keys_below(), where the answer is likely to be small: doubling steps, then bisection."""
    cdef Py_ssize_t step = 1
    while step <= m and keys[step - 1] < bound:
        step *= 2
    return step // 2 + keys_below(keys + step // 2, min(step, m) - step // 2, bound)


cdef int first_above(
    const Table* t, const Py_ssize_t* order, const Py_ssize_t* starts, const double* keys,
    const double* coarse, Py_ssize_t m, const Level* level, Py_ssize_t* budget, Py_ssize_t* found
) noexcept nogil:
    """found = the first class with ratio > u/v: bisection by keys, then an exact one in between."""
    cdef double key = ratio_key(level.u, level.un, level.v, level.vn)
    # one error for the level's key, one for the class's
    cdef double margin = 0 if isinf(key) else 2 * key_error(key)
    cdef Py_ssize_t low = keys_below_coarsely(coarse, keys, m, key - margin), z
    cdef Py_ssize_t high = low + keys_below_nearby(keys + low, m - low, key + margin), middle
    if high < m and keys[high] == key:
        high += 1  # no margin: u = 0 and the class of ratio 0
    while low < high:
        middle = (low + high) // 2
        z = order[starts[middle]]
        if above(t.P + z * t.L, t.Q + z * t.L, t.L, level, t.room):
            high = middle
        else:
            low = middle + 1
        if spend(budget, t.L * level_width(level)):
            return FAILED
    found[0] = low
    return 0
