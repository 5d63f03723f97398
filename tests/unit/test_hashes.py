"""Equal mechanisms have equal hashes, and different ones seldom do: products go by them."""

from fractions import Fraction

import verify
from verify.mechanisms import randomized_response


def test_equal_tables_have_equal_hashes() -> None:
    rows = [["1/2", "1/4", "1/4"], ["1/4", "1/4", "1/2"]]
    weights = [[2, 1, 1], [1, 1, 2]]
    made = verify.Channel("ab", "xyz", rows), verify.Channel.from_weights("ab", "xyz", weights, 4)
    assert made[0] == made[1]
    assert hash(made[0]) == hash(made[1])


def test_tables_of_one_shape_and_denominator_do_not_collide() -> None:
    made = [randomized_response(Fraction(i, 1009)) for i in range(1, 1009)]
    assert len({hash(each) for each in made}) == len(made)


def test_tables_of_powers_of_e_do_not_collide() -> None:
    made = [randomized_response(epsilon=Fraction(i, 7)) for i in range(1, 50)]
    assert len({hash(each) for each in made}) == len(made)
    assert hash(randomized_response(epsilon=2)) == hash(randomized_response(epsilon="4/2"))
