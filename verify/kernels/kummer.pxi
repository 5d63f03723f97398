# Many neighbouring terms C(k, s) a^s b^(k - s) summed without the factors they have in common.
#
# Kummer: C(k, s) is the product of the primes p, one for each power q = p^i <= k with
# s mod q > k mod q. For one q such s come in *runs*: the last q - 1 - (k mod q) numbers before each
# multiple of q. So the terms of a block share the product G of the p over all q with a run that
# covers the block, and its sum is held divided by G. A block of n terms then takes about
# n log(k/n) bits in place of n log k, and nothing is left to divide by when all are joined.

cdef enum:
    BLOCK_LEVEL = 3
    BLOCK_BITS = LEAF_BITS + BLOCK_LEVEL
    BLOCK_TERMS = 1 << BLOCK_BITS
    FEW_FACTORS = 64

cdef struct PrimePowers:
    # All q = p^i <= k, by word: q, p and k mod q.
    const uint32_t* q
    const uint32_t* p
    const uint32_t* rest
    Py_ssize_t count

cdef struct Blocks:
    # The terms low <= s < end of a series, in blocks of one length, the last one shorter.
    Series* c
    unsigned long low
    unsigned long end
    PrimePowers powers
    Py_ssize_t count
    mpz_t* P  # the sums of the blocks, and with a and b exchanged
    mpz_t* Q
    uint32_t* factors  # lists of primes, one for each block
    Py_ssize_t room
    Py_ssize_t* ends  # where each block's list ends and the next one starts


cdef int kummer_sum(
    Series* c, unsigned long low, unsigned long high, const PrimePowers* powers, mpz_t P, mpz_t Q
) noexcept nogil:
    """P = sum_{low <= s < high} C(k, s) a^s b^(k - s); Q = P with a and b exchanged."""
    cdef Blocks b
    cdef Py_ssize_t i, count = ((high - low - 1) >> BLOCK_BITS) + 1
    cdef int status = FAILED
    b.c = c
    b.low = low
    b.end = high
    b.powers = powers[0]
    b.count = count
    b.room = 0
    b.factors = NULL
    b.ends = <Py_ssize_t*>malloc(count * sizeof(Py_ssize_t))
    b.P = <mpz_t*>malloc(2 * count * sizeof(mpz_t))
    if b.ends == NULL or b.P == NULL:
        no_memory()
    else:
        b.Q = b.P + count
        for i in range(2 * count):
            mpz_init(b.P[i])
        status = join_blocks(&b)
        mpz_swap(P, b.P[0])
        if c.both:
            mpz_swap(Q, b.Q[0])
        for i in range(2 * count):
            mpz_clear(b.P[i])
    free(b.factors)
    free(b.ends)
    free(b.P)
    return status


cdef int join_blocks(Blocks* b) noexcept nogil:
    """The weighted sum of all terms in P[0] and Q[0]."""
    cdef mpz_t u, v  # owned here
    cdef int level = BLOCK_LEVEL, status
    mpz_init(u)
    mpz_init(v)
    status = sum_blocks(b, u, v)
    while not status:
        status = gather(b, level)
        if status:
            break
        if b.count == 1:
            product_of(u, b.factors, b.ends[0])
            mpz_mul(b.P[0], b.P[0], u)
            mpz_mul(b.Q[0], b.Q[0], u)
            weigh(b.c, b.low, b.end, b.P[0], b.Q[0])
            break
        status = join_pairs(b, level, u, v)
        level += 1
    mpz_clear(u)
    mpz_clear(v)
    return status


cdef int sum_blocks(Blocks* b, mpz_t N, mpz_t D) noexcept nogil:
    """The sums of the single blocks."""
    cdef unsigned long low = b.low
    cdef Py_ssize_t i, start = 0
    cdef int status = gather(b, -1)
    for i in range(b.count):
        if status:
            break
        status = split(b.c, low, min(low + BLOCK_TERMS, b.end), N, D, b.P[i], b.Q[i], False)
        product_of(N, b.factors + start, b.ends[i] - start)
        mpz_divexact(b.P[i], b.P[i], N)
        if b.c.both:
            mpz_divexact(b.Q[i], b.Q[i], N)
        start = b.ends[i]
        low += BLOCK_TERMS
    return status


