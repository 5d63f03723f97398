# What kernels take from Python: natural numbers, and the level u/v.
#
# A function that runs without the GIL returns a status: 0, or FAILED with a Python exception set.
# The Python-facing function hands the status to passed(), which raises it.

cdef mpz natural(object x, str name):
    """x as an mpz, which owns its limbs: keep the reference for as long as they are read."""
    cdef mpz z
    if isinstance(x, mpz):
        z = <mpz>x
    elif PyLong_Check(x):
        z = mpz(x)
    else:
        raise TypeError(f"{name} must be an int or an mpz, got {type(x).__name__}")
    if z.z[0]._mp_size < 0:
        raise ValueError(f"{name} must not be negative")
    return z


cdef mpz positive(object x, str name):
    cdef mpz z = natural(x, name)
    if z.z[0]._mp_size == 0:
        raise ValueError(f"{name} must be at least 1")
    return z


cdef struct Level:
    # The level u/v: limbs borrowed from two mpz objects, and the values if one word each.
    const uint64_t* u
    const uint64_t* v
    Py_ssize_t un
    Py_ssize_t vn
    uint64_t u_word
    uint64_t v_word
    bint word


cdef Level level_of(mpz u, mpz v) noexcept:
    cdef Level level
    level.u = <const uint64_t*>u.z[0]._mp_d
    level.v = <const uint64_t*>v.z[0]._mp_d
    level.un = u.z[0]._mp_size
    level.vn = v.z[0]._mp_size
    level.word = level.un <= 1 and level.vn <= 1
    level.u_word = level.u[0] if level.un else 0
    level.v_word = level.v[0]
    return level


cdef inline Py_ssize_t level_width(const Level* level) noexcept nogil:
    return max(level.un, level.vn)


cdef inline Py_ssize_t comparison_room(Py_ssize_t L, const Level* level) noexcept nogil:
    """Limbs of scratch that above() needs."""
    return 0 if level.word else 2 * (L + level_width(level))


cdef inline uint64_t* address(uint64_t[::1] array) noexcept:
    """The array's buffer; the caller keeps the array alive."""
    return &array[0]


cdef object limb_room(Py_ssize_t limbs):
    """Scratch memory, freed with the returned array; never empty, so it has an address."""
    return np.empty(max(limbs, 1), dtype=np.uint64)


cdef int same_shape(const uint64_t[:, ::1] p, const uint64_t[:, ::1] q) except FAILED:
    if p.shape[0] != q.shape[0] or p.shape[1] != q.shape[1]:
        raise ValueError(
            f"weights differ in shape: ({p.shape[0]}, {p.shape[1]}) and "
            f"({q.shape[0]}, {q.shape[1]})")
    return some_limbs(p.shape[1])


cdef int some_limbs(Py_ssize_t L) except FAILED:
    if L < 1:
        raise ValueError("weights must have at least one limb")
    return 0
