# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, embedsignature=True
"""Event sums of k independent draws from three or more classes, at one level, by a Pascal sweep.

Of the counts of the last three classes, two are swept: with m draws of the highest and lowest one
together, weights x and y, the counts of the highest one in the event are those from t_m on, and

    F_m = sum_{j >= t_m} C(m, j) x^j y^(m - j),   sum = sum_m C(R, m) z^(R - m) F_m

for R draws, z being the weight of the middle class. t_m grows by 0 or 1 with m, and either way
F_(m+1) is (x + y) F_m and one term more or less, which has a recurrence of its own: a few products
of a long and a short number for every m. The counts of all other classes are enumerated, but for
those that are in the event, or out of it, whatever the other counts are.
"""
cimport cython
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int64_t, uint64_t

from gmpy2.gmpy2 cimport GMPy_MPZ_New, mpz, mpz_ptr, mpz_t

from verify._gmp cimport (
    mpz_add, mpz_addmul, mpz_addmul_ui, mpz_bin_uiui, mpz_clear, mpz_cmp, mpz_divexact_ui,
    mpz_init, mpz_mul, mpz_mul_ui, mpz_pow_ui, mpz_set, mpz_set_ui, mpz_submul, mpz_submul_ui,
    u128,
)

include "../kernels/start.pxi"
include "../kernels/counted_event.pxi"
include "../kernels/sweep_rows.pxi"

cdef enum Part:
    NOTHING  # of what is below a node of the enumeration lies in the event
    ALL
    SOME


