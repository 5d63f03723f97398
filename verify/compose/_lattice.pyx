# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, embedsignature=True
"""Coefficients of products of powers of polynomials, in integers of any size and sign.

For P = prod_f f^k and F = prod_f f, comparing coefficients in F P' = (sum_f k f' F/f) P gives

    n F_0 P_n = sum_{i >= 1} (E_i - n F_i) P_{n - i},   E_i = i F_i + [x^i] sum_f k x f' F/f

(J. C. P. Miller's recurrence; Knuth, The Art of Computer Programming, 4.7): every coefficient takes
as many products as F has terms, whatever the counts k, and each product has one short operand.
Polynomials are lists of ascending places, the first of them 0, and lists of weights.

Every mpz belongs to a Python object, so none has to be cleared here.
"""
import numpy as np

from gmpy2.gmpy2 cimport GMPy_MPZ_New, mpz, mpz_ptr

from verify._gmp cimport (
    mpz_add, mpz_addmul, mpz_divexact, mpz_mul, mpz_set, mpz_set_ui, mpz_sub,
)

include "../kernels/start.pxi"


cdef struct Recurrence:
    # All numbers are borrowed; those of factors and divisor are ours to change.
    Py_ssize_t terms
    const Py_ssize_t* places
    mpz_ptr* factors  # E_i - n F_i
    mpz_ptr* weights  # F_i
    mpz_ptr divisor  # n F_0
    mpz_ptr lead  # F_0
    mpz_ptr* values  # P_n at n modulo size
    Py_ssize_t size
    Py_ssize_t budget


cdef int advance(Recurrence* c, Py_ssize_t n, Py_ssize_t here) noexcept nogil:
    """Put P_n, n >= 1, at the place ``here`` = n modulo size."""
    cdef mpz_ptr target = c.values[here]
    cdef Py_ssize_t t, place
    mpz_set_ui(target, 0)
    for t in range(c.terms):
        mpz_sub(c.factors[t], c.factors[t], c.weights[t])
        if c.places[t] > n:
            continue
        place = here - c.places[t]
        if place < 0:
            place += c.size
        mpz_addmul(target, c.values[place], c.factors[t])
    mpz_add(c.divisor, c.divisor, c.lead)
    mpz_divexact(target, target, c.divisor)
    return spend(&c.budget, (c.terms + 1) * (8 + abs(target[0]._mp_size)))


cdef int fill(Recurrence* c) noexcept nogil:
    """All P_n with n < size, P_0 being there."""
    cdef Py_ssize_t n
    for n in range(1, c.size):
        if advance(c, n, n):
            return FAILED
    return 0


cdef int add_taps(
    Recurrence* c, const Py_ssize_t* positions, mpz_ptr* weights, Py_ssize_t taps,
    mpz_ptr total, mpz_ptr result
) noexcept nogil:
    """result += sum_t weight_t (P_0 + ... + P_{position_t}), positions ascending."""
    cdef Py_ssize_t t = 0, n = 0, here = 0
    mpz_set(total, c.values[0])
    while True:
        while t < taps and positions[t] == n:
            mpz_addmul(result, total, weights[t])
            t += 1
            if spend(&c.budget, abs(total[0]._mp_size)):
                return FAILED
        if t == taps:
            return 0
        n += 1
        here += 1
        if here == c.size:
            here = 0
        if advance(c, n, here):
            return FAILED
        mpz_add(total, total, c.values[here])


cdef int multiply(
    mpz_ptr* values, Py_ssize_t degree, Py_ssize_t last, const Py_ssize_t* places,
    mpz_ptr* weights, Py_ssize_t terms, Py_ssize_t* budget
) noexcept nogil:
    """Multiply a polynomial of that degree in place, from the top; places above last are left."""
    cdef Py_ssize_t n, t, size, top = min(degree + places[terms - 1], last)
    for n in range(top, -1, -1):
        size = 0
        if n <= degree:
            mpz_mul(values[n], values[n], weights[0])
        for t in range(1, terms):
            if places[t] > n:
                break
            if n - places[t] <= degree:
                mpz_addmul(values[n], values[n - places[t]], weights[t])
                size += 8 + abs(values[n][0]._mp_size) * abs(weights[t][0]._mp_size)
        if spend(budget, size):
            return FAILED
    return 0


cdef list new_numbers(Py_ssize_t count):
    """Zeros that nobody else has."""
    cdef list numbers = []
    cdef mpz number
    for _ in range(count):
        number = GMPy_MPZ_New(NULL)
        mpz_set_ui(number.z, 0)
        numbers.append(number)
    return numbers


cdef mpz copy_of(mpz x):
    cdef mpz number = GMPy_MPZ_New(NULL)
    mpz_set(number.z, x.z)
    return number


