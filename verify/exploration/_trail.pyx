# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The random choices of one run, replayed from the start along every branch.

A choice is one of three: an option of n equally likely ones, one of listed weights, or the part of
a lazy uniform's cell below or above a cut. What a path weighs is kept at every choice, so that a
path pays only for the choices that it adds; the choices before are replayed, which costs a look at
an array.
"""

from libc.math cimport ceil, floor
from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc, realloc

from gmpy2 import mpq

from verify.exploration.signals import Cut, changed, too_long

cdef enum:
    UNIFORM = -1
    LISTED = -2

cdef double CELLS = 9007199254740992.0  # 2^53 doubles k·2^−53 are equally likely
cdef int64_t ALL = 9007199254740992


cdef struct Choice:
    int64_t option
    int64_t last
    int64_t low  # of the cell; UNIFORM and LISTED where it is none
    int64_t cut
    int64_t high


cdef int64_t gcd(int64_t a, int64_t b) noexcept nogil:
    while b:
        a, b = b, a % b
    return a


cdef class Options:
    """Options of unequal weight, a tuple of positive integers."""

    cdef readonly tuple weights
    cdef readonly object total
    cdef readonly object values
    cdef tuple bounds  # of the parts of a cell, if that is what they are

    def __init__(self, tuple weights, values):
        self.weights = weights
        self.total = sum(weights)
        self.values = values
        """what the options stand for, for those who ask"""


cdef class Cell:
    """Where a lazy uniform k·2^−53 lies: low <= k < high."""

    cdef public int64_t low
    cdef public int64_t high


cdef class Trail:
    """The choices of one run, and what is left to be tried."""

    cdef Choice* choices
    cdef Py_ssize_t room
    cdef Py_ssize_t depth  # choices that are known
    cdef readonly Py_ssize_t position  # choices of this run so far
    cdef readonly Py_ssize_t draws  # calls for randomness in this run so far
    cdef readonly Py_ssize_t fixed  # choices that stay what they are
    cdef readonly Py_ssize_t longest
    cdef readonly bint doubles  # whether a run drew one
    cdef tuple forced
    cdef list numerators, denominators  # the weight of the first i choices
    cdef list options  # of listed choices
    cdef object least_numerator, least_denominator
    cdef public object stopped  # the signal that ended this run, whatever became of it
    cdef public object lazy_type
    cdef public list record  # what was chosen where, if that is asked for
    cdef public object make  # what makes a uniform instead of `lazy`
    cdef public object watch  # called before a choice that was not made since `begin`
    cdef public int64_t preferred  # the option that a new choice takes first, wrapped around

    def __cinit__(self, longest, lazy_type):
        self.room = 64
        self.choices = <Choice*> malloc(self.room * sizeof(Choice))
        if self.choices == NULL:
            raise MemoryError
        self.longest = longest
        self.lazy_type = lazy_type
        self.begin((), None)

    def __dealloc__(self):
        free(self.choices)

    def begin(self, tuple forced, least):
        """Explore what lies behind the choices of ``forced``.

        A run is cut where its weight falls below the fraction ``least``, if that is given.
        """
        self.forced = forced
        self.fixed = len(forced)
        self.depth = 0
        self.numerators, self.denominators, self.options = [1], [1], []
        self.least_numerator, self.least_denominator = least or (None, None)
        self.restart()

    def restart(self):
        """Go back to the start for the next run."""
        self.position = 0
        self.draws = 0
        self.stopped = None

    def advance(self):
        """Turn the last choice that has options left to its next one; False if none has."""
        cdef Py_ssize_t d = self.position
        while d > self.fixed and self.choices[d - 1].option == self.choices[d - 1].last:
            d -= 1
        if d <= self.fixed:
            return False
        del self.numerators[d + 1:], self.denominators[d + 1:], self.options[d:]
        self.depth = d
        cdef Choice* choice = &self.choices[d - 1]
        choice.option += 1
        if choice.low == LISTED:
            weight = (<Options> self.options[d - 1]).weights[choice.option]
            self.numerators[d] = self.numerators[d - 1] * weight
        elif choice.low != UNIFORM:
            common = gcd(choice.cut - choice.low, choice.high - choice.low)
            self.numerators[d] = self.numerators[d - 1] * ((choice.high - choice.cut) // common)
        return True

    @property
    def is_short(self):
        """Whether this run made fewer choices than those that led to it."""
        return self.position < self.depth or self.position < self.fixed

    @property
    def weight(self):
        """Numerator and denominator of the probability of the choices of this run."""
        return self.numerators[self.position], self.denominators[self.position]

    def weight_without(self, kind):
        """The probability of the choices of this run but for those among options of a kind."""
        found = mpq(1)
        for i in range(self.position):
            if not isinstance(self.options[i], kind):
                odds = self.odds(i)
                found *= mpq(odds[self.choices[i].option], sum(odds))
        return found

    @property
    def path(self):
        """The options that this run took."""
        return tuple([self.choices[i].option for i in range(self.position)])

    def odds(self, Py_ssize_t i):
        """The weights of the options of choice number i of this run."""
        if not 0 <= i < self.position:
            raise IndexError(i)
        cdef Choice* choice = &self.choices[i]
        if choice.low == UNIFORM:
            return (1,) * (choice.last + 1)
        if choice.low == LISTED:
            return (<Options> self.options[i]).weights
        return choice.cut - choice.low, choice.high - choice.cut

    cpdef int64_t uniform(self, int64_t n) except -1:
        """One of n equally likely options, counted from 0."""
        cdef Py_ssize_t i = self.position
        cdef Choice* choice
        self.draws += 1
        if n == 1:
            return 0
        if i >= self.depth:
            choice = self._add(n - 1)
            choice.low = UNIFORM
            self.options.append(None)
            self.numerators.append(self.numerators[i])
            self.denominators.append(self.denominators[i] * n)
        else:
            choice = &self.choices[i]
            if choice.low != UNIFORM or choice.last != n - 1:
                raise changed(self, "it asks for another random choice than before")
        self.position = i + 1
        if self.record is not None:
            self._note(choice.option, n, None)
        return choice.option

    cpdef int64_t listed(self, Options options, bint drawn=True) except -1:
        """One of the options, by their weights."""
        cdef Py_ssize_t i = self.position
        cdef Choice* choice
        self.draws += drawn
        if len(options.weights) == 1:
            return 0
        if i >= self.depth:
            choice = self._add(len(options.weights) - 1)
            choice.low = LISTED
            self.options.append(options)
            self.numerators.append(self.numerators[i] * options.weights[choice.option])
            self.denominators.append(self.denominators[i] * options.total)
        else:
            choice = &self.choices[i]
            known = self.options[i]
            if known is not options and (
                choice.low != LISTED or (<Options> known).weights != options.weights
            ):
                raise changed(self, "it asks for another random choice than before")
        self.position = i + 1
        if self.record is not None:
            self._note(choice.option, len(options.weights), options)
        return choice.option

    cdef int64_t split(self, Cell cell, int64_t cut) except -1:
        """0 for the part of a cell below the cut, 1 for the other; the cell becomes that part."""
        cdef Py_ssize_t i = self.position
        cdef Choice* choice
        cdef int64_t common
        if i >= self.depth:
            choice = self._add(1)
            choice.low, choice.cut, choice.high = cell.low, cut, cell.high
            common = gcd(cut - cell.low, cell.high - cell.low)
            part = cell.high - cut if choice.option else cut - cell.low
            self.options.append(None)
            self.numerators.append(self.numerators[i] * (part // common))
            self.denominators.append(self.denominators[i] * ((cell.high - cell.low) // common))
        else:
            choice = &self.choices[i]
            if choice.cut != cut or choice.low != cell.low or choice.high != cell.high:
                raise changed(self, "it asks for another random choice than before")
        self.position = i + 1
        if choice.option:
            cell.low = cut
        else:
            cell.high = cut
        if self.record is not None:
            self._note(choice.option, 2, (cell.low, cell.high))
        return choice.option

    cdef Options known_parts(self, tuple bounds):
        """The parts between these very bounds, if the next choice is replayed and was among them.

        Chains remember bounds, so that a replay need not go through thousands of them.
        """
        if self.position >= self.depth:
            return None
        known = self.options[self.position]
        return known if known is not None and (<Options> known).bounds is bounds else None

    cdef Choice* _add(self, int64_t last) except NULL:
        """Room for one more choice, unless the run is to be cut before it."""
        cdef Py_ssize_t i = self.position
        cdef Choice* choices
        if self.stopped is not None:
            raise self.stopped
        if i >= self.fixed and self.least_numerator is not None and (
            self.numerators[i] * self.least_denominator
            < self.least_numerator * self.denominators[i]
        ):
            self.stopped = Cut()
            raise self.stopped
        if i >= self.longest:
            raise too_long(self)
        if i == self.room:
            choices = <Choice*> realloc(self.choices, 2 * self.room * sizeof(Choice))
            if choices == NULL:
                raise MemoryError
            self.choices = choices
            self.room *= 2
        if self.watch is not None:
            self.watch(self)
        self.depth = i + 1
        self.choices[i].option = self.forced[i] if i < self.fixed else self.preferred % (last + 1)
        self.choices[i].last = last
        self.choices[i].cut = 0
        if self.choices[i].option > last:
            raise changed(self, "it asks for another random choice than before")
        return &self.choices[i]

    cdef _note(self, int64_t option, int64_t count, more):
        i = self.position
        weight = self.numerators[i] * self.denominators[i - 1]
        whole = self.denominators[i] * self.numerators[i - 1]
        from verify.exploration.place import user_line

        self.record.append((user_line(), option, count, more, (weight, whole)))

    def lazy(self):
        """A new lazy uniform over the doubles k·2^−53, or what is made instead."""
        if self.make is not None:
            self.draws += 1
            return self.make(self)
        cdef Lazy found = self.lazy_type.__new__(self.lazy_type)
        cdef Cell cell = Cell.__new__(Cell)
        cell.low, cell.high = 0, ALL
        self.draws += 1
        self.doubles = True
        found.trail, found.cell, found.steps = self, cell, None
        return found


cdef class Lazy:
    """A double worked out from k·2^−53, of which only the cell of k is known yet.

    ``steps`` is what is done with k·2^−53, None for nothing yet.
    """

    cdef readonly Trail trail
    cdef readonly Cell cell
    cdef readonly object steps

    @staticmethod
    def made(kind, Trail trail, Cell cell, steps):
        """A draw of some kind."""
        cdef Lazy found = kind.__new__(kind)
        found.trail, found.cell, found.steps = trail, cell, steps
        return found

    def derived(self, steps):
        """The same draw with other steps."""
        cdef Lazy found = type(self).__new__(type(self))
        found.trail, found.cell, found.steps = self.trail, self.cell, steps
        return found

    def __richcmp__(self, other, int relation):
        if self.steps is not None or type(other) is not float or relation == 2 or relation == 3:
            return self._compared(other, relation)
        # k·2^−53 < c is k < ceil(c·2^53), and c·2^53 is exact
        cdef double scaled = <double> other * CELLS
        cdef int64_t cut
        if relation == 0 or relation == 5:  # < and >=
            scaled = ceil(scaled)
        elif scaled == scaled:  # <= and >
            scaled = floor(scaled) + 1
        if scaled != scaled:
            return False
        cdef bint below
        if scaled <= self.cell.low:
            below = False
        elif scaled >= self.cell.high:
            below = True
        else:
            cut = <int64_t> scaled
            below = self.trail.split(self.cell, cut) == 0
        return below if relation <= 1 else not below

    def choose(self, tuple bounds):
        """Which of the parts between the bounds, all in the cell, it lies in: the cell is that."""
        cdef Cell cell = self.cell
        if len(bounds) == 1:
            return self.trail.split(cell, bounds[0])
        cdef Options options = self.trail.known_parts(bounds)
        if options is None:
            ends = (cell.low, *bounds, cell.high)
            weights = tuple([ends[i + 1] - ends[i] for i in range(len(bounds) + 1)])
            options = Options(weights, ends)
            options.bounds = bounds
        option = self.trail.listed(options, False)
        cell.low, cell.high = options.values[option], options.values[option + 1]
        return option
