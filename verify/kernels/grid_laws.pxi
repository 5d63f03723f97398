# Laws on a grid: their products as products of two large integers, coarser grids, weighted sums.

cdef void pack_slots(
    uint64_t* slots, const uint64_t* cells, Py_ssize_t size, Py_ssize_t slot
) noexcept nogil:
    """One cell in every slot of so many limbs."""
    cdef Py_ssize_t i
    memset(slots, 0, size * slot * sizeof(uint64_t))
    for i in range(size):
        slots[i * slot] = cells[2 * i]
        slots[i * slot + 1] = cells[2 * i + 1]


cdef bint shift_slots(
    uint64_t* cells, const uint64_t* slots, Py_ssize_t size, Py_ssize_t slot, Py_ssize_t shift
) noexcept nogil:
    """floor(slot/2^shift) of every slot; whether none has more than 128 bits."""
    cdef Py_ssize_t i, j, k, limbs = shift // 64, bits = shift % 64
    cdef uint64_t parts[3]
    cdef const uint64_t* x
    cdef bint fits = True
    for i in range(size):
        x = slots + i * slot
        for j in range(3):
            parts[j] = x[limbs + j] if limbs + j < slot else 0
        for k in range(limbs + 3, slot):
            fits = fits and not x[k]
        if bits:
            fits = fits and not parts[2] >> bits
            parts[0] = parts[0] >> bits | parts[1] << (64 - bits)
            parts[1] = parts[1] >> bits | parts[2] << (64 - bits)
        else:
            fits = fits and not parts[2]
        cells[2 * i] = parts[0]
        cells[2 * i + 1] = parts[1]
    return fits


cdef bint spread_to_even(
    uint64_t* coarse, const uint64_t* cells, Py_ssize_t size, Py_ssize_t odd, u128 down, u128 up
) noexcept nogil:
    """Cells of even places as they are, odd ones split between their neighbours."""
    cdef Py_ssize_t i, place
    cdef u128 x, before, after
    cdef bint fits = True
    for i in range(size):
        x = wide(cells + 2 * i)
        place = i + odd
        if place % 2 == 0:
            before = wide(coarse + place)
            after = before + x
            put(coarse + place, after)
        else:
            before = wide(coarse + place - 1)
            after = before + high(x, down)
            put(coarse + place - 1, after)
            put(coarse + place + 1, wide(coarse + place + 1) + high(x, up))
        fits = fits and after >= before
    return fits
