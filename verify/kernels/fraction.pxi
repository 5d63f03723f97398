# A fraction that is known to be in lowest terms: gmpy2 has no way to say so.

cdef extern from "gmp.h" nogil:
    mpz_ptr mpq_numref(mpq_t)
    mpz_ptr mpq_denref(mpq_t)


def fraction(mpz numerator not None, mpz denominator not None):
    """numerator/denominator as an mpq, for coprime integers with denominator > 0: not checked."""
    cdef mpq result = GMPy_MPQ_New(NULL)
    mpz_set(mpq_numref(result.q), numerator.z)
    mpz_set(mpq_denref(result.q), denominator.z)
    return result