@cython.final
cdef class Sweep:
    """The enumeration of counts of the first classes, and a sweep at every leaf."""

    cdef Py_ssize_t size
    cdef Py_ssize_t outer  # how many classes are enumerated
    cdef Py_ssize_t count
    cdef CountedEvent event
    cdef Py_ssize_t* counts  # of the event
    cdef Numbers numbers
    cdef Law[2] laws
    cdef i128* keys
    cdef i128* lowest  # at d: the least key of class d and all after it
    cdef i128* highest
    cdef i128* values  # at d: the sum of the keys of the draws before, less that of the level
    cdef Py_ssize_t* left  # at d: draws of class d and all after it
    cdef char* moves  # at m: t_(m+1) - t_m

    def __cinit__(self, Py_ssize_t count, list keys, list p, list q, level, CountedEvent event):
        cdef Py_ssize_t size = len(keys), numbers
        self.size = size
        self.outer = size - 3
        self.count = count
        self.event = event
        self.counts = event.counts
        self.keys = <i128*>PyMem_RawCalloc(4 * size, sizeof(i128))
        self.left = <Py_ssize_t*>PyMem_RawCalloc(size, sizeof(Py_ssize_t))
        self.moves = <char*>PyMem_RawCalloc(count + 1, 1)
        if self.keys == NULL or self.left == NULL or self.moves == NULL:
            raise MemoryError
        self.place_keys(keys)
        self.values[0] = -as_i128(level)
        self.left[0] = count
        numbers = size + 2 * (self.outer + 1) + self.places() + 6
        self.numbers = Numbers(2 * numbers)
        self.place_law(&self.laws[0], self.numbers.at, p)
        self.place_law(&self.laws[1], self.numbers.at + numbers, q)

    def __dealloc__(self):
        PyMem_RawFree(self.keys)
        PyMem_RawFree(self.left)
        PyMem_RawFree(self.moves)

    cdef int place_keys(self, list keys) except FAILED:
        cdef Py_ssize_t i, last = self.size - 1
        self.lowest = self.keys + self.size
        self.highest = self.lowest + self.size
        self.values = self.highest + self.size
        for i in range(last, -1, -1):
            self.keys[i] = self.lowest[i] = self.highest[i] = as_i128(keys[i])
            if i < last:
                self.lowest[i] = min(self.lowest[i], self.lowest[i + 1])
                self.highest[i] = max(self.highest[i], self.highest[i + 1])
        return 0

    cdef int place_law(self, Law* law, mpz_t* at, list weights) except FAILED:
        cdef Py_ssize_t i
        law.weights = at
        law.together = law.weights + self.size
        law.bases = law.together + self.outer + 1
        law.wholes = law.bases + self.outer + 1
        at = law.wholes + self.places()
        law.ends = at[0]
        law.total = at[1]
        law.sum = at[2]
        law.tail = at[3]
        law.edge = at[4]
        law.room = at[5]
        for i in range(self.size - 1, -1, -1):
            put(law.weights[i], weights[i])
            mpz_add(law.room, law.room, law.weights[i])
            if i <= self.outer:
                mpz_set(law.together[i], law.room)
        mpz_add(law.ends, law.weights[self.outer], law.weights[self.size - 1])
        mpz_set_ui(law.bases[0], 1)
        return 0

    cdef inline Py_ssize_t places(self) noexcept nogil:
        """How many sums of bases there are: see place()."""
        return 1 + self.outer * (self.count + 1)

    cdef inline Py_ssize_t place(self, Py_ssize_t d, Py_ssize_t left) noexcept nogil:
        """Where bases at depth d with so many draws left are added up; at 0 all draws are left."""
        return 1 + (d - 1) * (self.count + 1) + left if d else 0

    cdef tuple sums(self):
        cdef mpz p = GMPy_MPZ_New(NULL), q = GMPy_MPZ_New(NULL)
        with nogil:
            self.enumerate()
            self.add_wholes(&self.laws[0])
            self.add_wholes(&self.laws[1])
            mpz_set(p.z, self.laws[0].total)
            mpz_set(q.z, self.laws[1].total)
        return p, q

    cdef int enumerate(self) except FAILED nogil:
        """Visit all counts of the enumerated classes, depth first."""
        cdef Py_ssize_t d = 0
        cdef Part part
        while True:
            part = self.part_below(d)
            if part == SOME and d < self.outer:
                self.draw_none(d)
                d += 1
                continue
            if part == ALL:
                self.add_whole(d)
            elif part == SOME:
                self.sweep()
            # no draws are left, or more draws of this class, the lowest one left, change nothing
            while d and (self.left[d] == 0 or (
                    part == NOTHING and self.keys[d - 1] <= self.lowest[d])):
                d -= 1
                self.counts[d] = 0
                part = SOME
            if d == 0:
                return 0
            self.draw_one(d - 1)

    cdef inline Part part_below(self, Py_ssize_t d) noexcept nogil:
        """How much of what is below a node lies in the event, as far as keys tell."""
        if self.values[d] + self.left[d] * self.lowest[d] > self.event.band:
            return ALL
        if self.values[d] + self.left[d] * self.highest[d] < -self.event.band:
            return NOTHING
        return SOME

    cdef void draw_none(self, Py_ssize_t d) noexcept nogil:
        """Go below with no draw of class d."""
        cdef int side
        self.left[d + 1] = self.left[d]
        self.values[d + 1] = self.values[d]
        for side in range(2):
            mpz_set(self.laws[side].bases[d + 1], self.laws[side].bases[d])

    cdef int draw_one(self, Py_ssize_t d) except FAILED nogil:
        """One draw of class d more."""
        cdef int side
        cdef Law* law
        cdef mpz_ptr base
        self.counts[d] += 1
        self.values[d + 1] += self.keys[d]
        for side in range(2):
            law = &self.laws[side]
            base = law.bases[d + 1]
            scale(base, law.weights[d], self.left[d + 1])
            mpz_divexact_ui(base, base, self.counts[d])
            passed(spend(&self.event.budget, 20 + 4 * abs(base[0]._mp_size)))
        self.left[d + 1] -= 1
        return 0

    cdef void add_whole(self, Py_ssize_t d) noexcept nogil:
        cdef Py_ssize_t place = self.place(d, self.left[d])
        cdef int side
        for side in range(2):
            mpz_add(
                self.laws[side].wholes[place], self.laws[side].wholes[place],
                self.laws[side].bases[d])

    cdef int add_wholes(self, Law* law) except FAILED nogil:
        """total += sum_d sum_R wholes(d, R) together(d)^R, for R draws left"""
        cdef Py_ssize_t d, left
        mpz_pow_ui(law.room, law.together[0], self.count)
        mpz_addmul(law.total, law.room, law.wholes[0])
        for d in range(1, self.outer + 1):
            mpz_set_ui(law.sum, 0)
            for left in range(self.count, -1, -1):
                mpz_mul(law.sum, law.sum, law.together[d])
                mpz_add(law.sum, law.sum, law.wholes[self.place(d, left)])
                passed(spend(&self.event.budget, 20 + 4 * abs(law.sum[0]._mp_size)))
            mpz_add(law.total, law.total, law.sum)
        return 0

    cdef int sweep(self) except FAILED nogil:
        """Add the counts of the last three classes that are in the event.

        Where those with middle draws only are, the others are taken away from all of them.
        """
        cdef Py_ssize_t high = self.outer, middle = high + 1, low = high + 2, first
        cdef Py_ssize_t count = self.left[high]
        cdef bint outside
        cdef int side
        cdef Law* law
        if self.holds(0, 0, count):
            self.add_whole(self.outer)
            return 0
        if not self.holds(count, 0, 0):
            return 0
        outside = self.holds(0, count, 0)
        if outside:
            self.add_whole(self.outer)
            high, low = low, high
        first = self.first_row(count, outside)
        self.find_moves(first, count, outside)
        for side in range(2):
            law = &self.laws[side]
            passed(sum_rows(
                law, law.weights[high], law.weights[low], law.weights[middle], first, count,
                self.moves, &self.event.budget))
            if outside:
                mpz_submul(law.total, law.sum, law.bases[self.outer])
            else:
                mpz_addmul(law.total, law.sum, law.bases[self.outer])
        return 0

    cdef int holds(self, Py_ssize_t high, Py_ssize_t middle, Py_ssize_t low) except FAILED nogil:
        """Whether so many draws of the last three classes are in the event."""
        cdef Py_ssize_t* counts = self.counts + self.outer
        cdef i128* keys = self.keys + self.outer
        counts[0] = high
        counts[1] = middle
        counts[2] = low
        return self.event.holds(
            self.values[self.outer] + high * keys[0] + middle * keys[1] + low * keys[2])

    cdef inline int counted(
        self, Py_ssize_t x, Py_ssize_t z, Py_ssize_t y, bint outside
    ) except FAILED nogil:
        """Whether these are swept: in the event with x high draws, or out of it with x low ones."""
        return not self.holds(y, z, x) if outside else self.holds(x, z, y)

    cdef Py_ssize_t first_row(self, Py_ssize_t count, bint outside) except FAILED nogil:
        """The least m for which m draws of the one end, and else middle ones, are counted."""
        cdef Py_ssize_t no = 0, yes = count, m
        while yes - no > 1:
            m = no + (yes - no) // 2
            if self.counted(m, count - m, 0, outside):
                yes = m
            else:
                no = m
        return yes

    cdef int find_moves(self, Py_ssize_t first, Py_ssize_t count, bint outside) except FAILED nogil:
        cdef Py_ssize_t t = first, m
        for m in range(first, count):
            self.moves[m] = not self.counted(t, count - m - 1, m + 1 - t, outside)
            t += self.moves[m]
        return 0


def sweep_sums(Py_ssize_t count, list keys, list p, list q, level, band, near_ties):
    """(A, B), both mpz: the sums, over all sequences of draws whose ratio exceeds the level, of the
    products of their weights p and of their weights q; positive integers of any size.

    The last three classes are the ones that are swept: in the order high, middle, low. For the
    keys, level and band, which are integers of less than 126 bits even when all draws are added up,
    and for near_ties see CountedEvent.

    Raises OverflowError where the results would exceed 2**34 bits.
    """
    if len(keys) < 3 or not len(keys) == len(p) == len(q):
        raise ValueError("three or more classes are required, each with a key and two weights")
    if count < 1:
        raise ValueError(f"count must be at least 1, got {count}")
    if min(min(p), min(q)) < 1:
        raise ValueError("weights must be at least 1")
    if max(sum(p), sum(q)).bit_length() * count > 1 << 34:
        raise OverflowError(f"the sums for {count} draws may take more than 2**34 bits")
    cdef CountedEvent event = CountedEvent(len(keys), band, near_ties)
    return Sweep(count, keys, p, q, level, event).sums()
