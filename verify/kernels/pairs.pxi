# Many ordered pairs of rows of one channel.

cdef int known_rows(
    const Py_ssize_t[::1] first, const Py_ssize_t[::1] second, Py_ssize_t rows
) except FAILED:
    cdef Py_ssize_t k
    if first.shape[0] != second.shape[0]:
        raise ValueError(f"{first.shape[0]} first rows but {second.shape[0]} second rows")
    for k in range(first.shape[0]):
        if not (0 <= first[k] < rows and 0 <= second[k] < rows):
            raise IndexError(
                f"pair {k} is ({first[k]}, {second[k]}), but the channel has {rows} rows")
    return 0


cdef inline bint reversed_next(
    const Py_ssize_t* first, const Py_ssize_t* second, Py_ssize_t k, Py_ssize_t pairs
) noexcept nogil:
    """Is pair k + 1 the other direction of pair k?"""
    return k + 1 < pairs and first[k] == second[k + 1] and second[k] == first[k + 1]


def pair_event_sums(
    const uint64_t[:, :, ::1] channel, const Py_ssize_t[::1] first,
    const Py_ssize_t[::1] second, u, v
):
    """The best event's two weights for every ordered pair: arrays A, B of shape (pairs, L).

    With P = row first[k] and Q = row second[k], A[k] and B[k] are the sums of P and of Q over
    {z : v P(z) > u Q(z)}. A pair and its reverse that stand next to each other share one pass.
    """
    cdef Py_ssize_t rows = channel.shape[0], n = channel.shape[1], L = channel.shape[2]
    some_limbs(L)
    known_rows(first, second, rows)
    cdef mpz uz = natural(u, "u"), vz = positive(v, "v")
    cdef Level level = level_of(uz, vz)
    cdef Py_ssize_t pairs = first.shape[0], k = 0, both, budget = CHUNK
    cdef size_t bytes_of_row = L * sizeof(uint64_t)
    weights_p = np.empty((pairs, L), dtype=np.uint64)
    weights_q = np.empty((pairs, L), dtype=np.uint64)
    cdef uint64_t[:, ::1] A = weights_p, B = weights_q
    room = limb_room(4 * L + comparison_room(L, &level))
    cdef uint64_t* sums = address(room)
    cdef const uint64_t* C = &channel[0, 0, 0]
    cdef int status = 0
    with nogil:
        while k < pairs:
            status = event_both_ways(
                C + first[k] * n * L, C + second[k] * n * L, n, L, &level,
                sums + 4 * L, sums, &budget)
            if not status:
                status = spend(&budget, 4 * L)
            if status:
                break
            both = reversed_next(&first[0], &second[0], k, pairs)
            memcpy(&A[k, 0], sums, bytes_of_row)
            memcpy(&B[k, 0], sums + L, bytes_of_row)
            if both:
                memcpy(&A[k + 1, 0], sums + 2 * L, bytes_of_row)
                memcpy(&B[k + 1, 0], sums + 3 * L, bytes_of_row)
            k += 1 + both
    passed(status)
    return weights_p, weights_q


cdef Py_ssize_t supremum_1(const uint64_t* P, const uint64_t* Q, Py_ssize_t n) noexcept nogil:
    """One limb: a running maximum by 128-bit cross products."""
    cdef uint64_t p, q
    cdef Py_ssize_t best = -1, z = 0
    while z < n and P[z] == 0 and Q[z] == 0:
        z += 1
    while z < n:
        best = z
        p = P[z]
        q = Q[z]
        # To the next greater ratio; never to 0/0, and nowhere once q = 0. An inner loop, because
        # with one loop the compiler makes a conditional move that each product waits for.
        while z < n and not <u128>P[z] * q > <u128>p * Q[z]:
            z += 1
    return best


cdef int supremum(
    const uint64_t* P, const uint64_t* Q, Py_ssize_t n, Py_ssize_t L, uint64_t* room,
    Py_ssize_t* found, Py_ssize_t* budget
) noexcept nogil:
    """Any width: the exact comparison is made only where the float keys cannot decide."""
    cdef double key, greatest = -INFINITY
    cdef Py_ssize_t best = -1, z
    if L == 1:
        found[0] = supremum_1(P, Q, n)
        return spend(budget, n + 1)
    for z in range(n):
        if spend(budget, L):
            return FAILED
        if is_zero(P + z * L, L) and is_zero(Q + z * L, L):
            continue
        key = ratio_key(P + z * L, L, Q + z * L, L)
        if best >= 0 and key < greatest and not near(key, greatest):
            continue
        if best < 0 or ratio_order(
                P + z * L, Q + z * L, P + best * L, Q + best * L, L, room) > 0:
            best = z
            greatest = key
    found[0] = best
    return spend(budget, L)


def pair_suprema(
    const uint64_t[:, :, ::1] channel, const Py_ssize_t[::1] first, const Py_ssize_t[::1] second
):
    """For every ordered pair, the outcome with the greatest likelihood ratio: shape (pairs,).

    With P = row first[k] and Q = row second[k], entry k is the least z among those with the
    greatest P(z)/Q(z), where P(z)/0 is infinite and outcomes with P(z) = Q(z) = 0 do not count;
    -1 if none counts.
    """
    cdef Py_ssize_t rows = channel.shape[0], n = channel.shape[1], L = channel.shape[2]
    some_limbs(L)
    known_rows(first, second, rows)
    cdef Py_ssize_t pairs = first.shape[0], k, budget = CHUNK
    found = np.empty(pairs, dtype=np.intp)
    cdef Py_ssize_t[::1] best = found
    room = limb_room(4 * L)
    cdef uint64_t* scratch = address(room)
    cdef const uint64_t* C = &channel[0, 0, 0]
    cdef int status = 0
    with nogil:
        for k in range(pairs):
            status = supremum(
                C + first[k] * n * L, C + second[k] * n * L, n, L, scratch, &best[k], &budget)
            if status:
                break
    passed(status)
    return found
