# Which counts of classes have a likelihood ratio above the level: fixed-point keys, and exact
# comparisons within their error.

cdef extern from *:
    """
    typedef __int128 verify_i128;
    """
    ctypedef long long i128 "verify_i128"

cdef enum:
    UNKNOWN = -1
    FIRST_BITS = 256


cdef i128 as_i128(object x) except? -1:
    """An integer of less than 128 bits."""
    return <i128>(<u128><int64_t>(x >> 64) << 64 | <u128><uint64_t>(x & 0xFFFFFFFFFFFFFFFF))


cdef class Numbers:
    """A row of integers, which are cleared with it."""

    cdef mpz_t* at
    cdef Py_ssize_t size

    def __cinit__(self, Py_ssize_t size):
        cdef Py_ssize_t i
        self.at = <mpz_t*>PyMem_RawMalloc(max(size, 1) * sizeof(mpz_t))
        if self.at == NULL:
            raise MemoryError
        for i in range(size):
            mpz_init(self.at[i])
        self.size = size

    def __dealloc__(self):
        cdef Py_ssize_t i
        for i in range(self.size):
            mpz_clear(self.at[i])
        PyMem_RawFree(self.at)


cdef int put(mpz_ptr target, object x) except FAILED:
    cdef mpz z = mpz(x)
    mpz_set(target, z.z)
    return 0


@cython.final
cdef class CountedEvent:
    """The counts n with sum_i n_i ln r_i > ln alpha, for the ratios r_i of some classes.

    The caller keeps the counts, and the sum of keys that goes with them less that of the level, in
    error by no more than the band. Within the band, an exact tie may be an equality of vectors of
    small integers: of exponents over a coprime base. Other sums differ from the level, so keys of
    enough bits tell them apart; their number is doubled until they do, or are so many that only a
    tie can be left. `near_ties` gives both.
    """

    cdef Py_ssize_t size
    cdef Py_ssize_t* counts
    cdef i128 band
    cdef object near_ties
    cdef Py_ssize_t rows  # of exponents; 0 if none of them tells of ties
    cdef const int64_t[:, ::1] exponents
    cdef const int64_t[::1] target
    cdef Py_ssize_t bits  # of the fine keys
    cdef bint is_final  # whether they leave ties only
    cdef Numbers fine  # a key for every class, then (low, high) of the level, then scratch
    cdef Py_ssize_t budget

    def __cinit__(self, Py_ssize_t size, band, near_ties):
        self.counts = <Py_ssize_t*>PyMem_RawCalloc(size, sizeof(Py_ssize_t))
        if self.counts == NULL:
            raise MemoryError
        self.size = size
        self.band = as_i128(band)
        self.near_ties = near_ties
        self.rows = UNKNOWN
        self.bits = 0
        self.fine = Numbers(size + 3)
        self.budget = CHUNK

    def __dealloc__(self):
        PyMem_RawFree(self.counts)

    cdef inline int holds(self, i128 value) except FAILED nogil:
        """Whether the counts are in the event, given the sum of their keys."""
        if value > self.band:
            return 1
        if value < -self.band:
            return 0
        return self.settle()

    cdef int settle(self) except FAILED nogil:
        cdef int sign
        if self.rows == UNKNOWN:
            self.find_exponents()
        if self.is_tie():
            return 0
        if self.bits == 0:
            self.refine()
        while True:
            sign = self.fine_sign()
            if sign or self.is_final:
                return sign > 0
            self.refine()

    cdef bint is_tie(self) noexcept nogil:
        cdef Py_ssize_t i, j
        cdef int64_t total
        if self.rows == 0:
            return False
        for j in range(self.rows):
            total = 0
            for i in range(self.size):
                total += self.counts[i] * self.exponents[j, i]
            if total != self.target[j]:
                return False
        return True

    cdef int fine_sign(self) except? -2 nogil:
        """The sign of the sum of logarithms less that of the level; 0 if the bits do not tell."""
        cdef mpz_t* keys = self.fine.at
        cdef mpz_t* total = &keys[self.size + 2]
        cdef Py_ssize_t i
        mpz_set_ui(total[0], 0)
        for i in range(self.size):
            if self.counts[i]:
                mpz_addmul_ui(total[0], keys[i], self.counts[i])
        passed(spend(&self.budget, self.size * (2 + self.bits // 64)))
        if mpz_cmp(total[0], keys[self.size + 1]) > 0:
            return 1
        return -<int>(mpz_cmp(total[0], keys[self.size]) < 0)

    cdef int find_exponents(self) except FAILED with gil:
        exponents, target = self.near_ties.exponents()
        self.exponents = exponents
        self.target = target
        self.rows = len(target)
        return 0

    cdef int refine(self) except FAILED with gil:
        """Keys of twice as many bits."""
        cdef Py_ssize_t i, bits = max(2 * self.bits, FIRST_BITS)
        keys, low, high, self.is_final = self.near_ties.keys(bits)
        for i, key in enumerate((*keys, low, high)):
            put(self.fine.at[i], key)
        self.bits = bits
        return 0
