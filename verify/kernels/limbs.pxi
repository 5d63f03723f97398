# Arithmetic on rows of limbs, and exact comparison of likelihood ratios.

cdef inline int compare(const uint64_t* x, const uint64_t* y, Py_ssize_t n) noexcept nogil:
    """The sign of x - y."""
    while n > 0:
        n -= 1
        if x[n] != y[n]:
            return 1 if x[n] > y[n] else -1
    return 0


cdef inline bint is_zero(const uint64_t* x, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(n):
        if x[i]:
            return False
    return True


cdef inline uint64_t accumulate(uint64_t* total, const uint64_t* x, Py_ssize_t n) noexcept nogil:
    """total += x; the carry out. Rows are short, so a loop beats the call of mpn_add_n."""
    cdef u128 sum = 0
    cdef Py_ssize_t i
    for i in range(n):
        sum += <u128>total[i] + x[i]
        total[i] = <uint64_t>sum
        sum >>= 64
    return <uint64_t>sum


cdef inline void multiply(
    uint64_t* r, Py_ssize_t width, const uint64_t* x, Py_ssize_t n, const uint64_t* y, Py_ssize_t m
) noexcept nogil:
    """r = x y, padded with zeros to width >= n + m limbs."""
    if n == 0 or m == 0:
        memset(r, 0, width * sizeof(uint64_t))
        return
    # mpn_mul wants the longer operand first
    if n >= m:
        mpn_mul(<mp_limb_t*>r, <const mp_limb_t*>x, n, <const mp_limb_t*>y, m)
    else:
        mpn_mul(<mp_limb_t*>r, <const mp_limb_t*>y, m, <const mp_limb_t*>x, n)
    if width > n + m:
        memset(r + n + m, 0, (width - n - m) * sizeof(uint64_t))


cdef inline bint above_word(
    const uint64_t* p, const uint64_t* q, Py_ssize_t L, uint64_t u, uint64_t v
) noexcept nogil:
    """v p > u q, in no scratch.

    The top limbs decide unless they nearly tie: with x = v p_top and y = u q_top, in units of
    2^(64 (L - 1)), x <= v p < x + v and y <= u q <= y + u.
    """
    cdef u128 x = <u128>v * p[L - 1], y = <u128>u * q[L - 1], difference
    cdef uint64_t borrow = 0
    cdef Py_ssize_t i
    if L == 1:
        return x > y
    if x > y + u:
        return True
    if y >= x + v:
        return False
    # the borrow out of u q - v p, limb by limb
    x = y = 0
    for i in range(L):
        x += <u128>v * p[i]
        y += <u128>u * q[i]
        difference = <u128><uint64_t>y - <uint64_t>x - borrow
        borrow = <uint64_t>(difference >> 64) & 1
        x >>= 64
        y >>= 64
    return y < x + borrow


cdef inline bint above(
    const uint64_t* p, const uint64_t* q, Py_ssize_t L, const Level* level, uint64_t* room
) noexcept nogil:
    """v p > u q, in comparison_room() limbs of scratch."""
    cdef Py_ssize_t width
    if level.word:
        return above_word(p, q, L, level.u_word, level.v_word)
    width = L + level_width(level)
    multiply(room, width, p, L, level.v, level.vn)
    multiply(room + width, width, q, L, level.u, level.un)
    return compare(room, room + width, width) > 0


cdef enum:
    NEAR = 6  # leading limbs that are looked at first, then twice as many
    NEAREST = 24
    FEW_LIMBS = 16  # that are multiplied all at once


cdef struct Leading:
    # The t leading limbs of a product, the highest of them not 0, that is top * 2**(64 exponent):
    # of one number, or of a product of factors, cut off after each. So at most 7 are cut off for
    # four factors, and the product is below top (1 + 2**(64 (1 - t)))**7 < top + 8 * 2**64.
    uint64_t[48] top
    Py_ssize_t exponent


cdef inline bint lead(Leading* r, const uint64_t* x, Py_ssize_t n, Py_ssize_t t) noexcept nogil:
    """r = x; False if it is 0."""
    while n and x[n - 1] == 0:
        n -= 1
    r.exponent = n - t
    if n < t:
        memset(r.top, 0, (t - n) * sizeof(uint64_t))
        memcpy(r.top + t - n, x, n * sizeof(uint64_t))
    else:
        memcpy(r.top, x + n - t, t * sizeof(uint64_t))
    return n > 0


cdef inline bint lead_times(
    Leading* r, const uint64_t* x, Py_ssize_t n, Py_ssize_t t
) noexcept nogil:
    """r *= x; False if x is 0."""
    cdef Leading factor
    cdef uint64_t[48] product
    cdef Py_ssize_t cut = t
    if not lead(&factor, x, n, t):
        return False
    mpn_mul(<mp_limb_t*>product, <const mp_limb_t*>r.top, t, <const mp_limb_t*>factor.top, t)
    if product[2 * t - 1] == 0:
        cut = t - 1
    memcpy(r.top, product + cut, t * sizeof(uint64_t))
    r.exponent += factor.exponent + cut
    return True


cdef inline int leading_order(const Leading* x, const Leading* y, Py_ssize_t t) noexcept nogil:
    """The sign of x - y, products of up to four factors; 0 where t limbs do not tell."""
    cdef uint64_t[24] difference
    cdef const Leading* larger = x
    cdef const Leading* smaller = y
    cdef int sign = 1
    if x.exponent != y.exponent:
        return 0  # nearly a power of 2**64, or not near at all: seldom
    if compare(x.top, y.top, t) < 0:
        larger, smaller, sign = y, x, -1
    mpn_sub_n(<mp_limb_t*>difference, <const mp_limb_t*>larger.top,
              <const mp_limb_t*>smaller.top, t)
    if difference[1] < 8 and is_zero(difference + 2, t - 2):
        return 0
    return sign


cdef inline int leading_ratio_order(
    const uint64_t* p, const uint64_t* q, const uint64_t* r, const uint64_t* s, Py_ssize_t L,
    Py_ssize_t t
) noexcept nogil:
    """The sign of p/q - r/s, or 0 where t leading limbs do not tell."""
    cdef Leading x, y
    if not (lead(&x, p, L, t) and lead_times(&x, s, L, t)):
        return 0
    if not (lead(&y, r, L, t) and lead_times(&y, q, L, t)):
        return 0
    return leading_order(&x, &y, t)


cdef inline int ratio_order(
    const uint64_t* p, const uint64_t* q, const uint64_t* r, const uint64_t* s,
    Py_ssize_t L, uint64_t* room
) noexcept nogil:
    """The sign of p/q - r/s by cross multiplication, x/0 being infinite; 4 L limbs of scratch."""
    cdef u128 x, y
    cdef Py_ssize_t t = NEAR
    cdef int sign
    if L == 1:
        x = <u128>p[0] * s[0]
        y = <u128>r[0] * q[0]
        return <int>(x > y) - <int>(x < y)
    while L >= FEW_LIMBS and t <= NEAREST and 2 * t <= L:
        sign = leading_ratio_order(p, q, r, s, L, t)
        if sign:
            return sign
        t *= 2
    multiply(room, 2 * L, p, L, s, L)
    multiply(room + 2 * L, 2 * L, r, L, q, L)
    return compare(room, room + 2 * L, 2 * L)


cdef mpz mpz_of_limbs(const uint64_t* x, Py_ssize_t n):
    """A new mpz, owned by the caller's reference."""
    cdef mpz z = GMPy_MPZ_New(NULL)
    mpz_import(z.z, n, -1, sizeof(uint64_t), 0, 0, x)
    return z
