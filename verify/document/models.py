"""The shape of a whole document and of its claims; model types are in `verify.document.types`."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct

from verify.document.types.base import AdjacencyForm, Claims, Epsilon, Model, Number
from verify.document.utility import Asked

__all__ = ["ClaimForm", "DocumentForm"]


class ClaimForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A claim: (α or ε, δ), or ρ (zCDP), or order and ε (Rényi), or η (bounded range)."""

    alpha: Number = UNSET
    epsilon: Epsilon = UNSET
    delta: Number = UNSET
    rho: Number = UNSET
    order: Number = UNSET
    eta: Epsilon = UNSET


class DocumentForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A model document."""

    schema: Literal[1]
    mechanism: Model
    adjacency: AdjacencyForm = UNSET
    claim: Claims = UNSET
    utility: Asked = UNSET
