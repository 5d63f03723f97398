"""``random_allocation``: one round of every epoch, chosen uniformly, sees the record."""

from __future__ import annotations

from verify import resources
from verify.combine.scheme import require_meaning
from verify.errors import InputError, NotAvailableError
from verify.exact.rational import Exact, integer
from verify.law.adjacency import Adjacency, Edge
from verify.law.infinite import has_series
from verify.law.labels import Label, label, one_of, show
from verify.law.mechanism import Mechanism, require_law
from verify.law.pair import AllocationPair, Pair, PowerPair

__all__ = ["RandomAllocation", "random_allocation"]

ADD_REMOVE = Adjacency("add_remove")

MEANINGFUL = ("add_remove", "all_pairs", "pairs")


class RandomAllocation(Mechanism):
    """``epochs`` times ``rounds`` releases; in every epoch one of them sees the record."""

    __slots__ = ("_pairs", "absent", "adjacency", "epochs", "inputs", "of", "rounds")

    def __init__(
        self, of: Mechanism, absent: Label, present: Label, rounds: int, epochs: int
    ) -> None:
        self.of = of
        self.rounds = rounds
        self.epochs = epochs
        self.inputs = (absent, present)
        self.absent = absent
        self.adjacency = ADD_REMOVE
        base = of.pair(of.inputs.index(present), of.inputs.index(absent))
        self._pairs = {
            (i, j): self._pair(AllocationPair(base, rounds, bool(i), bool(j)))
            for i in (0, 1)
            for j in (0, 1)
        }

    def _pair(self, epoch: AllocationPair) -> Pair:
        return epoch if self.epochs == 1 else PowerPair(epoch, self.epochs)

    def pair(self, first: int, second: int) -> Pair:
        """One allocation, or the power of it that the epochs make."""
        return self._pairs[first, second]

    def answer_bits(self) -> int:
        """Those of all rounds together."""
        return self.epochs * self.rounds * self.of.answer_bits()

    def is_infinite(self) -> bool:
        """Whether a round has infinitely many outcomes."""
        return self.of.is_infinite()

    def _find_edges(self, adjacency: Adjacency) -> list[Edge]:
        require_meaning(adjacency, MEANINGFUL, "a record that is absent or present")
        return adjacency.edges(self.inputs, self.absent)

    def __repr__(self) -> str:
        return f"<RandomAllocation to one of {self.rounds} rounds, {self.epochs} epochs>"


def random_allocation(
    of: Mechanism, absent: object, present: object, rounds: Exact, epochs: Exact = 1
) -> RandomAllocation:
    """Exactly one uniformly chosen round of every epoch sees the record ("balls in bins").

    Inputs are the two labels, ``absent`` first. With M rounds

        P(y_1, …, y_M | present) = (1/M)·Σ_i of(y_i | present)·Π_{j≠i} of(y_j | absent),
        P(y_1, …, y_M | absent) = Π_i of(y_i | absent);

    epochs are independent. The output is the array of the M outputs of ``of``; with more than one
    epoch the array of the epochs' arrays. The likelihood ratio is the mean of the rounds' ratios,
    so no round is worse than a single one: the pure level is that of ``of``. Default adjacency
    add_remove; all_pairs, listed pairs and groups of these are the same two inputs. ``replace``
    is refused: replacing a record takes the laws of two records.

    Raises `verify.InputError` where a label is no input of ``of`` or both are the same, and
    `verify.NotAvailableError` for an ``of`` with infinitely many likelihood ratios.

    Source: Chua, Ghazi, Harrison, Leeman, Kamath, Kumar, Manurangsi, Sinha and Zhang 2024 (balls
    and bins sampling); Feldman and Shenfeld 2025 (random allocation).

    >>> from verify import profile
    >>> from verify.mechanisms import randomized_response
    >>> four = random_allocation(randomized_response("3/4"), absent=0, present=1, rounds=4)
    >>> profile(four).total_variation, profile(four).alpha()
    (mpq(27,128), mpq(3,1))
    """
    require_law(of, "of")
    without, chosen = _input(absent, of, "absent"), _input(present, of, "present")
    if without == chosen:
        problem = f"{show(chosen)} is the absent input as well"
        raise InputError(problem, at="present", form="another input of the mechanism")
    size, repeat = integer(rounds, "rounds", least=1), integer(epochs, "epochs", least=1)
    bits = size * repeat * max(1, of.answer_bits())
    resources.check("answer_bits", bits, "the bits of one exact probability", "rounds")
    if has_series(of.pair(of.inputs.index(chosen), of.inputs.index(without))):
        problem = "its law has infinitely many likelihood ratios, which cannot be allocated yet"
        raise NotAvailableError(problem, at="of", form='a mechanism such as "clamped_geometric"')
    return RandomAllocation(of, without, chosen, size, repeat)


def _input(value: object, of: Mechanism, at: str) -> Label:
    name = label(value, at)
    if name not in of.inputs:
        raise InputError(
            f"{show(name)} is no input of the mechanism", at=at, form=one_of(of.inputs)
        )
    return name
