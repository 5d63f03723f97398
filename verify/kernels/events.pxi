# The best event {z : v P(z) > u Q(z)} of one ordered pair of laws, and its two probabilities.

cdef void add_event_1(
    const uint64_t* P, const uint64_t* Q, Py_ssize_t n, uint64_t u, uint64_t v,
    uint64_t* sum_p, uint64_t* sum_q
) noexcept nogil:
    """One limb: free of branches, which is what makes it fast on random weights."""
    cdef uint64_t a = sum_p[0], b = sum_q[0], mask
    cdef Py_ssize_t z
    for z in range(n):
        mask = -<uint64_t>(<u128>v * P[z] > <u128>u * Q[z])
        a += P[z] & mask
        b += Q[z] & mask
    sum_p[0] = a
    sum_q[0] = b


cdef void add_event(
    const uint64_t* P, const uint64_t* Q, Py_ssize_t n, Py_ssize_t L, const Level* level,
    uint64_t* room, uint64_t* sum_p, uint64_t* sum_q
) noexcept nogil:
    """Add the weights of n outcomes' event to the two sums."""
    cdef Py_ssize_t z
    if level.word and L == 1:
        add_event_1(P, Q, n, level.u_word, level.v_word, sum_p, sum_q)
        return
    for z in range(n):
        if above(P + z * L, Q + z * L, L, level, room):
            accumulate(sum_p, P + z * L, L)
            accumulate(sum_q, Q + z * L, L)


cdef inline Py_ssize_t block_length(Py_ssize_t L, const Level* level) noexcept nogil:
    """Outcomes per block: a block stays in the cache and costs well below CHUNK."""
    return max(1, 1024 // (L * level_width(level)))


cdef int event_both_ways(
    const uint64_t* P, const uint64_t* Q, Py_ssize_t n, Py_ssize_t L, const Level* level,
    uint64_t* room, uint64_t* sums, Py_ssize_t* budget
) noexcept nogil:
    """sums[0..4L) = P and Q over {vP > uQ}, then Q and P over {vQ > uP}."""
    cdef Py_ssize_t step = block_length(L, level), start = 0, size
    cdef Py_ssize_t cost = 2 * L * level_width(level)
    memset(sums, 0, 4 * L * sizeof(uint64_t))
    while start < n:
        size = min(step, n - start)
        add_event(P + start * L, Q + start * L, size, L, level, room, sums, sums + L)
        add_event(Q + start * L, P + start * L, size, L, level, room, sums + 2 * L, sums + 3 * L)
        start += size
        if spend(budget, size * cost):
            return FAILED
    return 0


def event_sums(const uint64_t[:, ::1] p, const uint64_t[:, ::1] q, u, v):
    """The four weights (a, b, c, d) of the two best events at the level u/v, as mpz.

    a = sum of P over {z : v P(z) > u Q(z)} and b = sum of Q over the same event;
    c = sum of Q over {z : v Q(z) > u P(z)} and d = sum of P over that event. So
    H(P || Q) = (v a - u b) / (v D) and H(Q || P) = (v c - u d) / (v D) at alpha = u/v.
    """
    same_shape(p, q)
    cdef mpz uz = natural(u, "u"), vz = positive(v, "v")
    cdef Level level = level_of(uz, vz)
    cdef Py_ssize_t n = p.shape[0], L = p.shape[1], budget = CHUNK
    room = limb_room(4 * L + comparison_room(L, &level))
    cdef uint64_t* sums = address(room)
    cdef int status
    with nogil:
        status = event_both_ways(
            &p[0, 0], &q[0, 0], n, L, &level, sums + 4 * L, sums, &budget)
    passed(status)
    return tuple([mpz_of_limbs(sums + k * L, L) for k in range(4)])


def event_mask(const uint64_t[:, ::1] p, const uint64_t[:, ::1] q, u, v):
    """The event {z : v P(z) > u Q(z)} as a boolean array of shape (n,)."""
    same_shape(p, q)
    cdef mpz uz = natural(u, "u"), vz = positive(v, "v")
    cdef Level level = level_of(uz, vz)
    cdef Py_ssize_t n = p.shape[0], L = p.shape[1], budget = CHUNK, z
    cdef Py_ssize_t cost = L * level_width(&level)
    room = limb_room(comparison_room(L, &level))
    cdef uint64_t* scratch = address(room)
    mask = np.empty(n, dtype=np.bool_)
    cdef uint8_t[::1] m = mask.view(np.uint8)
    cdef int status = 0
    with nogil:
        for z in range(n):
            m[z] = above(&p[z, 0], &q[z, 0], L, &level, scratch)
            status = spend(&budget, cost)
            if status:
                break
    passed(status)
    return mask
