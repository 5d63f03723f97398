"""Random certificates: what is accepted is true, and what is true and well shown is accepted."""

import check
import checker_twin
from certificates import changed, signed, text
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_certificates import random_certificate

QUIET = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)


@st.composite
def certificates(draw, tails=False):
    return random_certificate(lambda low, high: draw(st.integers(low, high)), tails=tails)


def shown(tree):
    """Whether the evidence, right as it is, suffices for the claim: by definition."""
    twin, claim, evidence = checker_twin, tree["claim"], tree["evidence"]
    sign = 1 if tree["verdict"] == "holds" else -1
    level = claim.get("epsilon", claim.get("eta"))
    if "sums" in evidence:
        alpha = twin.number(evidence["level"])
        found = [[twin.number(x) for x in pair] for pair in evidence["sums"]]
        above = [a - alpha * b > twin.number(claim["delta"]) for a, b in found]
        if any(x is (sign == 1) for x in above):
            return False
        if sign == -1 and not any(b for _, b in found):
            return True
        if level is None:
            return (twin.number(claim["alpha"]) - alpha) * sign >= 0
        return twin.compare(level, alpha) * sign >= 0
    if "moments" in evidence:
        return True  # the moment itself is stated: it is shown if it is true
    ratios = [twin.number(x) for x in evidence["ratios"]]
    return twin.compare(level, ratios[0] * ratios[1]) * sign >= 0


@QUIET
@given(certificates())
def test_a_random_certificate_is_valid_just_if_it_is_true_and_shown(tree):
    code, line = check.check(signed(tree))
    true = checker_twin.truth(tree)
    assert code in (check.VALID, check.INVALID), line
    assert true is None or code == check.INVALID or true
    if true and shown(tree):
        assert code == check.VALID, line


@QUIET
@given(certificates(tails=True))
def test_a_certificate_of_tails_that_is_valid_is_true(tree):
    code, line = check.check(signed(tree))
    assert code != check.MALFORMED, line
    assert code != check.VALID or checker_twin.truth(tree) in (True, None)


@QUIET
@given(certificates(), st.data())
def test_a_changed_number_is_accepted_only_where_it_is_true(tree, data):
    paths = [path for path in places(tree) if isinstance(value_at(tree, path), str | int)]
    path = data.draw(st.sampled_from(paths))
    number = data.draw(st.fractions(0, 4, max_denominator=9))
    value = text(number) if isinstance(value_at(tree, path), str) else int(number)
    found = changed(tree, *path, to=value)
    if check.check(signed(found))[0] == check.VALID:
        assert checker_twin.truth(found) in (True, None)


def places(tree, path=()):
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in inner:
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))
        else:
            yield (*path, key)


def value_at(tree, path):
    for key in path:
        tree = tree[key]
    return tree
