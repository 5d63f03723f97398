# The walk along one half (see compose/_halves.pyx), with a place in the other one that falls.

cdef enum:
    UNDECIDED = 2  # a ratio lies between two levels that should have none between them


cdef struct Walk:
    # Products of a walked, a held and a table class. For each held class, the place in the table
    # where products with the present walked class begin to be high; it falls as the walk goes on.
    const Rows* table  # with rows summed up
    const Rows* walked
    const Rows* held
    Py_ssize_t* place
    i128 low  # ln of the threshold lies between these
    i128 high
    Level lower  # alpha lies between these
    Level upper
    bint known  # whether there are such levels
    bint reverse
    uint64_t* group  # sums of walked classes that meet the same places
    uint64_t* inner  # what each of them is multiplied with
    uint64_t* total
    uint64_t* room
    Py_ssize_t budget


cdef inline Py_ssize_t full_width(const Walk* w) noexcept nogil:
    return w.table.limbs + w.walked.limbs + w.held.limbs


cdef void triple(
    const Walk* w, Py_ssize_t i, Py_ssize_t c, Py_ssize_t j, bint second, uint64_t* r
) noexcept nogil:
    """r = the weight p of one product, or q; as many limbs of scratch behind it."""
    cdef Py_ssize_t M = w.table.limbs, L = w.walked.limbs, H = w.held.limbs, width = full_width(w)
    cdef const uint64_t* sums = w.table.rows + (2 * j + second) * M
    # the row itself is a difference of neighbouring sums
    mpn_sub_n(<mp_limb_t*>r, <const mp_limb_t*>sums, <const mp_limb_t*>(sums + 2 * M), M)
    multiply(r + width, M + H, r, M, w.held.rows + (2 * c + second) * H, H)
    multiply(r, width, r + width, M + H, w.walked.rows + (2 * i + second) * L, L)


cdef bint exceeds(
    const Walk* w, const uint64_t* p, const uint64_t* q, const Level* alpha, uint64_t* room
) noexcept nogil:
    if w.reverse:  # the threshold is 1/alpha, and included
        return not above(q, p, full_width(w), alpha, room)
    return above(p, q, full_width(w), alpha, room)


cdef int exactly_high(Walk* w, Py_ssize_t i, Py_ssize_t c, Py_ssize_t j) noexcept nogil:
    cdef Py_ssize_t width = full_width(w)
    cdef int found
    if not w.known:
        return UNDECIDED
    w.budget -= 4 * width * (width + level_width(&w.upper))
    triple(w, i, c, j, False, w.room)
    triple(w, i, c, j, True, w.room + width)
    found = exceeds(w, w.room, w.room + width, &w.lower, w.room + 2 * width)
    if found == exceeds(w, w.room, w.room + width, &w.upper, w.room + 2 * width):
        return found
    return UNDECIDED


cdef int settle(Walk* w, Py_ssize_t i, Py_ssize_t c) noexcept nogil:
    """Find the place for walked class i: 0, or UNDECIDED.

    Keys first; in the band that they leave open, steps of doubling length and then bisection.
    """
    cdef i128 key = w.walked.keys[i] + w.held.keys[c]
    cdef i128 error = w.table.error + w.walked.error + w.held.error
    cdef i128 surely = w.high + error - key, hardly = w.low - error - key
    cdef const i128* keys = w.table.keys
    cdef Py_ssize_t first = w.place[c], below, probe, step = 1
    cdef int found
    while first > 0 and keys[first - 1] >= surely:
        first -= 1
    below = first - 1
    while below >= 0 and keys[below] > hardly:
        found = exactly_high(w, i, c, below)
        if found == UNDECIDED:
            return UNDECIDED
        if not found:
            break
        first = below
        step *= 2
        below = max(first - step, -1)
    # all below are low, and first and all after it high
    while first - below > 1:
        probe = below + (first - below) // 2
        found = keys[probe] > hardly and exactly_high(w, i, c, probe)
        if found == UNDECIDED:
            return UNDECIDED
        if found:
            first = probe
        else:
            below = probe
    w.place[c] = first
    return 0


cdef void combine(Walk* w) noexcept nogil:
    """inner = the sum over held classes of each times the table's sum from its place on."""
    cdef Py_ssize_t M = w.table.limbs, H = w.held.limbs, c, side
    cdef const uint64_t* sums
    cdef const uint64_t* held
    cdef uint64_t* inner
    memset(w.inner, 0, 2 * (M + H) * sizeof(uint64_t))
    for c in range(w.held.count):
        if w.place[c] == w.table.count:
            continue
        for side in range(2):
            sums = w.table.rows + (2 * w.place[c] + side) * M
            held = w.held.rows + (2 * c + side) * H
            inner = w.inner + side * (M + H)
            if H == 1:
                inner[M] += mpn_addmul_1(<mp_limb_t*>inner, <const mp_limb_t*>sums, M, held[0])
            else:
                multiply(w.room, M + H, sums, M, held, H)
                accumulate(inner, w.room, M + H)


cdef void settle_group(Walk* w) noexcept nogil:
    """total += group * inner, and a new group begins."""
    cdef Py_ssize_t L = w.walked.limbs, N = w.table.limbs + w.held.limbs, side
    for side in range(2):
        if not is_zero(w.inner + side * N, N):
            multiply(w.room, L + N, w.group + side * L, L, w.inner + side * N, N)
            accumulate(w.total + side * (L + N), w.room, L + N)
    memset(w.group, 0, 2 * L * sizeof(uint64_t))


cdef inline void fetch(const Walk* w, Py_ssize_t place) noexcept nogil:
    """Bring near what lies far apart: the sums at a place, and the keys that are looked at next."""
    cdef Py_ssize_t M = w.table.limbs, i
    for i in range(0, min(2 * M, 64), 8):
        verify_prefetch(w.table.rows + 2 * place * M + i)
    for i in range(4, 20, 4):
        verify_prefetch(w.table.keys + max(place - i, 0))


cdef int walk(Walk* w) noexcept nogil:
    """The sums over all products that are high: 0, UNDECIDED or FAILED."""
    cdef Py_ssize_t M = w.table.limbs, L = w.walked.limbs, H = w.held.limbs, i, c, before
    cdef Py_ssize_t cost = 2 * (w.held.count * M * H + L * (M + H)) + w.held.count * ROW_COST
    cdef bint moved
    for i in range(w.walked.count):
        moved = False
        for c in range(w.held.count):
            before = w.place[c]
            if settle(w, i, c):
                return UNDECIDED
            if w.place[c] != before:
                moved = True
                fetch(w, w.place[c])
        if moved:
            settle_group(w)
            combine(w)
        accumulate(w.group, w.walked.rows + 2 * i * L, L)
        accumulate(w.group + L, w.walked.rows + (2 * i + 1) * L, L)
        if spend(&w.budget, cost if moved else 2 * L + w.held.count * ROW_COST):
            return FAILED
    settle_group(w)
    return 0
