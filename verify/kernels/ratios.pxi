# Float keys of likelihood ratios. A key only guides: whoever reads one leaves every comparison of
# keys within their error to exact arithmetic.
#
# The key of a ratio r = m 2^e, 1 <= m < 2, is kappa(r) = e + (m - 1): a logarithm to base 2 made
# linear between powers of two. It is continuous and strictly increasing, needs no libm (so keys
# are the same on every machine), and weights of any width neither overflow nor underflow.
#
# Error. leading() truncates to 53 bits: numerator and denominator each lose a relative part in
# [0, 2^-52), so their quotient is off by less than 2^-52 either way, and rounding the division
# adds 2^-53: less than 3.01 * 2^-53 together. kappa changes by at most 2 per relative unit of r
# (dkappa = m dr/r, and it is continuous at powers of two), m - 1 is exact, and rounding e + (m - 1)
# costs at most 2^-53 |key|. So |key - kappa(r)| < 6.1 * 2^-53 + 2^-53 |key| < 2^-50 (1 + |key|).
# key_error() doubles that, which also covers the rounding of its own use.

cdef inline double leading(const uint64_t* x, Py_ssize_t n, Py_ssize_t* exponent) noexcept nogil:
    """The leading 53 bits m of x, 2^52 <= m < 2^53, with m 2^e <= x < (m + 1) 2^e; 0 if x = 0."""
    cdef uint64_t top
    cdef int shift
    while n > 0 and x[n - 1] == 0:
        n -= 1
    if n == 0:
        return 0.0
    shift = verify_leading_zeros(x[n - 1])
    top = x[n - 1] << shift
    if shift and n > 1:
        top |= x[n - 2] >> (64 - shift)
    exponent[0] = 64 * n - shift - 53
    return <double><int64_t>(top >> 11)


cdef inline double ratio_key(
    const uint64_t* p, Py_ssize_t pn, const uint64_t* q, Py_ssize_t qn
) noexcept nogil:
    """kappa(p/q) within key_error(); infinite for q = 0 (also for 0/0), minus infinite for 0/q."""
    cdef Py_ssize_t e = 0, f = 0
    cdef double x = leading(p, pn, &e), y = leading(q, qn, &f), r
    if y == 0:
        return INFINITY
    if x == 0:
        return -INFINITY
    r = x / y
    if r < 1:
        return <double>(e - f - 1) + (2 * r - 1)
    return <double>(e - f) + (r - 1)


cdef inline double key_error(double key) noexcept nogil:
    return 1.7763568394002505e-15 * (1 + abs(key))  # 2^-49


cdef inline bint near(double low, double high) noexcept nogil:
    """Could the ratios behind two keys, low <= high, be equal or in the other order?

    key + key_error(key) and key - key_error(key) increase with the key. So where neighbours in
    a sorted sequence are not near, everything before them is truly below everything after.
    """
    if isinf(low) or isinf(high):
        return low == high
    return high - low <= key_error(low) + key_error(high)
