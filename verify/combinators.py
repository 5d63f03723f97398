"""The combinators under one public name: how releases meet."""

from verify.combine.adaptive import Adaptive, adaptive
from verify.combine.allocation import RandomAllocation, random_allocation
from verify.combine.fixed_size import FixedSizeSubsample, fixed_size_subsample
from verify.combine.mixture import Mixture, mixture
from verify.combine.parallel import Parallel, parallel
from verify.combine.poisson import PoissonSubsample, poisson_subsample
from verify.combine.product import Copies, Fresh, copies, fresh
from verify.combine.shared import Shared, shared
from verify.combine.shuffling import Shuffle, shuffle
from verify.combine.transform import Postprocess, postprocess

__all__ = [
    "Adaptive",
    "Copies",
    "FixedSizeSubsample",
    "Fresh",
    "Mixture",
    "Parallel",
    "PoissonSubsample",
    "Postprocess",
    "RandomAllocation",
    "Shared",
    "Shuffle",
    "adaptive",
    "copies",
    "fixed_size_subsample",
    "fresh",
    "mixture",
    "parallel",
    "poisson_subsample",
    "postprocess",
    "random_allocation",
    "shared",
    "shuffle",
]
