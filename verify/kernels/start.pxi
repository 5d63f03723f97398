# What every extension module does first: find GMP, and look for signals.

import os

import gmpy2.gmpy2

from gmpy2.gmpy2 cimport import_gmpy2

from verify._gmp cimport verify_gmp_load

cdef extern from "Python.h":
    int PyErr_CheckSignals() noexcept

cdef extern from *:
    """
    #define verify_overflows(x, y, product) __builtin_mul_overflow(x, y, product)
    """
    bint verify_overflows(unsigned long, unsigned long, unsigned long* product) nogil

cdef enum:
    FAILED = -1
    # Limb products between two looks for a signal: 5 to 40 ms. Not less, because taking the GIL
    # back may cost a switch interval (5 ms) when another thread is running Python.
    CHUNK = 1 << 22


cdef int load_gmp() except -1:
    """Bind GMP's functions to the library that gmpy2 itself uses."""
    cdef const char* missing
    library = os.fsencode(gmpy2.gmpy2.__file__)
    missing = verify_gmp_load(library)
    if missing != NULL:
        raise ImportError(
            f"verify needs gmpy2 with a shared GMP library: {missing.decode()} not found "
            f"from {os.fsdecode(library)}")
    return 0


import_gmpy2()
load_gmp()


cdef int look_for_signals() noexcept with gil:
    return FAILED if PyErr_CheckSignals() else 0


cdef inline int spend(Py_ssize_t* budget, Py_ssize_t cost) noexcept nogil:
    """Charge work to the budget; look for signals whenever it is used up."""
    budget[0] -= cost
    if budget[0] > 0:
        return 0
    budget[0] = CHUNK
    return look_for_signals()


cdef inline int passed(int status) except FAILED nogil:
    """Raise what a function without the GIL left behind when it returned FAILED."""
    return status
