# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, embedsignature=True
"""Classes of equal likelihood ratio as rows of limbs: made, multiplied, merged and added up.

Three arrays belong together: keys (int64, n) that sort as the ratios do up to a known error, and
the weights under P and under Q (uint64, (n, L)). Arrays that this module makes have one row more,
which is not set: room for the sum over no class at all, see sum_tails().
"""
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from cpython.long cimport PyLong_Check
from gmpy2.gmpy2 cimport GMPy_MPQ_New, GMPy_MPZ_New, mpq, mpz, mpz_ptr, mpz_t

from verify._gmp cimport (
    mp_limb_t, mpn_mul, mpn_sub_n, mpz_clear, mpz_cmp, mpz_divexact, mpz_divexact_ui, mpz_gcd,
    mpz_import, mpz_init, mpz_mul, mpz_mul_ui, mpz_pow_ui, mpz_set, mpz_swap, u128,
)

import numpy as np

include "../kernels/start.pxi"
include "../kernels/support.pxi"
include "../kernels/limbs.pxi"
include "../kernels/ordering.pxi"


include "../kernels/multisets.pxi"
include "../kernels/row_merge.pxi"
include "../kernels/share.pxi"
