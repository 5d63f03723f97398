# Integers into limbs and back. These touch Python objects, so they hold the GIL between pauses.

cdef enum:
    ITEMS = 1 << 16  # Python objects between two pauses
    AHEAD = 24  # Python objects between a prefetch and its use


cdef int pause() except FAILED:
    """Let other threads run, and look for signals."""
    with nogil:
        pass
    return passed(FAILED if PyErr_CheckSignals() else 0)


cdef int pack_mpz(mpz x, uint64_t* limbs, Py_ssize_t n) noexcept:
    """0, or FAILED (with no exception set) if x is negative or too wide."""
    cdef Py_ssize_t size = x.z[0]._mp_size
    if size < 0 or size > n:
        return FAILED
    memcpy(limbs, x.z[0]._mp_d, size * sizeof(uint64_t))
    memset(limbs + size, 0, (n - size) * sizeof(uint64_t))
    return 0


cdef inline int pack_item(object x, uint64_t* limbs, Py_ssize_t n) noexcept:
    """0, FAILED as above, or 1 if x is not an integer."""
    if PyLong_Check(x):
        return verify_pylong_limbs(x, limbs, n)
    if isinstance(x, mpz):
        return pack_mpz(<mpz>x, limbs, n)
    return 1


cdef object pack_error(Py_ssize_t index, object x, int status, Py_ssize_t limbs):
    if status > 0:
        return TypeError(f"value {index} must be an int or an mpz, got {type(x).__name__}")
    if x < 0:
        return ValueError(f"value {index} is negative")
    return ValueError(f"value {index} needs {x.bit_length()} bits, more than {64 * limbs}")


def pack(values, Py_ssize_t limbs):
    """The weights array (n, limbs) of n nonnegative integers, each less than 2**(64 limbs).

    Raises ValueError naming the index of the first value that is negative or too wide, TypeError
    naming the index of the first one that is not an int or an mpz.
    """
    some_limbs(limbs)
    cdef list items = values if isinstance(values, list) else list(values)
    weights = np.empty((len(items), limbs), dtype=np.uint64)
    pack_into(items, weights)
    return weights


def pack_into(list items, uint64_t[:, ::1] weights):
    """Write n nonnegative integers into a weights array (n, limbs): see pack()."""
    cdef Py_ssize_t n = weights.shape[0], limbs = weights.shape[1], i
    cdef int status
    some_limbs(limbs)
    for i in range(n):
        if i % ITEMS == 0:
            pause()
            if len(items) != n:
                raise RuntimeError(f"{len(items)} integers do not fit {n} rows")
        if i + AHEAD < n:  # the integers lie scattered in memory
            verify_prefetch(PyList_GET_ITEM(items, i + AHEAD))
        x = <object>PyList_GET_ITEM(items, i)
        status = pack_item(x, &weights[i, 0], limbs)
        if status:
            raise pack_error(i, x, status, limbs)


def unpack(const uint64_t[:, ::1] weights):
    """The n integers of a weights array, as a list of mpz."""
    cdef Py_ssize_t n = weights.shape[0], L = weights.shape[1], i
    some_limbs(L)
    cdef list out = [None] * n
    for i in range(n):
        out[i] = mpz_of_limbs(&weights[i, 0], L)
        if (i + 1) % ITEMS == 0:
            pause()
    return out


cdef int add_rows(
    const uint64_t* w, Py_ssize_t n, Py_ssize_t L, uint64_t* total, Py_ssize_t* budget
) noexcept nogil:
    """total[0..L] = the sum of n rows; it has one limb more, as n < 2**64."""
    cdef Py_ssize_t i
    memset(total, 0, (L + 1) * sizeof(uint64_t))
    for i in range(n):
        total[L] += accumulate(total, w + i * L, L)
        if spend(budget, L):
            return FAILED
    return 0


def total(const uint64_t[:, ::1] weights):
    """The sum of all n weights, as an mpz (it may be wider than L limbs)."""
    cdef Py_ssize_t n = weights.shape[0], L = weights.shape[1], budget = CHUNK
    some_limbs(L)
    room = limb_room(L + 1)
    cdef uint64_t* sum = address(room)
    cdef int status
    with nogil:
        status = add_rows(&weights[0, 0], n, L, sum, &budget)
    passed(status)
    return mpz_of_limbs(sum, L + 1)


def row_totals(const uint64_t[:, :, ::1] channel):
    """The sum of the weights of each row of a channel, as a list of mpz."""
    cdef Py_ssize_t rows = channel.shape[0], n = channel.shape[1], L = channel.shape[2]
    cdef Py_ssize_t i, budget = CHUNK
    some_limbs(L)
    room = limb_room(L + 1)
    cdef uint64_t* sum = address(room)
    cdef list out = []
    cdef int status
    for i in range(rows):
        with nogil:
            status = add_rows(&channel[i, 0, 0], n, L, sum, &budget)
        passed(status)
        out.append(mpz_of_limbs(sum, L + 1))
    return out
