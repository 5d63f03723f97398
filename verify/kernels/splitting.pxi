# Neighbouring terms C(k, s) a^s b^(k - s) summed by binary splitting: up to a few thousand terms.
#
# Who clears: series_init() and series_clear() go together; a function's own mpz are marked.

cdef enum:
    LEAF_BITS = 4
    LEAF_TERMS = 1 << LEAF_BITS
    LEVELS = 64

cdef struct Series:
    # What all sums of one pair of tails share.
    unsigned long k
    mpz_t a
    mpz_t b
    unsigned long a_word  # 0 unless (k + 1) a and (k + 1) b fit a word
    unsigned long b_word
    bint both  # whether the sums with a and b exchanged are wanted, too
    int levels
    mpz_t[64] a_powers  # a^(LEAF_TERMS << i), of which there are so many levels
    mpz_t[64] b_powers
    mpz_t a_right
    mpz_t b_right
    mpz_t x
    mpz_t y
    Py_ssize_t budget


cdef void series_init(
    Series* c, unsigned long k, const mpz_t a, const mpz_t b, bint word, bint both
) noexcept nogil:
    cdef int i
    c.k = k
    c.a_word = a[0]._mp_d[0] if word else 0
    c.b_word = b[0]._mp_d[0] if word else 0
    c.both = both
    c.budget = CHUNK
    mpz_init(c.a)
    mpz_init(c.b)
    mpz_set(c.a, a)
    mpz_set(c.b, b)
    for i in range(LEVELS):
        mpz_init(c.a_powers[i])
        mpz_init(c.b_powers[i])
    mpz_init(c.a_right)
    mpz_init(c.b_right)
    mpz_init(c.x)
    mpz_init(c.y)
    mpz_pow_ui(c.a_powers[0], a, LEAF_TERMS)
    mpz_pow_ui(c.b_powers[0], b, LEAF_TERMS)
    c.levels = 1


cdef void series_clear(Series* c) noexcept nogil:
    cdef int i
    mpz_clear(c.a)
    mpz_clear(c.b)
    for i in range(LEVELS):
        mpz_clear(c.a_powers[i])
        mpz_clear(c.b_powers[i])
    mpz_clear(c.a_right)
    mpz_clear(c.b_right)
    mpz_clear(c.x)
    mpz_clear(c.y)


cdef void raise_powers(Series* c, int level) noexcept nogil:
    """Let the powers of this level exist."""
    while c.levels <= level:
        mpz_mul(c.a_powers[c.levels], c.a_powers[c.levels - 1], c.a_powers[c.levels - 1])
        mpz_mul(c.b_powers[c.levels], c.b_powers[c.levels - 1], c.b_powers[c.levels - 1])
        c.levels += 1


cdef void join(
    Series* c, int level, unsigned long n, mpz_t P, mpz_t Q, const mpz_t P2, const mpz_t Q2,
    const mpz_t u, const mpz_t v
) noexcept nogil:
    """P = u P b^n + v P2 a^m for m = LEAF_TERMS << level terms on the left and n on the right.

    Q alike, with a and b exchanged, where both are wanted.
    """
    raise_powers(c, level)
    cdef mpz_t* a_right = &c.a_powers[level]
    cdef mpz_t* b_right = &c.b_powers[level]
    if n != <unsigned long>LEAF_TERMS << level:
        a_right = &c.a_right
        b_right = &c.b_right
        mpz_pow_ui(b_right[0], c.b, n)
        if c.both:
            mpz_pow_ui(a_right[0], c.a, n)
    mpz_mul(c.x, u, b_right[0])
    mpz_mul(P, P, c.x)
    mpz_mul(c.x, v, c.a_powers[level])
    mpz_addmul(P, P2, c.x)
    if c.both:
        mpz_mul(c.x, u, a_right[0])
        mpz_mul(Q, Q, c.x)
        mpz_mul(c.x, v, c.b_powers[level])
        mpz_addmul(Q, Q2, c.x)


