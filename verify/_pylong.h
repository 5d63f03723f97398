/* A Python int into little-endian limbs, over the changes of CPython's integers. */
#ifndef VERIFY_PYLONG_H
#define VERIFY_PYLONG_H

#include <Python.h>
#include <stdint.h>

#if PY_VERSION_HEX < 0x030E0000

/* Reads the digits themselves: several times faster than the API's byte by byte. */
#if PY_VERSION_HEX >= 0x030C0000
#define VERIFY_DIGITS(x) (((PyLongObject *)(x))->long_value.ob_digit)
#define VERIFY_SIZE(x) ((Py_ssize_t)(((PyLongObject *)(x))->long_value.lv_tag >> 3))
#define VERIFY_NEGATIVE(x) ((((PyLongObject *)(x))->long_value.lv_tag & 3) == 2)
#else
#define VERIFY_DIGITS(x) (((PyLongObject *)(x))->ob_digit)
#define VERIFY_SIZE(x) Py_ABS(Py_SIZE(x))
#define VERIFY_NEGATIVE(x) (Py_SIZE(x) < 0)
#endif

/* Writes the int x into limbs[0..n). Or -1, no exception set, if x is negative or too wide. */
static inline int verify_pylong_limbs(PyObject *x, uint64_t *limbs, Py_ssize_t n)
{
    const digit *digits = VERIFY_DIGITS(x);
    const Py_ssize_t size = VERIFY_SIZE(x);
    unsigned __int128 carried = 0;
    int bits = 0;
    Py_ssize_t i, k = 0;
    if (VERIFY_NEGATIVE(x)) return -1;
    for (i = 0; i < size; i++) {
        carried |= (unsigned __int128)digits[i] << bits;
        bits += PyLong_SHIFT;
        if (bits >= 64) {
            if (k == n) return -1;
            limbs[k++] = (uint64_t)carried;
            carried >>= 64;
            bits -= 64;
        }
    }
    if (carried) {
        if (k == n) return -1;
        limbs[k++] = (uint64_t)carried;
    }
    while (k < n) limbs[k++] = 0;
    return 0;
}

#else

/* The same by the public API. */
static inline int verify_pylong_limbs(PyObject *x, uint64_t *limbs, Py_ssize_t n)
{
    const int flags = Py_ASNATIVEBYTES_LITTLE_ENDIAN | Py_ASNATIVEBYTES_UNSIGNED_BUFFER
                      | Py_ASNATIVEBYTES_REJECT_NEGATIVE;
    Py_ssize_t needed = PyLong_AsNativeBytes(x, limbs, 8 * n, flags);
    if (needed >= 0 && needed <= 8 * n) return 0;
    PyErr_Clear();
    return -1;
}

#endif

#endif
