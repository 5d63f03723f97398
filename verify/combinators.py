"""The combinators under one public name: how releases meet."""

from verify.combine.adaptive import Adaptive, adaptive
from verify.combine.mixture import Mixture, mixture
from verify.combine.parallel import Parallel, parallel
from verify.combine.product import Copies, Fresh, copies, fresh
from verify.combine.shared import Shared, shared
from verify.combine.transform import Postprocess, postprocess

__all__ = [
    "Adaptive",
    "Copies",
    "Fresh",
    "Mixture",
    "Parallel",
    "Postprocess",
    "Shared",
    "adaptive",
    "copies",
    "fresh",
    "mixture",
    "parallel",
    "postprocess",
    "shared",
]
