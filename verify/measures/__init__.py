"""Measures read off the laws of a mechanism, beside (ε, δ): exact, or enclosed with proof.

>>> from verify import measures
>>> from verify.mechanisms import randomized_response
>>> measures.renyi(randomized_response("3/4"), 2).moment
mpq(7,3)
"""

from verify.measures.bounded_range import BoundedRange, bounded_range
from verify.measures.domination import Domination, dominates, dominating_pair
from verify.measures.leakage import bayes_capacity, min_entropy_leakage, reconstruction
from verify.measures.membership import advantage_bound, bayes_accuracy, membership_advantage
from verify.measures.ratios import RatioClass, likelihood_ratios
from verify.measures.renyi import RenyiDivergence, renyi
from verify.measures.zcdp import Zcdp, zcdp

__all__ = [
    "BoundedRange",
    "Domination",
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
