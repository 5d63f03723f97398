# Excesses v A - u B of many pairs, and the greatest of them.

cdef Py_ssize_t subtract_rows(
    const uint64_t* A, const uint64_t* B, Py_ssize_t m, Py_ssize_t L, const Level* level,
    uint64_t* out, uint64_t* room, Py_ssize_t* budget, int* status
) noexcept nogil:
    """out[k] = v A[k] - u B[k], L + level_width limbs; the first k where it is negative, or m."""
    cdef Py_ssize_t width = L + level_width(level), k
    cdef uint64_t* row
    for k in range(m):
        row = out + k * width
        multiply(row, width, A + k * L, L, level.v, level.vn)
        multiply(room, width, B + k * L, L, level.u, level.un)
        if mpn_sub_n(<mp_limb_t*>row, <const mp_limb_t*>row, <const mp_limb_t*>room, width):
            return k
        status[0] = spend(budget, L * level_width(level))
        if status[0]:
            return m
    return m


def numerators(const uint64_t[:, ::1] a, const uint64_t[:, ::1] b, u, v):
    """The integers v a[k] - u b[k] as an array (m, W), W = L + the limbs of the greater of u, v.

    Raises ValueError naming the first k where the difference is negative.
    """
    same_shape(a, b)
    cdef mpz uz = natural(u, "u"), vz = positive(v, "v")
    cdef Level level = level_of(uz, vz)
    cdef Py_ssize_t m = a.shape[0], L = a.shape[1], width, k, budget = CHUNK
    width = L + level_width(&level)
    differences = np.empty((m, width), dtype=np.uint64)
    cdef uint64_t[:, ::1] out = differences
    room = limb_room(width)
    cdef uint64_t* scratch = address(room)
    cdef int status = 0
    with nogil:
        k = subtract_rows(
            &a[0, 0], &b[0, 0], m, L, &level, &out[0, 0], scratch, &budget, &status)
    passed(status)
    if k < m:
        raise ValueError(f"numerator {k} is negative")
    return differences


cdef inline bint behind(
    const uint64_t* numbers, Py_ssize_t width, Py_ssize_t i, Py_ssize_t j
) noexcept nogil:
    """Does i come after j in the order: greatest first, equal numbers by index?"""
    cdef int sign = compare(numbers + i * width, numbers + j * width, width)
    return sign < 0 or (sign == 0 and i > j)


cdef void sift_down(
    const uint64_t* numbers, Py_ssize_t width, Py_ssize_t* heap, Py_ssize_t size,
    Py_ssize_t hole, Py_ssize_t item
) noexcept nogil:
    """Put item into the heap whose root is behind all others, starting from an empty place."""
    cdef Py_ssize_t child
    while 2 * hole + 1 < size:
        child = 2 * hole + 1
        if child + 1 < size and behind(numbers, width, heap[child + 1], heap[child]):
            child += 1
        if not behind(numbers, width, heap[child], item):
            break
        heap[hole] = heap[child]
        hole = child
    heap[hole] = item


cdef int select_greatest(
    const uint64_t* numbers, Py_ssize_t m, Py_ssize_t width, Py_ssize_t* heap, Py_ssize_t top,
    Py_ssize_t* budget
) noexcept nogil:
    """heap[0..top) = the indices of the top greatest numbers, in order; top <= m."""
    cdef Py_ssize_t i, last
    for i in range(top):
        heap[i] = i
    for i in range(top // 2 - 1, -1, -1):
        sift_down(numbers, width, heap, top, i, heap[i])
        if spend(budget, 16 * width):
            return FAILED
    for i in range(top, m):
        if behind(numbers, width, heap[0], i):
            sift_down(numbers, width, heap, top, 0, i)
            budget[0] -= 64 * width
        if spend(budget, width):
            return FAILED
    for i in range(top - 1, 0, -1):
        last = heap[i]
        heap[i] = heap[0]
        sift_down(numbers, width, heap, i, 0, last)
        if spend(budget, 64 * width):
            return FAILED
    return 0


def rank(const uint64_t[:, ::1] numbers, Py_ssize_t top):
    """The indices of the top greatest of m numbers, greatest first, equal ones in index order."""
    cdef Py_ssize_t m = numbers.shape[0], width = numbers.shape[1], budget = CHUNK
    some_limbs(width)
    if top < 0:
        raise ValueError("top must not be negative")
    top = min(top, m)
    order = np.empty(top, dtype=np.intp)
    if top == 0:
        return order
    cdef Py_ssize_t[::1] heap = order
    cdef int status
    with nogil:
        status = select_greatest(&numbers[0, 0], m, width, &heap[0], top, &budget)
    passed(status)
    return order
