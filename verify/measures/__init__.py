"""Measures read off the laws of a mechanism, beside (ε, δ): exact, or enclosed with proof.

>>> from verify import measures
>>> from verify.mechanisms import randomized_response
>>> measures.renyi(randomized_response("3/4"), 2).moment
mpq(7,3)
"""

from typing import TYPE_CHECKING

from verify.lazy import loader

if TYPE_CHECKING:
    from verify.measures.concentrated import Zcdp, zcdp
    from verify.measures.domination import Domination, dominates, dominating_pair
    from verify.measures.leakage import (
        MinEntropyLeakage,
        bayes_capacity,
        min_entropy_leakage,
        reconstruction,
    )
    from verify.measures.loss_range import BoundedRange, bounded_range
    from verify.measures.membership import advantage_bound, bayes_accuracy, membership_advantage
    from verify.measures.ratios import RatioClass, likelihood_ratios
    from verify.measures.renyi_divergence import RenyiDivergence, renyi

_HOMES = {
    "BoundedRange": "loss_range",
    "Domination": "domination",
    "MinEntropyLeakage": "leakage",
    "RatioClass": "ratios",
    "RenyiDivergence": "renyi_divergence",
    "Zcdp": "concentrated",
    "advantage_bound": "membership",
    "bayes_accuracy": "membership",
    "bayes_capacity": "leakage",
    "bounded_range": "loss_range",
    "dominates": "domination",
    "dominating_pair": "domination",
    "likelihood_ratios": "ratios",
    "membership_advantage": "membership",
    "min_entropy_leakage": "leakage",
    "reconstruction": "leakage",
    "renyi": "renyi_divergence",
    "zcdp": "concentrated",
}

__all__ = [
    "BoundedRange",
    "Domination",
    "MinEntropyLeakage",
    "RatioClass",
    "RenyiDivergence",
    "Zcdp",
    "advantage_bound",
    "bayes_accuracy",
    "bayes_capacity",
    "bounded_range",
    "dominates",
    "dominating_pair",
    "likelihood_ratios",
    "membership_advantage",
    "min_entropy_leakage",
    "reconstruction",
    "renyi",
    "zcdp",
]

__getattr__ = loader(__name__, {name: f"{__name__}.{home}" for name, home in _HOMES.items()})


def __dir__() -> list[str]:
    return sorted(__all__)
