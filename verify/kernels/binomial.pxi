# Tails of k-fold randomized response: sum_{s <= t} C(k, s) a^s b^(k - s), and a, b exchanged.
#
# The short end is summed, the long one taken by complement from (a + b)^k. Short terms are summed
# in word-sized blocks, longer ones by binary splitting, many without their common factors.
#
# Of two tails of nearly k/2 terms each, the second is what the first and the terms between leave of
# (a + b)^k: exchanging a and b exchanges the ends.

cdef enum:
    # as measured
    BLOCKED_WORK = 1 << 15  # up to it words beat binary splitting: see is_short()
    KUMMER_TERMS = 2500  # beyond these, and more if k is much greater, a sieve up to k pays
    KUMMER_COUNT = 1 << 27  # as far as there are 64 MiB for a sieve

cdef struct Tails:
    # What is asked: so many terms from s = 0 on, at most half of k + 1, and how to sum them.
    unsigned long k
    unsigned long terms
    bint both  # with a and b exchanged as well,
    bint near  # which then is what these and the terms between leave of (a + b)^k
    bint word  # (k + 1) a and (k + 1) b fit a word
    bint blocked
    PrimePowers powers  # none if common factors are not looked for


cdef inline Py_ssize_t limbs_of(const mpz_t x) noexcept nogil:
    return abs(x[0]._mp_size) + 1


cdef void blocked_sum(
    mpz_t total, mpz_t w, unsigned long k, unsigned long a, unsigned long b,
    unsigned long s, unsigned long end
) noexcept nogil:
    """Add the terms from s to end <= k to the total; w goes from the term at s to the one at end.

    (k + 1) a, (k + 1) b fit a word. The next m terms, w included, add up to w S/D, and the one
    after them is w N/D, where N, S and D are words: one product of ratios at a time is packed into
    them until one would overflow. Both divisions are exact.
    """
    cdef mpz_t x  # owned here
    cdef unsigned long m, N, D, S, up, down, next_n, next_d, next_s
    mpz_init(x)
    while s < end:
        N = D = 1
        S = m = 0
        while s + m < end:
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
        mpz_mul_ui(w, w, N)
        mpz_divexact_ui(w, w, D)
        s += m
    mpz_clear(x)


cdef void blocked_tails(
    mpz_t A, mpz_t B, const mpz_t a, const mpz_t b, const Tails* ask
) noexcept nogil:
    cdef unsigned long x = a[0]._mp_d[0], y = b[0]._mp_d[0], k = ask.k, n = ask.terms
    cdef mpz_t w  # owned here
    mpz_init(w)
    mpz_ui_pow_ui(w, y, k)
    blocked_sum(A, w, k, x, y, 0, n)
    if ask.near:
        blocked_sum(B, w, k, x, y, n, k + 1 - n)
    elif ask.both:
        mpz_ui_pow_ui(w, x, k)
        blocked_sum(B, w, k, y, x, 0, n)
    mpz_clear(w)


cdef int split_tails(
    mpz_t A, mpz_t B, const mpz_t a, const mpz_t b, const Tails* ask
) noexcept nogil:
    cdef Series c  # owned here
    cdef unsigned long k = ask.k, n = ask.terms
    cdef int status
    series_init(&c, k, a, b, ask.word, ask.both and not ask.near)
    status = range_sum(&c, 0, n, &ask.powers, A, B)
    if ask.near and n < k + 1 - n and not status:
        status = range_sum(&c, n, k + 1 - n, &ask.powers, B, B)
    series_clear(&c)
    return status


cdef inline int range_sum(
    Series* c, unsigned long low, unsigned long high, const PrimePowers* powers, mpz_t P, mpz_t Q
) noexcept nogil:
    if powers.count:
        return kummer_sum(c, low, high, powers, P, Q)
    return split_sum(c, low, high, P, Q)


cdef int short_tails(
    mpz_t A, mpz_t B, const mpz_t a, const mpz_t b, const mpz_t whole, const Tails* ask
) noexcept nogil:
    """A = sum_{s < terms} C(k, s) a^s b^(k - s), and B with a and b exchanged if both are asked.

    A and B are 0 before; whole = (a + b)^k is read if near.
    """
    cdef int status = 0
    if ask.blocked:
        blocked_tails(A, B, a, b, ask)
    else:
        status = split_tails(A, B, a, b, ask)
    if ask.near:
        mpz_add(B, B, A)
        mpz_sub(B, whole, B)
    return status


