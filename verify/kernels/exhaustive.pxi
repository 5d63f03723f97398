# Every ordered pair of some small laws, at every level that matters, in machine integers.
#
# H_α(P‖Q) is linear in α between the ratios P(z)/Q(z). So what holds at 1, at the ratios above 1,
# in the middle between two of these, and beyond the last, holds at every α >= 1 if it is linear
# there.

cdef enum:
    WIDEST = 16    # outputs of a law

cdef struct Ratios:
    # 1 and the finite ratios above 1, ascending
    int64_t p[WIDEST + 1]
    int64_t q[WIDEST + 1]
    int count

cdef struct Evaluations:
    uint32_t* first
    uint32_t* second
    int64_t* u
    int64_t* v
    int64_t* excess
    Py_ssize_t size


cdef inline void add_ratio(Ratios* known, int64_t p, int64_t q) noexcept nogil:
    """Insert p/q > 1, unless it is there."""
    cdef int i = known.count - 1, j
    while known.p[i] * q > p * known.q[i]:
        i -= 1
    if known.p[i] * q == p * known.q[i]:
        return
    for j in range(known.count, i + 1, -1):
        known.p[j] = known.p[j - 1]
        known.q[j] = known.q[j - 1]
    known.p[i + 1] = p
    known.q[i + 1] = q
    known.count += 1


cdef inline Ratios ratios_of(const int64_t* p, const int64_t* q, Py_ssize_t m) noexcept nogil:
    cdef Ratios found
    cdef Py_ssize_t z
    found.p[0] = found.q[0] = found.count = 1
    for z in range(m):
        if p[z] > q[z] > 0:
            add_ratio(&found, p[z], q[z])
    return found


cdef inline int64_t excess_at(
    const int64_t* p, const int64_t* q, Py_ssize_t m, int64_t u, int64_t v
) noexcept nogil:
    """The sum of the positive v p - u q."""
    cdef int64_t total = 0, gain
    cdef Py_ssize_t z
    for z in range(m):
        gain = v * p[z] - u * q[z]
        total += gain & ~(gain >> 63)
    return total


cdef inline void evaluate(
    Evaluations* into, const int64_t* p, const int64_t* q, Py_ssize_t m, int64_t u, int64_t v
) noexcept nogil:
    into.u[into.size] = u
    into.v[into.size] = v
    into.excess[into.size] = excess_at(p, q, m, u, v)
    into.size += 1


cdef inline void evaluate_pair(
    Evaluations* into, const int64_t* p, const int64_t* q, Py_ssize_t m
) noexcept nogil:
    """At 1, at every ratio above 1, between two of them, and beyond the last."""
    cdef Ratios at = ratios_of(p, q, m)
    cdef int i, last = at.count - 1
    for i in range(last):
        evaluate(into, p, q, m, at.p[i], at.q[i])
        evaluate(
            into, p, q, m,
            at.p[i] * at.q[i + 1] + at.p[i + 1] * at.q[i], 2 * at.q[i] * at.q[i + 1])
    evaluate(into, p, q, m, at.p[last], at.q[last])
    evaluate(into, p, q, m, at.p[last] + at.q[last], at.q[last])


cdef inline int64_t common_divisor(int64_t x, int64_t y) noexcept nogil:
    while y:
        x, y = y, x % y
    return x


def pair_levels(
    const int64_t[:, ::1] laws, const int64_t[::1] divisors, Py_ssize_t pair, uint32_t[::1] first,
    uint32_t[::1] second, int64_t[::1] u, int64_t[::1] v, int64_t[::1] excess
):
    """(evaluations, pairs, next pair): fill the arrays, from the ordered pair with this number on.

    Pair number i n + j has P = laws[i] and Q = laws[j], weights over one D with 2 D^3 < 2^63. Left
    out are pairs whose divisors have a common one. Each other is evaluated at its levels u/v,
    ascending: H(P || Q) = excess/(v D). Arrays hold 2 (m + 1) evaluations at least.
    """
    cdef Py_ssize_t n = laws.shape[0], m = laws.shape[1], room = u.shape[0] - 2 * (m + 1)
    cdef Py_ssize_t i, j, before, pairs = 0, budget = CHUNK
    cdef Evaluations into
    cdef int status = 0
    if m > WIDEST or room < 0 or pair < 0:
        raise ValueError("too many outputs for one evaluation, or too little room")
    into.first = &first[0]
    into.second = &second[0]
    into.u = &u[0]
    into.v = &v[0]
    into.excess = &excess[0]
    into.size = 0
    with nogil:
        i, j = pair // n, pair % n
        while i < n and into.size <= room:
            if common_divisor(divisors[i], divisors[j]) == 1:
                before = into.size
                evaluate_pair(&into, &laws[i, 0], &laws[j, 0], m)
                while before < into.size:
                    into.first[before] = i
                    into.second[before] = j
                    before += 1
                pairs += 1
            j += 1
            if j == n:
                i, j = i + 1, 0
            status = spend(&budget, 16)
            if status:
                break
    passed(status)
    return into.size, pairs, i * n + j