cdef object pointers(list numbers):
    """The addresses of numbers that the caller keeps alive."""
    array = np.empty(max(len(numbers), 1), dtype=np.intp)
    cdef Py_ssize_t[::1] found = array
    cdef Py_ssize_t i
    for i in range(len(numbers)):
        found[i] = <Py_ssize_t>&(<mpz?>numbers[i]).z[0]
    return array


cdef object indices(list places):
    return np.array(places if places else [0], dtype=np.intp)


cdef inline Py_ssize_t* start_of(Py_ssize_t[::1] array) noexcept:
    return &array[0]


cdef class _Running:
    """A recurrence and all that it borrows."""
    cdef list numbers
    cdef list arrays
    cdef list values
    cdef Recurrence c

    def __init__(
        self, mpz start, mpz lead, list places, list weights, list sums, list values not None
    ):
        if len(places) != len(weights) or len(places) != len(sums) or not values:
            raise ValueError("a recurrence needs a weight and a sum for every place")
        if lead == 0 or any(later <= place for place, later in zip([0, *places], places)):
            raise ValueError("places must ascend from 0, where the weight is not 0")
        factors = [copy_of(<mpz?>x) for x in sums]
        divisor = new_numbers(1)
        self.numbers = [factors, divisor, weights, lead]
        self.values = values
        mpz_set((<mpz>values[0]).z, start.z)
        self.arrays = [indices(places), pointers(factors), pointers(weights), pointers(values)]
        self.c.terms = len(places)
        self.c.places = start_of(self.arrays[0])
        self.c.factors = <mpz_ptr*>start_of(self.arrays[1])
        self.c.weights = <mpz_ptr*>start_of(self.arrays[2])
        self.c.values = <mpz_ptr*>start_of(self.arrays[3])
        self.c.divisor = &(<mpz>divisor[0]).z[0]
        self.c.lead = &lead.z[0]
        self.c.size = len(values)
        self.c.budget = CHUNK


def coefficients(mpz start, mpz lead, list places, list weights, list sums, Py_ssize_t last):
    """[P_0, ..., P_last] from P_0, F_0, and the places i >= 1, F_i and E_i of the other terms."""
    if last < 0:
        raise ValueError("the last place must not be negative")
    cdef _Running running = _Running(start, lead, places, weights, sums, new_numbers(last + 1))
    cdef int status
    with nogil:
        status = fill(&running.c)
    passed(status)
    return running.values


def tapped_sum(
    mpz start, mpz lead, list places, list weights, list sums, list positions, list factors
):
    """sum_t factor_t (P_0 + ... + P_{position_t}) for ascending positions.

    As many coefficients are kept as F has places.
    """
    if not positions or len(positions) != len(factors) or positions[0] < 0:
        raise ValueError("some positions from 0 on are required, with a factor each")
    if any(later <= position for position, later in zip(positions, positions[1:])):
        raise ValueError("positions must ascend")
    cdef Py_ssize_t taps = len(positions)
    cdef Py_ssize_t size = 1 + min(places[len(places) - 1] if places else 0, positions[taps - 1])
    cdef _Running running = _Running(start, lead, places, weights, sums, new_numbers(size))
    where = indices(positions)
    weighing = pointers(factors)
    cdef const Py_ssize_t* at = start_of(where)
    cdef mpz_ptr* by = <mpz_ptr*>start_of(weighing)
    cdef mpz total = GMPy_MPZ_New(NULL), result = GMPy_MPZ_New(NULL)
    cdef int status
    with nogil:
        mpz_set_ui(result.z, 0)
        status = add_taps(&running.c, at, by, taps, total.z, result.z)
    passed(status)
    return result


def expanded(list values, list factors, Py_ssize_t last):
    """The product of a polynomial, given by all its coefficients, with others: up to x^last.

    A factor is (places, weights), few of them, and the places start at 0.
    """
    if not values or last < 0:
        raise ValueError("some coefficients are required, and a last place from 0 on")
    cdef Py_ssize_t degree = len(values) - 1, whole = degree, budget = CHUNK, terms
    for places, weights in factors:
        if len(places) != len(weights) or not places or places[0] != 0:
            raise ValueError("a factor needs a weight for every place, the first of them 0")
        if any(later <= place for place, later in zip(places, places[1:])):
            raise ValueError("places must ascend")
        whole += places[len(places) - 1]
    last = min(last, whole)
    cdef list found = [copy_of(<mpz?>x) for x in values[:last + 1]]
    found += new_numbers(last + 1 - len(found))
    room = pointers(found)
    cdef mpz_ptr* target = <mpz_ptr*>start_of(room)
    cdef const Py_ssize_t* at
    cdef mpz_ptr* by
    cdef int status
    degree = min(degree, last)
    for places, weights in factors:
        where = indices(places)
        weighing = pointers(weights)
        at = start_of(where)
        by = <mpz_ptr*>start_of(weighing)
        terms = len(places)
        with nogil:
            status = multiply(target, degree, last, at, by, terms, &budget)
        passed(status)
        degree = min(degree + at[terms - 1], last)
    return found
