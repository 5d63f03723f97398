# Two laws sorted once and asked again and again: no buffer is acquired anew for a query.

cdef class SortedClasses:
    """The classes of equal likelihood ratio of two laws: see sort_classes().

    count: the number m of classes, the ratio 0 and the ratio infinity included.
    """

    cdef const uint64_t[:, ::1] p
    cdef const uint64_t[:, ::1] q
    cdef const Py_ssize_t[::1] order
    cdef const Py_ssize_t[::1] starts
    cdef const uint64_t[:, ::1] tail_p
    cdef const uint64_t[:, ::1] tail_q
    cdef const double[::1] keys
    cdef const double[::1] coarse
    cdef mpz total_p
    cdef mpz total_q
    cdef readonly Py_ssize_t count

    def __init__(self, const uint64_t[:, ::1] p, const uint64_t[:, ::1] q):
        self.p = p
        self.q = q
        self.order, self.starts, self.tail_p, self.tail_q, self.keys = sort_classes(p, q)
        self.count = self.keys.shape[0]
        self.coarse = np.asarray(self.keys)[::COARSE].copy()
        self.total_p, self.total_q = self.tail(0)

    def tail(self, Py_ssize_t index):
        """(A, B): the sums of P and of Q over the classes index, index + 1, ... as mpz."""
        if not 0 <= index <= self.count:
            raise IndexError(f"no class {index} among {self.count}")
        cdef Py_ssize_t L = self.p.shape[1]
        return (
            mpz_of_limbs(&self.tail_p[index, 0], L), mpz_of_limbs(&self.tail_q[index, 0], L))

    def ratio(self, Py_ssize_t index):
        """(P, Q) of one outcome of a class as mpz: its ratio, not in lowest terms."""
        if not 0 <= index < self.count:
            raise IndexError(f"no class {index} among {self.count}")
        cdef Py_ssize_t L = self.p.shape[1], z = self.order[self.starts[index]]
        return mpz_of_limbs(&self.p[z, 0], L), mpz_of_limbs(&self.q[z, 0], L)

    def above(self, u, v):
        """The index of the first class whose exact ratio exceeds u/v; m if none does."""
        cdef mpz uz = natural(u, "u"), vz = positive(v, "v")
        return self.search(level_of(uz, vz))

    def below(self, u, v):
        """The number of classes whose exact ratio is less than v/u, for u >= 1."""
        cdef mpz uz = positive(u, "u"), vz = positive(v, "v")
        return self.search_below(level_of(uz, vz), level_of(vz, uz))

    def event_sums(self, u, v):
        """The four weights of the two best events at the level u/v, u >= 1: see event_sums()."""
        cdef mpz uz = positive(u, "u"), vz = positive(v, "v")
        cdef Level level = level_of(uz, vz)
        cdef Py_ssize_t L = self.p.shape[1], i = self.search(level)
        cdef Py_ssize_t j = self.search_below(level, level_of(vz, uz))
        return (
            mpz_of_limbs(&self.tail_p[i, 0], L), mpz_of_limbs(&self.tail_q[i, 0], L),
            self.total_q - mpz_of_limbs(&self.tail_q[j, 0], L),
            self.total_p - mpz_of_limbs(&self.tail_p[j, 0], L))

    cdef Py_ssize_t search_below(self, Level level, Level inverse) except -1:
        """The number of classes with vQ > uP; inverse is the level v/u."""
        cdef Py_ssize_t found = self.search(inverse), z, L = self.p.shape[1]
        cdef uint64_t* scratch = NULL
        if found == 0:
            return 0
        if not level.word:
            room = limb_room(comparison_room(L, &level))
            scratch = address(room)
        # the ratio of the class before is at most v/u: it is v/u itself unless vQ > uP
        z = self.order[self.starts[found - 1]]
        return found - (not above(&self.q[z, 0], &self.p[z, 0], L, &level, scratch))

    cdef Py_ssize_t search(self, Level level) except -1:
        cdef Table t
        cdef Py_ssize_t found = 0
        cdef int status
        if self.count == 0:
            return 0
        t.P = &self.p[0, 0]
        t.Q = &self.q[0, 0]
        t.L = self.p.shape[1]
        t.budget = CHUNK
        t.room = NULL
        if not level.word:
            room = limb_room(comparison_room(t.L, &level))
            t.room = address(room)
        with nogil:
            status = first_above(
                &t, &self.order[0], &self.starts[0], &self.keys[0], &self.coarse[0],
                self.count, &level, &t.budget, &found)
        passed(status)
        return found
