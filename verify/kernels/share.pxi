# Fractions of one large whole whose prime factors are known to divide a small number.

cdef void common_divisor(
    mpz_t g, const mpz_t x, const mpz_t whole, const mpz_t base, mpz_t power, mpz_t other
) noexcept nogil:
    """g = gcd(x, whole) for x > 0, by way of gcd(x, base^(2^i)) until it stands still.

    Then every prime factor of base divides x as often as g: if it divided x more often, it would
    divide gcd(x, base^(2^(i + 1))) more often.
    """
    mpz_gcd(g, x, base)
    mpz_set(power, base)
    while power[0]._mp_size <= whole[0]._mp_size:
        if g[0]._mp_size == 1 and g[0]._mp_d[0] == 1:
            return
        mpz_mul(power, power, power)
        mpz_gcd(other, x, power)
        if mpz_cmp(other, g) == 0:
            mpz_gcd(g, g, whole)
            return
        mpz_swap(g, other)
    mpz_gcd(g, x, whole)


def share(x, whole, base):
    """x/whole in lowest terms, for 0 <= x and a whole whose every prime factor divides base.

    The common divisor of numbers of many limbs costs as much as all else; this one is mostly
    found from a few limbs.
    """
    cdef mpz xz = natural(x, "x"), wz = positive(whole, "whole"), bz = positive(base, "base")
    cdef mpz g = GMPy_MPZ_New(NULL), power = GMPy_MPZ_New(NULL), other = GMPy_MPZ_New(NULL)
    cdef mpq found = GMPy_MPQ_New(NULL)
    if xz.z[0]._mp_size == 0:
        return mpq(0)
    common_divisor(g.z, xz.z, wz.z, bz.z, power.z, other.z)
    mpz_divexact(&found.q[0]._mp_num, xz.z, g.z)
    mpz_divexact(&found.q[0]._mp_den, wz.z, g.z)
    return found
