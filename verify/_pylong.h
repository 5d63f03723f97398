/* A Python int into little-endian limbs, over the C API change of Python 3.13. */
#ifndef VERIFY_PYLONG_H
#define VERIFY_PYLONG_H

#include <Python.h>
#include <stdint.h>

/* Writes the int x into limbs[0..n). Or -1, no exception set, if x is negative or too wide. */
static inline int verify_pylong_limbs(PyObject *x, uint64_t *limbs, Py_ssize_t n)
{
#if PY_VERSION_HEX >= 0x030D0000
    const int flags = Py_ASNATIVEBYTES_LITTLE_ENDIAN | Py_ASNATIVEBYTES_UNSIGNED_BUFFER
                      | Py_ASNATIVEBYTES_REJECT_NEGATIVE;
    Py_ssize_t needed = PyLong_AsNativeBytes(x, limbs, 8 * n, flags);
    if (needed >= 0 && needed <= 8 * n) return 0;
#else
    if (_PyLong_AsByteArray((PyLongObject *)x, (unsigned char *)limbs, 8 * (size_t)n, 1, 0) == 0)
        return 0;
#endif
    PyErr_Clear();
    return -1;
}

/* The same for one limb. PyLong_AsUnsignedLongLong is slower: byte by byte before 3.13. */
static inline int verify_pylong_limb(PyObject *x, uint64_t *limb)
{
    _Static_assert(sizeof(unsigned long) == sizeof(uint64_t), "verify needs a 64-bit long");
    unsigned long value = PyLong_AsUnsignedLong(x);
    if (value == (unsigned long)-1 && PyErr_Occurred()) {
        PyErr_Clear();
        return -1;
    }
    *limb = value;
    return 0;
}

#endif
