# One sweep: the sum of trinomial terms on one side of a line, row by row.

cdef struct Law:
    # The numbers of one of two laws, all of them natural. They belong to a Numbers.
    mpz_t* weights
    mpz_t* together  # at d: the sum of the weights of class d and all after it
    mpz_t* bases  # at d: of the counts of the d classes before, with their multinomial coefficient
    mpz_t* wholes  # sums of bases: see add_wholes()
    mpz_ptr ends  # the sum of the weights of the highest and lowest swept classes
    mpz_ptr total
    mpz_ptr sum
    mpz_ptr tail
    mpz_ptr edge
    mpz_ptr room


cdef inline bint by_word(const mpz_t x, unsigned long f, unsigned long* product) noexcept nogil:
    """Whether x f fits a word, and the product."""
    return x[0]._mp_size == 1 and not verify_overflows(x[0]._mp_d[0], f, product)


cdef inline void scale(mpz_ptr r, const mpz_t x, unsigned long f) noexcept nogil:
    """r *= x f"""
    cdef unsigned long factor
    if by_word(x, f, &factor):
        mpz_mul_ui(r, r, factor)
    else:
        mpz_mul(r, r, x)
        mpz_mul_ui(r, r, f)


cdef inline void add_scaled(
    mpz_ptr r, const mpz_t y, const mpz_t x, unsigned long f, mpz_ptr room
) noexcept nogil:
    """r += y x f"""
    cdef unsigned long factor
    if by_word(x, f, &factor):
        mpz_addmul_ui(r, y, factor)
    else:
        mpz_mul(room, y, x)
        mpz_addmul_ui(r, room, f)


cdef int sum_rows(
    Law* law, const mpz_t x, const mpz_t y, const mpz_t z, unsigned long first,
    unsigned long count, const char* moves, Py_ssize_t* budget
) noexcept nogil:
    """law.sum = sum_{first <= m <= R} C(R, m) z^(R - m) sum_{j >= t_m} C(m, j) x^j y^(m - j)

    for R = count, t_first = first >= 1 and t_(m + 1) = t_m + moves[m]. The first sum goes by
    Horner's rule in z, and in row m

        tail = C(R, m) sum_{j >= t} C(m, j) x^j y^(m - j)
        edge = C(R, m) C(m, t - 1) x^(t - 1) y^(m - t + 1), the first term left out.

    Every division is exact.
    """
    cdef mpz_ptr tail = law.tail, edge = law.edge
    cdef unsigned long m, t = first
    mpz_bin_uiui(tail, count, first)
    mpz_pow_ui(law.room, x, first - 1)
    mpz_mul(tail, tail, law.room)
    mpz_mul(edge, tail, y)
    mpz_mul_ui(edge, edge, first)
    mpz_mul(tail, tail, x)
    mpz_set(law.sum, tail)
    for m in range(first, count):
        scale(tail, law.ends, count - m)
        if moves[m]:
            scale(edge, x, count - m)
            mpz_divexact_ui(edge, edge, t)
            mpz_submul_ui(tail, edge, m - t + 1)
            t += 1
        else:
            add_scaled(tail, edge, x, count - m, law.room)
            scale(edge, y, count - m)
            mpz_divexact_ui(edge, edge, m - t + 2)
        mpz_divexact_ui(tail, tail, m + 1)
        mpz_mul(law.sum, law.sum, z)
        mpz_add(law.sum, law.sum, tail)
        if spend(budget, 20 + 8 * abs(law.sum[0]._mp_size)):
            return FAILED
    return 0
