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

ALL = {
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