cdef void split_leaf(
    Series* c, unsigned long low, unsigned long high, mpz_t N, mpz_t D, mpz_t P, mpz_t Q
) noexcept nogil:
    cdef unsigned long s
    mpz_set_ui(N, 1)
    mpz_set_ui(D, 1)
    mpz_set_ui(P, 0)
    if c.both:
        mpz_set_ui(Q, 0)
    mpz_set_ui(c.x, 1)
    mpz_set_ui(c.y, 1)
    for s in range(low, high):
        # x and y: the numerators up to s with their powers of a and of b
        leaf_term(c, s, P, c.x, c.a, c.b, c.a_word, c.b_word)
        if c.both:
            leaf_term(c, s, Q, c.y, c.b, c.a, c.b_word, c.a_word)
        mpz_mul_ui(N, N, c.k - s)
        mpz_mul_ui(D, D, s + 1)


cdef inline void leaf_term(
    Series* c, unsigned long s, mpz_t P, mpz_t x, const mpz_t a, const mpz_t b,
    unsigned long a_word, unsigned long b_word
) noexcept nogil:
    mpz_add(P, P, x)
    if a_word:
        mpz_mul_ui(P, P, (s + 1) * b_word)
        mpz_mul_ui(x, x, (c.k - s) * a_word)
    else:
        mpz_mul_ui(P, P, s + 1)
        mpz_mul(P, P, b)
        mpz_mul_ui(x, x, c.k - s)
        mpz_mul(x, x, a)


cdef int split(
    Series* c, unsigned long low, unsigned long high, mpz_t N, mpz_t D, mpz_t P, mpz_t Q,
    bint need_n
) noexcept nogil:
    """The sums over the terms low <= s < high, relative to term low; all four are the caller's:

    N = prod (k - s), if needed, D = prod (s + 1),
    P = sum_s prod_{r < s} (k - r) prod_{r >= s} (r + 1) a^(s - low) b^(high - s),
    Q = P with a and b exchanged, if both are wanted; else it is left alone.
    """
    cdef unsigned long middle
    cdef int level = 0, status
    cdef mpz_t N2, D2, P2, Q2  # owned here
    if high - low <= LEAF_TERMS:
        split_leaf(c, low, high, N, D, P, Q)
        return 0
    while (high - low - 1) >> LEAF_BITS >> level > 1:
        level += 1
    middle = low + (<unsigned long>LEAF_TERMS << level)
    mpz_init(N2)
    mpz_init(D2)
    mpz_init(P2)
    mpz_init(Q2)
    status = split(c, low, middle, N, D, P, Q, True)
    if not status:
        status = split(c, middle, high, N2, D2, P2, Q2, need_n)
    if not status:
        join(c, level, high - middle, P, Q, P2, Q2, D2, N)
        if need_n:
            mpz_mul(N, N, N2)
        mpz_mul(D, D, D2)
        # a product of this size, in limb products of a schoolbook block
        status = spend(&c.budget, 64 * limbs_of(P))
    mpz_clear(N2)
    mpz_clear(D2)
    mpz_clear(P2)
    mpz_clear(Q2)
    return status


cdef int split_sum(
    Series* c, unsigned long low, unsigned long high, mpz_t P, mpz_t Q
) noexcept nogil:
    """P = sum_{low <= s < high} C(k, s) a^s b^(k - s); Q = P with a and b exchanged."""
    cdef mpz_t N, D  # owned here
    cdef int status
    mpz_init(N)
    mpz_init(D)
    status = split(c, low, high, N, D, P, Q, False)
    if not status:
        mpz_bin_uiui(N, c.k, low)
        mpz_mul(P, P, N)
        mpz_divexact(P, P, D)
        if c.both:
            mpz_mul(Q, Q, N)
            mpz_divexact(Q, Q, D)
        weigh(c, low, high, P, Q)
    mpz_clear(N)
    mpz_clear(D)
    return status


cdef void weigh(
    Series* c, unsigned long low, unsigned long high, mpz_t P, mpz_t Q
) noexcept nogil:
    """From sums relative to term low to sums of terms: P times a^low b^(k - high), Q alike."""
    mpz_pow_ui(c.x, c.a, low)
    mpz_pow_ui(c.y, c.b, c.k - high)
    mpz_mul(c.x, c.x, c.y)
    mpz_mul(P, P, c.x)
    if c.both:
        mpz_pow_ui(c.x, c.b, low)
        mpz_pow_ui(c.y, c.a, c.k - high)
        mpz_mul(c.x, c.x, c.y)
        mpz_mul(Q, Q, c.x)
