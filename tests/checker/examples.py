"""True certificates, worked out by hand."""

from fractions import Fraction

from certificates import certificate, level, model, one_table, row, sums, table

F = Fraction
FLIP = one_table([F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)])  # randomized response: e^ε = 3
TWICE = one_table([F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)], draws=2)
LEAK = one_table([F(9, 10), F(1, 10)], [F(1), F(0)])  # the first input may betray itself
GEOMETRIC = model(  # 1/4 or 1/2 on one output, the rest on a tail of base 1/2
    [table(row([F(1, 4)], [[(F(3, 8), F(1, 2))]]), row([F(1, 2)], [[(F(1, 4), F(1, 2))]]))],
    [["all", [0, 1]]],
    [[(1, 0)], [(1, 1)]],
)
BRANCHES = model(  # with probability 1/2 nothing is told
    [table(row([F(3, 4), F(1, 4)]), row([F(1, 4), F(3, 4)]))],
    [["silent"], ["told", [0, 1]]],
    [[(F(1, 2),), (F(1, 2), 0)], [(F(1, 2),), (F(1, 2), 1)]],
)

PURE = certificate(FLIP, {"alpha": "0x3", "delta": "0x0"}, sums(3, (0, 0), (0, 0)))
# P > 2Q on one output only: 3/4 − 2·1/4 = 1/4
APPROXIMATE = certificate(
    FLIP, {"alpha": "0x2", "delta": "0x1/0x4"}, sums(2, (F(3, 4), F(1, 4)), (F(3, 4), F(1, 4)))
)
IRRATIONAL = certificate(  # ln 3 < 11/10
    FLIP, {"epsilon": level(F(11, 10)), "delta": "0x0"}, sums(3, (0, 0), (0, 0))
)
VIOLATED = certificate(  # ln 3 > 1
    FLIP,
    {"epsilon": level(1), "delta": "0x0"},
    sums(F(14, 5), (F(3, 4), F(1, 4)), (F(3, 4), F(1, 4))),
    "violated",
)
# two draws: ratios 9, 1, 1/9 with 9/16, 6/16, 1/16; 9/16 − 3·1/16 = 6/16
DRAWS = certificate(
    TWICE, {"alpha": "0x3", "delta": "0x3/0x8"}, sums(3, *[(F(9, 16), F(1, 16))] * 2)
)
# (9/16)/(1/4) + (1/16)/(3/4) = 9/4 + 1/12 = 7/3
MOMENTS = certificate(
    FLIP, {"epsilon": level(0, (1, F(7, 3))), "order": 2}, {"moments": ["0x7/0x3", "0x7/0x3"]}
)
RANGE = certificate(FLIP, {"eta": level(0, (2, 3))}, {"ratios": ["0x3", "0x3"]})
RANGE_VIOLATED = certificate(
    FLIP, {"eta": level(2)}, {"ratios": ["0xe/0x5", "0xe/0x5"]}, "violated"
)  # (14/5)² = 7.84 > e² = 7.39
INFINITE = certificate(  # the second output is never seen for the second input
    LEAK, {"epsilon": level(100), "order": 7}, sums(0, (1, 1)), "violated", [(0, 1)]
)
INFINITE["evidence"] = sums(1, (F(1, 10), 0))
# on the output 1/4 < 1/2, on the tail 3/8·2^−n > 1/4·2^−n: 3/4 − 1·1/2 = 1/4
TAIL = certificate(
    GEOMETRIC, {"alpha": "0x1", "delta": "0x1/0x4"}, sums(1, (F(3, 4), F(1, 2)), (F(1, 2), F(1, 4)))
)
# halved: 1/2·(3/4 − 2·1/4) = 1/8
BRANCHED = certificate(
    BRANCHES, {"alpha": "0x2", "delta": "0x1/0x8"}, sums(2, *[(F(3, 8), F(1, 8))] * 2)
)

TWO_KINDS = certificate(  # Q sees 1/2, 0 where P sees 1, 1/2: P(S) = 1 where nothing is Q's branch
    model(
        [table(row([1, 0]), row([F(1, 2), F(1, 2)]))],
        [["one"], ["two", [0, 1], [0, 1]]],
        [[(0,), (1, 0, 1)], [(1,), (0, 1, 0)]],
    ),
    {"alpha": "0x1", "delta": "0x1/0x2"},
    sums(0, (1, 0)),
    "violated",
    [(0, 1)],
)