cdef bint one_word(const mpz_t a, const mpz_t b, unsigned long k) noexcept nogil:
    """Do (k + 1) a and (k + 1) b fit a word?"""
    cdef unsigned long ignored
    return (
        a[0]._mp_size == 1 and b[0]._mp_size == 1 and k + 1 != 0
        and not verify_overflows(k + 1, a[0]._mp_d[0], &ignored)
        and not verify_overflows(k + 1, b[0]._mp_d[0], &ignored))


cdef int moderate_size(
    unsigned long k, const mpz_t a, const mpz_t b, unsigned long t
) except FAILED:
    """GMP ends the process when it runs out of memory, so refuse what is out of reach: 2 GiB."""
    cdef double bits = mpz_sizeinbase(a, 2) + mpz_sizeinbase(b, 2)
    if bits * k + (bits + 128.0) * min(t, k - t) > 1 << 34:
        raise OverflowError(f"a binomial tail with k = {k} needs numbers of more than 2**34 bits")
    return 0


cdef bint is_short(const mpz_t a, const mpz_t b, unsigned long k) noexcept nogil:
    """Whether a term has few limbs for each ratio of neighbouring terms that fits into a word."""
    cdef double bits = max(mpz_sizeinbase(a, 2), mpz_sizeinbase(b, 2))
    return k * bits * (log2(k + 1.0) + bits) <= BLOCKED_WORK


cdef void choose(Tails* ask, const mpz_t a, const mpz_t b) noexcept nogil:
    cdef unsigned long n = ask.terms, rest = ask.k - n
    ask.word = one_word(a, b, ask.k)
    ask.blocked = ask.word and is_short(a, b, ask.k)
    ask.near = ask.both and (rest * 3 < n * 5 if ask.blocked else rest // 7 < n // 5)
    ask.powers.count = 0


cdef tuple tails_up_to(k, a, b, t, bint both):
    """(A, B) of binomial_tail(); B is 0 unless both are wanted."""
    cdef mpz az = positive(a, "a"), bz = positive(b, "b")
    if not 0 <= t <= k:
        raise ValueError(f"0 <= t <= k is required, got t = {t}, k = {k}")
    cdef unsigned long n = k, terms = t
    moderate_size(n, az.z, bz.z, terms)
    cdef bint complement = n - terms <= terms
    if complement:  # the terms s > t are those with a and b exchanged up to k - t - 1
        az, bz = bz, az
        terms = n - terms
    else:
        terms += 1
    cdef Tails ask
    cdef const uint32_t[::1] q, p, rest
    ask.k = n
    ask.terms = terms
    ask.both = both
    choose(&ask, az.z, bz.z)
    if not ask.blocked and terms >= KUMMER_TERMS + n // 24 and n <= KUMMER_COUNT:
        q, p, rest = prime_powers(n)
        ask.powers = PrimePowers(&q[0], &p[0], &rest[0], q.shape[0])
    cdef mpz A = GMPy_MPZ_New(NULL), B = GMPy_MPZ_New(NULL), whole = GMPy_MPZ_New(NULL)
    cdef int status = 0
    with nogil:
        if complement or ask.near:
            mpz_add(whole.z, az.z, bz.z)
            mpz_pow_ui(whole.z, whole.z, n)
        if terms:
            status = short_tails(A.z, B.z, az.z, bz.z, whole.z, &ask)
        if complement:
            mpz_sub(A.z, whole.z, A.z)
            mpz_sub(B.z, whole.z, B.z)
    passed(status)
    return A, B


def binomial_tail(k, a, b, t):
    """(A, B), both mpz, for positive integers a, b of any size and 0 <= t <= k:

    A = sum_{s <= t} C(k, s) a^s b^(k - s) and B = sum_{s <= t} C(k, s) b^s a^(k - s).

    Raises ValueError for arguments out of range, OverflowError where the results would exceed 2**34
    bits. Ctrl-C is seen between GMP operations; one on numbers of n bits takes about n/10**8 s.
    """
    return tails_up_to(k, a, b, t, True)


def one_binomial_tail(k, a, b, t):
    """A of binomial_tail() alone, in about 2/3 of the time."""
    return tails_up_to(k, a, b, t, False)[0]
