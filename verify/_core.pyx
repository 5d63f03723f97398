# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, embedsignature=True
"""The compiled core: exact kernels over packed weights.

A *weights* array is a C-contiguous uint64 array of shape (n, L): row z holds the nonnegative
integer weight of outcome z in L little-endian 64-bit limbs. A law's weights sum to a common
denominator D < 2**(64 L), so the sum of any event fits L limbs too. A *channel* is (rows, n, L).

A level alpha = u/v is given by two integers of any size, u >= 0 and v >= 1. Every comparison with
it, and every result, is exact. Kernels read read-only arrays, release the GIL, and look for
signals every few milliseconds of work.
"""
from libc.math cimport INFINITY, isinf, log2
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from cpython.exc cimport PyErr_NoMemory
from cpython.long cimport PyLong_Check
from gmpy2.gmpy2 cimport GMPy_MPQ_New, GMPy_MPZ_New, mpq, mpq_t, mpz, mpz_ptr, mpz_t

from verify._gmp cimport (
    mp_limb_t, mpn_mul, mpn_sub_n, mpz_add, mpz_addmul, mpz_bin_uiui, mpz_clear, mpz_divexact,
    mpz_divexact_ui, mpz_import, mpz_init, mpz_mul, mpz_mul_ui, mpz_pow_ui, mpz_set, mpz_set_ui,
    mpz_sizeinbase, mpz_sub, mpz_swap, mpz_ui_pow_ui, u128,
)

import numpy as np

cdef extern from "_pylong.h":
    int verify_pylong_limbs(object x, uint64_t* limbs, Py_ssize_t n) noexcept

cdef extern from "Python.h":
    void* PyList_GET_ITEM(list items, Py_ssize_t index) noexcept

cdef extern from *:
    """
    #define verify_leading_zeros(x) __builtin_clzll(x)
    #define verify_prefetch(address) __builtin_prefetch(address)
    """
    int verify_leading_zeros(uint64_t) nogil
    void verify_prefetch(const void*) nogil

include "kernels/start.pxi"
include "kernels/support.pxi"
include "kernels/fraction.pxi"
include "kernels/limbs.pxi"
include "kernels/ratios.pxi"
include "kernels/packing.pxi"
include "kernels/events.pxi"
include "kernels/pairs.pxi"
include "kernels/excess.pxi"
include "kernels/ordering.pxi"
include "kernels/classes.pxi"
include "kernels/sorted.pxi"
include "kernels/splitting.pxi"
include "kernels/kummer.pxi"
include "kernels/binomial.pxi"
include "kernels/exhaustive.pxi"
