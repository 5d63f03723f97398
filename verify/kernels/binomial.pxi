# Tails of k-fold randomized response: sum_{s <= t} C(k, s) a^s b^(k - s), and a, b exchanged.
#
# Three ways: the short end is summed and the long one taken by complement from (a + b)^k; few terms
# in word-sized blocks; many terms, or wide a and b, by binary splitting.

cdef enum:
    BLOCKED_TERMS = 1500  # beyond these binary splitting is faster
    LEAF_TERMS = 12
    MAX_DEPTH = 64


cdef inline Py_ssize_t limbs_of(const mpz_t x) noexcept nogil:
    return abs(x[0]._mp_size) + 1


cdef int blocked_tail(
    mpz_t total, unsigned long k, unsigned long a, unsigned long b, unsigned long t,
    Py_ssize_t* budget
) noexcept nogil:
    """total = sum_{s <= t} C(k, s) a^s b^(k-s); t < k, and (k + 1) a, (k + 1) b fit a word.

    The term w at s is a big number; the next m terms, itself included, add up to w S/D, and the
    one after them is w N/D, where N, S and D are words: one product of ratios at a time is packed
    into them until one would overflow. Both divisions are exact.
    """
    cdef mpz_t w, x  # owned here
    cdef unsigned long s = 0, m, N, D, S, up, down, next_n, next_d, next_s
    cdef int status = 0
    mpz_init(w)
    mpz_init(x)
    mpz_ui_pow_ui(w, b, k)
    mpz_set_ui(total, 0)
    while True:
        N = D = 1
        S = m = 0
        while s + m <= t:
            up = (k - s - m) * a
            down = (s + m + 1) * b
            if (S + N < S or verify_overflows(S + N, down, &next_s)
                    or verify_overflows(D, down, &next_d) or verify_overflows(N, up, &next_n)):
                break
            S = next_s
            D = next_d
            N = next_n
            m += 1
        mpz_mul_ui(x, w, S)
        mpz_divexact_ui(x, x, D)
        mpz_add(total, total, x)
        s += m
        if s > t:
            break
        mpz_mul_ui(w, w, N)
        mpz_divexact_ui(w, w, D)
        status = spend(budget, 5 * limbs_of(w))
        if status:
            break
    mpz_clear(w)
    mpz_clear(x)
    return status


cdef struct Split:
    # One binary splitting of the terms 0 <= s < n. Powers of a and b by depth: a node at depth d
    # has n >> d terms or one more, so entries 2d and 2d + 1 hold those two powers.
    unsigned long k
    mpz_t a
    mpz_t b
    unsigned long a_word  # 0 unless (k + 1) a and (k + 1) b fit a word
    unsigned long b_word
    unsigned long n
    mpz_t x
    mpz_t y
    mpz_t[128] a_powers
    mpz_t[128] b_powers
    Py_ssize_t* budget


cdef void split_leaf(
    Split* c, unsigned long low, unsigned long high, mpz_t N, mpz_t D, mpz_t P, mpz_t Q
) noexcept nogil:
    cdef unsigned long s
    mpz_set_ui(N, 1)
    mpz_set_ui(D, 1)
    mpz_set_ui(P, 0)
    mpz_set_ui(Q, 0)
    mpz_set_ui(c.x, 1)
    mpz_set_ui(c.y, 1)
    for s in range(low, high):
        # x and y: the numerators up to s with their powers of a and of b
        mpz_add(P, P, c.x)
        mpz_add(Q, Q, c.y)
        if c.a_word:
            mpz_mul_ui(P, P, (s + 1) * c.b_word)
            mpz_mul_ui(Q, Q, (s + 1) * c.a_word)
            mpz_mul_ui(c.x, c.x, (c.k - s) * c.a_word)
            mpz_mul_ui(c.y, c.y, (c.k - s) * c.b_word)
        else:
            mpz_mul_ui(P, P, s + 1)
            mpz_mul(P, P, c.b)
            mpz_mul_ui(Q, Q, s + 1)
            mpz_mul(Q, Q, c.a)
            mpz_mul_ui(c.x, c.x, c.k - s)
            mpz_mul(c.x, c.x, c.a)
            mpz_mul_ui(c.y, c.y, c.k - s)
            mpz_mul(c.y, c.y, c.b)
        mpz_mul_ui(N, N, c.k - s)
        mpz_mul_ui(D, D, s + 1)


