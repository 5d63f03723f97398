# Fixed-point numbers of 128 bits: a pair of limbs in memory, the low one first.

cdef inline u128 wide(const uint64_t* x) noexcept nogil:
    return <u128>x[1] << 64 | x[0]


cdef inline void put(uint64_t* x, u128 value) noexcept nogil:
    x[0] = <uint64_t>value
    x[1] = <uint64_t>(value >> 64)


cdef inline u128 high(u128 x, u128 y) noexcept nogil:
    """floor(x y / 2^128)."""
    cdef uint64_t a = <uint64_t>(x >> 64), b = <uint64_t>x
    cdef uint64_t c = <uint64_t>(y >> 64), d = <uint64_t>y
    cdef u128 across = <u128>a * d, back = <u128>b * c
    cdef u128 middle = (<u128>b * d >> 64) + <uint64_t>across + <uint64_t>back
    return <u128>a * c + (across >> 64) + (back >> 64) + (middle >> 64)


cdef u128 fixed_number(object x) except? 0:
    """An integer in [0, 2^128)."""
    return <u128><uint64_t>(int(x) >> 64) << 64 | <uint64_t>(int(x) & 0xffffffffffffffff)
