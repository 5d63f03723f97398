# The law of a block of draws, put on a grid of ratios.
#
# A class that is drawn n times has the ratio gamma^place y with 1 <= y < gamma, and a weight under
# Q that is tilted by gamma^(theta place). Ratios y are multiples of 2^-126, weights are floating:
# m 2^e with 2^127 <= m < 2^128. Every product is rounded down, so that a weight is never too large,
# and too small by a relative 2^-125 at most.

cdef struct Weight:
    u128 mantissa
    int64_t exponent

cdef struct Node:
    # what has been drawn so far
    int64_t place
    u128 ratio
    Weight weight

cdef struct Block:
    const uint64_t* numbers    # per class and count: y and the mantissa, two limbs each
    const int64_t* shifts      # the same: place and exponent
    const int64_t* rows        # per class: where its counts begin, for one draw
    const int64_t* ends        # per part: the class after its last
    const int64_t* counts      # per part: its draws
    Py_ssize_t parts
    u128 gamma                 # times 2^126
    u128 inverse               # 1/gamma times 2^128
    u128 spread                # 2^126/((gamma - 1)·2^zoom)
    int zoom                   # (gamma - 1)·2^zoom lies in (1/2, 1]
    u128 tilt_p                # gamma^(theta - 1) times 2^127
    u128 tilt_q                # gamma^theta times 2^127
    int64_t unit               # cells are multiples of 2^unit
    int64_t start              # the place of the first cell
    Py_ssize_t size
    uint64_t* p
    uint64_t* q
    u128 outside               # weight that has no cell
    int64_t leaves
    bint overflow


cdef inline Weight times(Weight x, u128 mantissa, int64_t exponent) noexcept nogil:
    x.mantissa = high(x.mantissa, mantissa)
    x.exponent += exponent + 128
    if not x.mantissa >> 127:
        x.mantissa <<= 1
        x.exponent -= 1
    return x


cdef inline u128 cells_of(Block* block, Weight x) noexcept nogil:
    """The weight in cells, rounded down."""
    cdef int64_t shift = block.unit - x.exponent
    if shift <= 0:
        block.overflow = True
        return 0
    return x.mantissa >> shift if shift < 128 else 0


cdef inline void add(Block* block, uint64_t* cells, int64_t place, Weight x) noexcept nogil:
    cdef uint64_t* cell = cells + 2 * (place - block.start)
    cdef u128 before = wide(cell), after = before + cells_of(block, x)
    if after < before:
        block.overflow = True
    put(cell, after)


cdef inline Weight scaled(Weight x, u128 factor, int bits) noexcept nogil:
    """x·factor/2^bits; the mantissa need no longer be normal."""
    x.mantissa = high(x.mantissa, factor)
    x.exponent += 128 - bits
    return x


cdef inline void spread_out(Block* block, const Node* node) noexcept nogil:
    """Split the weight between the two places around its ratio, so that their mean is the ratio."""
    cdef Weight lower = node.weight, upper = node.weight
    cdef u128 one = <u128>1 << 126
    cdef u128 share = high((node.ratio - one) << block.zoom, block.spread)  # times 2^124
    block.leaves += 1
    if node.place < block.start or node.place + 1 >= block.start + block.size:
        block.outside += cells_of(block, node.weight) + 1
        return
    share = ~<u128>0 if share >> 124 else share << 4
    upper.mantissa = high(node.weight.mantissa, share)
    lower.mantissa -= upper.mantissa
    add(block, block.q, node.place, lower)
    add(block, block.p, node.place, scaled(lower, node.ratio, 126))
    add(block, block.q, node.place + 1, scaled(upper, block.tilt_q, 127))
    upper = scaled(upper, node.ratio, 126)
    add(block, block.p, node.place + 1, scaled(upper, block.tilt_p, 127))


cdef inline Node drawn(const Block* block, const Node* before, int64_t row) noexcept nogil:
    """One more class, drawn so many times."""
    cdef const uint64_t* numbers = block.numbers + 4 * row
    cdef Node node
    node.place = before.place + block.shifts[2 * row]
    node.ratio = high(before.ratio, wide(numbers)) << 2
    node.weight = times(before.weight, wide(numbers + 2), block.shifts[2 * row + 1])
    while node.ratio >= block.gamma:
        node.ratio = high(node.ratio, block.inverse)
        node.place += 1
        node.weight = times(node.weight, block.tilt_q, -127)
    if not node.ratio >> 126:
        node.ratio = <u128>1 << 126
    return node


cdef int draw(
    Block* block, Py_ssize_t part, int64_t first, int64_t left, const Node* before,
    Py_ssize_t* budget
) noexcept nogil:
    """All ways to draw the rest: ``left`` from the classes of a part from number first on."""
    cdef int64_t i, used, end = block.ends[part]
    cdef Node node
    cdef int status
    if spend(budget, 64):
        return FAILED
    for i in range(first, end):
        for used in range(left if i == end - 1 else 1, left + 1):
            node = drawn(block, before, block.rows[i] + used - 1)
            if used < left:
                status = draw(block, part, i + 1, left - used, &node, budget)
            elif part + 1 < block.parts:
                status = draw(block, part + 1, end, block.counts[part + 1], &node, budget)
            else:
                spread_out(block, &node)
                status = 0
            if status:
                return status
    return 0