# the input is told with 1/10, else randomized response: S is what tells it
LEAKED = certificate(
    model(
        [table(row([F(3, 4), F(1, 4)]), row([F(1, 4), F(3, 4)]))],
        [["first"], ["second"], ["else", [0, 1]]],
        [[(F(1, 10),), (0,), (F(9, 10), 0)], [(0,), (F(1, 10),), (F(9, 10), 1)]],
    ),
    {"alpha": "0x3", "delta": "0x1/0xa"},
    sums(3, (F(1, 10), 0), (F(1, 10), 0)),
)
# the tail: 3/4·3/8·2^−n > 2·1/4·1/4·2^−n, 9/16 − 2·1/8; the other way silence: 3/4 − 2·1/4
TAIL_IN_BRANCH = certificate(
    model(
        GEOMETRIC["tables"],
        [["silent"], ["told", [0, 1]]],
        [[(F(1, 4),), (F(3, 4), 0)], [(F(3, 4),), (F(1, 4), 1)]],
    ),
    {"alpha": "0x2", "delta": "0x5/0x10"},
    sums(2, (F(9, 16), F(1, 8)), (F(3, 4), F(1, 4))),
)
# on the tail 3/8·2^−n = 3/2·1/4·2^−n: it is in no event; the other way 1/2 − 3/2·1/4 = 1/8
TAIL_TIED = certificate(
    GEOMETRIC, {"alpha": "0x3/0x2", "delta": "0x1/0x8"}, sums(F(3, 2), (0, 0), (F(1, 2), F(1, 4)))
)
UNEQUAL = [F(1, 2), F(1, 2)], [F(1, 5), F(4, 5)]  # ratios 5/2 and 5/8
# 3/4·1/2 − 2·1/4·1/5 = 11/40 on the first outputs; 3/4·4/5 − 2·1/4·1/2 = 7/20 on the last
PRODUCT = certificate(
    model(
        [table(row([F(3, 4), F(1, 4)]), row([F(1, 4), F(3, 4)])), table(*map(row, UNEQUAL))],
        [["both", [0, 1], [1, 1]]],
        [[(1, 0, 0)], [(1, 1, 1)]],
    ),
    {"alpha": "0x2", "delta": "0x7/0x14"},
    sums(2, (F(3, 8), F(1, 20)), (F(3, 5), F(1, 8))),
)
UNEQUAL_RANGE = certificate(  # 5/2·8/5 = 4
    one_table(*UNEQUAL), {"eta": level(0, (1, 4))}, {"ratios": ["0x5/0x2", "0x8/0x5"]}
)
UNEQUAL_RANGE_VIOLATED = certificate(  # 12/5 < 5/2, 5/4 < 8/5, and their product is 3
    one_table(*UNEQUAL), {"eta": level(0, (1, 3))}, {"ratios": ["0xc/0x5", "0x5/0x4"]}, "violated"
)
# (1/4)/(1/5) + (1/4)/(4/5) = 25/16; the other way (1/25 + 16/25)/(1/2) = 34/25
MOMENTS_OF_BRANCHES = certificate(
    model([], [["a"], ["b"]], [[(F(1, 2),), (F(1, 2),)], [(F(1, 5),), (F(4, 5),)]]),
    {"epsilon": level(0, (1, F(25, 16))), "order": 2},
    {"moments": ["0x19/0x10", "0x22/0x19"]},
)

ALL = {
    "moments of branches": MOMENTS_OF_BRANCHES,
    "leaked": LEAKED,
    "tail in a branch": TAIL_IN_BRANCH,
    "tail tied": TAIL_TIED,
    "product": PRODUCT,
    "unequal range": UNEQUAL_RANGE,
    "unequal range violated": UNEQUAL_RANGE_VIOLATED,
    "two kinds of draws": TWO_KINDS,
    "pure": PURE,
    "approximate": APPROXIMATE,
    "irrational": IRRATIONAL,
    "violated": VIOLATED,
    "draws": DRAWS,
    "moments": MOMENTS,
    "range": RANGE,
    "range violated": RANGE_VIOLATED,
    "infinite": INFINITE,
    "tail": TAIL,
    "branched": BRANCHED,
}
