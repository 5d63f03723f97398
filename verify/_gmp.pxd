"""The GMP functions that the kernels call, all without the GIL, through the table of _gmp.h."""
from gmpy2.gmpy2 cimport mpz_t


cdef extern from "_gmp.h" nogil:
    ctypedef unsigned long mp_limb_t
    ctypedef unsigned long long u128 "verify_u128"

    const char* verify_gmp_load(const char* path)

    mp_limb_t mpn_mul "verify_gmp.mpn_mul" (
        mp_limb_t*, const mp_limb_t*, long, const mp_limb_t*, long)
    mp_limb_t mpn_sub_n "verify_gmp.mpn_sub_n" (
        mp_limb_t*, const mp_limb_t*, const mp_limb_t*, long)
    mp_limb_t mpn_add_n "verify_gmp.mpn_add_n" (
        mp_limb_t*, const mp_limb_t*, const mp_limb_t*, long)
    mp_limb_t mpn_mul_1 "verify_gmp.mpn_mul_1" (mp_limb_t*, const mp_limb_t*, long, mp_limb_t)
    mp_limb_t mpn_addmul_1 "verify_gmp.mpn_addmul_1" (
        mp_limb_t*, const mp_limb_t*, long, mp_limb_t)

    void mpz_init "verify_gmp.mpz_init" (mpz_t)
    void mpz_clear "verify_gmp.mpz_clear" (mpz_t)
    void mpz_set "verify_gmp.mpz_set" (mpz_t, const mpz_t)
    void mpz_set_ui "verify_gmp.mpz_set_ui" (mpz_t, unsigned long)
    void mpz_import "verify_gmp.mpz_import" (
        mpz_t, size_t count, int order, size_t size, int endian, size_t nails, const void*)
    size_t mpz_sizeinbase "verify_gmp.mpz_sizeinbase" (const mpz_t, int)
    void mpz_add "verify_gmp.mpz_add" (mpz_t, const mpz_t, const mpz_t)
    void mpz_sub "verify_gmp.mpz_sub" (mpz_t, const mpz_t, const mpz_t)
    void mpz_mul "verify_gmp.mpz_mul" (mpz_t, const mpz_t, const mpz_t)
    void mpz_mul_ui "verify_gmp.mpz_mul_ui" (mpz_t, const mpz_t, unsigned long)
    void mpz_addmul "verify_gmp.mpz_addmul" (mpz_t, const mpz_t, const mpz_t)
    void mpz_pow_ui "verify_gmp.mpz_pow_ui" (mpz_t, const mpz_t, unsigned long)
    void mpz_ui_pow_ui "verify_gmp.mpz_ui_pow_ui" (mpz_t, unsigned long, unsigned long)
    void mpz_divexact "verify_gmp.mpz_divexact" (mpz_t, const mpz_t, const mpz_t)
    void mpz_divexact_ui "verify_gmp.mpz_divexact_ui" (mpz_t, const mpz_t, unsigned long)
    void mpz_swap "verify_gmp.mpz_swap" (mpz_t, mpz_t)
    int mpz_cmp "verify_gmp.mpz_cmp" (const mpz_t, const mpz_t)
    void mpz_submul "verify_gmp.mpz_submul" (mpz_t, const mpz_t, const mpz_t)
    void mpz_addmul_ui "verify_gmp.mpz_addmul_ui" (mpz_t, const mpz_t, unsigned long)
    void mpz_submul_ui "verify_gmp.mpz_submul_ui" (mpz_t, const mpz_t, unsigned long)
    void mpz_bin_uiui "verify_gmp.mpz_bin_uiui" (mpz_t, unsigned long, unsigned long)
    void mpz_gcd "verify_gmp.mpz_gcd" (mpz_t, const mpz_t, const mpz_t)
