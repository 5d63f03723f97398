"""The model types of documents: a form and a builder each, gathered by family."""

from __future__ import annotations

from verify.document.types import combining, queries, response, sampling, tables
from verify.document.types.base import Builder, ModelForm

__all__ = ["BUILDERS", "FORMS", "MODEL_TYPES", "PLANNED"]

BUILDERS: dict[type[ModelForm], Builder] = (
    tables.BUILDERS | response.BUILDERS | queries.BUILDERS | combining.BUILDERS | sampling.BUILDERS
)
"""What makes a mechanism from each form"""

FORMS: tuple[type[ModelForm], ...] = tuple(BUILDERS)

MODEL_TYPES: dict[str, type[ModelForm]] = {str(form.__struct_config__.tag): form for form in FORMS}

PLANNED = frozenset(
    {
        "geometric",
        "clamped_geometric",
        "truncated_geometric",
        "discrete_laplace",
        "unary_encoding",
        "rappor",
        "exponential",
        "permute_and_flip",
        "thresholded_histogram",
        "laplace",
        "gaussian",
        "discrete_gaussian",
        "subsampled_gaussian",
        "shuffled_gaussian",
    }
)
"""Documented types whose capability does not exist yet."""