cdef int split_node(
    Split* c, unsigned long low, unsigned long high, int depth,
    mpz_t N, mpz_t D, mpz_t P, mpz_t Q, bint need_n
) noexcept nogil:
    """The sums over the terms low <= s < high, relative to term low:

    N = prod (k - s), D = prod (s + 1),
    P = sum_s prod_{r < s} (k - r) prod_{r >= s} (r + 1) a^(s - low) b^(high - s),
    Q = P with a and b exchanged. All four are the caller's.
    """
    cdef unsigned long middle
    cdef mpz_t N2, D2, P2, Q2  # owned here
    cdef int status
    if high - low <= LEAF_TERMS:
        split_leaf(c, low, high, N, D, P, Q)
        return 0
    middle = low + (high - low) // 2
    mpz_init(N2)
    mpz_init(D2)
    mpz_init(P2)
    mpz_init(Q2)
    status = split_node(c, low, middle, depth + 1, N, D, P, Q, True)
    if not status:
        status = split_node(c, middle, high, depth + 1, N2, D2, P2, Q2, need_n)
    if not status:
        split_join(c, middle - low, high - middle, depth + 1, N, D, P, Q, D2, P2, Q2)
        if need_n:
            mpz_mul(N, N, N2)
        # a product of this size, in limb products of a schoolbook block
        status = spend(c.budget, 64 * limbs_of(P))
    mpz_clear(N2)
    mpz_clear(D2)
    mpz_clear(P2)
    mpz_clear(Q2)
    return status


cdef void split_join(
    Split* c, unsigned long n1, unsigned long n2, int depth,
    mpz_t N, mpz_t D, mpz_t P, mpz_t Q, mpz_t D2, mpz_t P2, mpz_t Q2
) noexcept nogil:
    """Join a left part of n1 terms with the right part next to it, of n2 terms."""
    cdef int left = 2 * depth + <int>(n1 - (c.n >> depth))
    cdef int right = 2 * depth + <int>(n2 - (c.n >> depth))
    # P = P D2 b^n2 + N a^n1 P2
    mpz_mul(c.x, D2, c.b_powers[right])
    mpz_mul(P, P, c.x)
    mpz_mul(c.x, N, c.a_powers[left])
    mpz_addmul(P, c.x, P2)
    # Q = Q D2 a^n2 + N b^n1 Q2
    mpz_mul(c.x, D2, c.a_powers[right])
    mpz_mul(Q, Q, c.x)
    mpz_mul(c.x, N, c.b_powers[left])
    mpz_addmul(Q, c.x, Q2)
    mpz_mul(D, D, D2)


cdef void fill_powers(mpz_t* powers, const mpz_t base, unsigned long n) noexcept nogil:
    """powers[2d] = base^(n >> d) and powers[2d + 1] = base^((n >> d) + 1), from the leaves up."""
    cdef int d = 0
    while d + 1 < MAX_DEPTH and n >> d >= LEAF_TERMS // 2:
        d += 1
    mpz_pow_ui(powers[2 * d], base, n >> d)
    mpz_mul(powers[2 * d + 1], powers[2 * d], base)
    while d > 1:  # the root's powers are not used
        d -= 1
        if (n >> d) & 1:
            mpz_mul(powers[2 * d], powers[2 * d + 2], powers[2 * d + 3])
        else:
            mpz_mul(powers[2 * d], powers[2 * d + 2], powers[2 * d + 2])
        mpz_mul(powers[2 * d + 1], powers[2 * d], base)