cdef int join_pairs(Blocks* b, int level, mpz_t u, mpz_t v) noexcept nogil:
    """From blocks of LEAF_TERMS << level terms to those of twice as many."""
    cdef unsigned long size = <unsigned long>LEAF_TERMS << level, high = b.low, right
    cdef Py_ssize_t i, j, start = 0
    for i in range(b.count // 2):
        j = 2 * i
        high += 2 * size
        product_of(u, b.factors + start, b.ends[j] - start)
        product_of(v, b.factors + b.ends[j], b.ends[j + 1] - b.ends[j])
        start = b.ends[j + 1]
        right = size - (high - min(high, b.end))
        join(b.c, level, right, b.P[j], b.Q[j], b.P[j + 1], b.Q[j + 1], u, v)
        mpz_swap(b.P[i], b.P[j])
        mpz_swap(b.Q[i], b.Q[j])
        discard(b.P[j + 1])
        discard(b.Q[j + 1])
        if spend(&b.c.budget, 64 * limbs_of(b.P[i])):
            return FAILED
    if b.count & 1:
        mpz_swap(b.P[b.count // 2], b.P[b.count - 1])
        mpz_swap(b.Q[b.count // 2], b.Q[b.count - 1])
    b.count = (b.count + 1) // 2
    return 0


cdef inline void discard(mpz_t x) noexcept nogil:
    mpz_clear(x)
    mpz_init(x)


cdef void product_of(mpz_t product, const uint32_t* factors, Py_ssize_t n) noexcept nogil:
    cdef unsigned long word = 1, next_word
    cdef Py_ssize_t i
    cdef mpz_t right  # owned here
    if n > FEW_FACTORS:
        mpz_init(right)
        product_of(product, factors, n // 2)
        product_of(right, factors + n // 2, n - n // 2)
        mpz_mul(product, product, right)
        mpz_clear(right)
        return
    mpz_set_ui(product, 1)
    for i in range(n):
        if verify_overflows(word, factors[i], &next_word):
            mpz_mul_ui(product, product, word)
            next_word = factors[i]
        word = next_word
    mpz_mul_ui(product, product, word)


cdef int gather(Blocks* b, int level) noexcept nogil:
    """List the primes of parted() for each block, or of extra() if level < 0.

    They are looked for twice, to count and to fill.
    """
    cdef Py_ssize_t i, size, total = 0
    memset(b.ends, 0, b.count * sizeof(Py_ssize_t))
    visit(b, level, False)
    for i in range(b.count):
        size = b.ends[i]
        b.ends[i] = total  # where the list starts, until it is filled
        total += size
    if total > b.room:
        free(b.factors)
        b.room = 0
        b.factors = <uint32_t*>malloc(total * sizeof(uint32_t))
        if b.factors == NULL:
            return no_memory()
        b.room = total
    visit(b, level, True)
    return spend(&b.c.budget, 4 * (b.powers.count + total))


cdef int no_memory() noexcept with gil:
    PyErr_NoMemory()
    return FAILED


cdef void visit(Blocks* b, int level, bint fill) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.powers.count):
        if level < 0:
            extra(b, i, fill)
        else:
            parted(b, i, level, fill)


cdef inline void put(Blocks* b, Py_ssize_t block, Py_ssize_t i, bint fill) noexcept nogil:
    if fill:
        b.factors[b.ends[block]] = b.powers.p[i]
    b.ends[block] += 1


cdef inline void extra(Blocks* b, Py_ssize_t i, bint fill) noexcept nogil:
    """What the sum of a block from split() has too much: D G/C(k, l), where l is its first term.

    D is the product of l + 1, ..., h, so each multiple m of q in there counts, except where it ends
    a run that has l in it but does not cover the block: p is a factor of C(k, l) then, not of G.
    """
    cdef unsigned long q = b.powers.q[i], rest = b.powers.rest[i], m, first
    cdef Py_ssize_t block
    m = b.low - b.low % q + q
    while m <= b.end:
        block = (m - 1 - b.low) >> BLOCK_BITS
        first = b.low + (<unsigned long>block << BLOCK_BITS)
        if m - first >= q - rest or m == min(first + BLOCK_TERMS, b.end):
            put(b, block, i, fill)
        m += q


cdef inline void parted(Blocks* b, Py_ssize_t i, int level, bint fill) noexcept nogil:
    """The blocks that a run of q covers without covering the pair that they are joined in.

    For each run these are the first block it covers, if odd, and the last one, if even. A run
    over the last term covers whatever comes after, so that it never ends within a pair.
    """
    cdef unsigned long q = b.powers.q[i], rest = b.powers.rest[i], m = b.low, start
    cdef int bits = LEAF_BITS + level
    cdef Py_ssize_t first, last, pairs_end = 1 if b.count == 1 else b.count + (b.count & 1)
    if (q - 1 - rest) >> bits == 0:  # too short to cover any block but the last
        m = b.end - 1
    m -= m % q
    while m < b.end:
        start = m + rest + 1
        first = (start - b.low - 1 >> bits) + 1 if start > b.low else 0
        last = (m + q - b.low) >> bits if m + q < b.end else pairs_end
        if first < last and first < b.count:
            if first & 1:
                put(b, first, i, fill)
            if last & 1:
                put(b, last - 1, i, fill)
        m += q


cdef tuple prime_powers(unsigned long k):
    """(q, p, k mod q) for all prime powers q = p^i <= k, as three arrays."""
    odd = np.ones((k + 1) // 2, dtype=bool)  # the odd numbers up to k
    cdef unsigned long i = 3
    while i * i <= k:
        if odd[i // 2]:
            odd[i * i // 2::i] = False
        i += 2
    p = 2 * np.flatnonzero(odd) + 1
    p[:1] = 2  # in the place of 1
    q = p
    powers = [(q, p)]
    while p.size:
        fits = q <= k // p
        p = p[fits]
        q = q[fits] * p
        powers.append((q, p))
    q, p = (np.concatenate(parts) for parts in zip(*powers))
    return tuple(array.astype(np.uint32) for array in (q, p, k % q))
