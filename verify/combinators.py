"""The combinators under one public name: how releases meet."""

from typing import TYPE_CHECKING

from verify.lazy import loader

if TYPE_CHECKING:
    from verify.combine.adaptive import Adaptive, adaptive
    from verify.combine.allocation import RandomAllocation, random_allocation
    from verify.combine.fixed_size import FixedSizeSubsample, fixed_size_subsample
    from verify.combine.interaction import interaction
    from verify.combine.mixture import Mixture, mixture
    from verify.combine.parallel import Parallel, parallel
    from verify.combine.per_round import PerRound, per_round
    from verify.combine.poisson import PoissonSubsample, poisson_subsample
    from verify.combine.product import Copies, Fresh, copies, fresh
    from verify.combine.shared import Shared, shared
    from verify.combine.shuffling import Shuffle, shuffle
    from verify.combine.transform import Postprocess, postprocess

_HOMES = {
    "Adaptive": "adaptive",
    "Copies": "product",
    "FixedSizeSubsample": "fixed_size",
    "Fresh": "product",
    "Mixture": "mixture",
    "Parallel": "parallel",
    "PerRound": "per_round",
    "PoissonSubsample": "poisson",
    "Postprocess": "transform",
    "RandomAllocation": "allocation",
    "Shared": "shared",
    "Shuffle": "shuffling",
    "adaptive": "adaptive",
    "copies": "product",
    "fixed_size_subsample": "fixed_size",
    "fresh": "product",
    "interaction": "interaction",
    "mixture": "mixture",
    "parallel": "parallel",
    "per_round": "per_round",
    "poisson_subsample": "poisson",
    "postprocess": "transform",
    "random_allocation": "allocation",
    "shared": "shared",
    "shuffle": "shuffling",
}

__all__ = [
    "Adaptive",
    "Copies",
    "FixedSizeSubsample",
    "Fresh",
    "Mixture",
    "Parallel",
    "PerRound",
    "PoissonSubsample",
    "Postprocess",
    "RandomAllocation",
    "Shared",
    "Shuffle",
    "adaptive",
    "copies",
    "fixed_size_subsample",
    "fresh",
    "interaction",
    "mixture",
    "parallel",
    "per_round",
    "poisson_subsample",
    "postprocess",
    "random_allocation",
    "shared",
    "shuffle",
]

__getattr__ = loader(__name__, {name: f"verify.combine.{home}" for name, home in _HOMES.items()})


def __dir__() -> list[str]:
    return sorted(__all__)