cdef int split_tail(
    mpz_t A, mpz_t B, unsigned long k, const mpz_t a, const mpz_t b, unsigned long t, bint word,
    Py_ssize_t* budget
) noexcept nogil:
    """Both tails up to t < k by binary splitting."""
    cdef Split c  # its mpz are owned here
    cdef mpz_t N, D
    cdef int i, status
    c.k = k
    c.n = t + 1
    c.budget = budget
    c.a_word = a[0]._mp_d[0] if word else 0
    c.b_word = b[0]._mp_d[0] if word else 0
    for i in range(2 * MAX_DEPTH):
        mpz_init(c.a_powers[i])
        mpz_init(c.b_powers[i])
    mpz_init(c.a)
    mpz_init(c.b)
    mpz_init(c.x)
    mpz_init(c.y)
    mpz_init(N)
    mpz_init(D)
    mpz_set(c.a, a)
    mpz_set(c.b, b)
    fill_powers(c.a_powers, a, c.n)
    fill_powers(c.b_powers, b, c.n)
    status = split_node(&c, 0, c.n, 0, N, D, A, B, False)
    if not status:
        mpz_divexact(A, A, D)
        mpz_pow_ui(c.x, b, k - c.n)
        mpz_mul(A, A, c.x)
        mpz_divexact(B, B, D)
        mpz_pow_ui(c.x, a, k - c.n)
        mpz_mul(B, B, c.x)
    for i in range(2 * MAX_DEPTH):
        mpz_clear(c.a_powers[i])
        mpz_clear(c.b_powers[i])
    mpz_clear(c.a)
    mpz_clear(c.b)
    mpz_clear(c.x)
    mpz_clear(c.y)
    mpz_clear(N)
    mpz_clear(D)
    return status


cdef bint one_word(const mpz_t a, const mpz_t b, unsigned long k) noexcept nogil:
    """Do (k + 1) a and (k + 1) b fit a word?"""
    cdef unsigned long ignored
    return (
        a[0]._mp_size == 1 and b[0]._mp_size == 1 and k + 1 != 0
        and not verify_overflows(k + 1, a[0]._mp_d[0], &ignored)
        and not verify_overflows(k + 1, b[0]._mp_d[0], &ignored))


cdef int both_tails(
    mpz_t A, mpz_t B, unsigned long k, const mpz_t a, const mpz_t b, unsigned long t
) noexcept nogil:
    cdef Py_ssize_t budget = CHUNK
    cdef bint word = one_word(a, b, k)
    cdef unsigned long x, y
    if not word or t >= BLOCKED_TERMS:
        return split_tail(A, B, k, a, b, t, word, &budget)
    x = a[0]._mp_d[0]
    y = b[0]._mp_d[0]
    if blocked_tail(A, k, x, y, t, &budget):
        return FAILED
    return blocked_tail(B, k, y, x, t, &budget)


cdef int moderate_size(
    unsigned long k, const mpz_t a, const mpz_t b, unsigned long t
) except FAILED:
    """GMP ends the process when it runs out of memory, so refuse what is out of reach: 2 GiB."""
    cdef double bits = mpz_sizeinbase(a, 2) + mpz_sizeinbase(b, 2)
    if bits * k + (bits + 128.0) * min(t, k - t) > 1 << 34:
        raise OverflowError(f"a binomial tail with k = {k} needs numbers of more than 2**34 bits")
    return 0


def binomial_tail(k, a, b, t):
    """(A, B), both mpz, for positive integers a, b of any size and 0 <= t <= k:

    A = sum_{s <= t} C(k, s) a^s b^(k - s) and B = sum_{s <= t} C(k, s) b^s a^(k - s).

    Raises ValueError for arguments out of range, OverflowError where the results would exceed 2**34
    bits. Ctrl-C is seen between GMP operations; one on numbers of n bits takes about n/10**8 s.
    """
    cdef mpz az = positive(a, "a"), bz = positive(b, "b")
    if not 0 <= t <= k:
        raise ValueError(f"0 <= t <= k is required, got t = {t}, k = {k}")
    cdef unsigned long n = k, terms = t
    moderate_size(n, az.z, bz.z, terms)
    cdef mpz A = GMPy_MPZ_New(NULL), B = GMPy_MPZ_New(NULL), whole
    cdef int status = 0
    cdef bint complement = n - terms <= terms
    if not complement:
        with nogil:
            status = both_tails(A.z, B.z, n, az.z, bz.z, terms)
        passed(status)
        return A, B
    # the terms s > t of A are those of B up to k - t - 1, and the other way round
    whole = GMPy_MPZ_New(NULL)
    with nogil:
        mpz_add(whole.z, az.z, bz.z)
        mpz_pow_ui(whole.z, whole.z, n)
        if terms < n:
            status = both_tails(B.z, A.z, n, az.z, bz.z, n - terms - 1)
        mpz_sub(A.z, whole.z, A.z)
        mpz_sub(B.z, whole.z, B.z)
    passed(status)
    return A, B
