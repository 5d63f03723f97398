"""The model types of documents: a form and a builder each, gathered by family."""

from __future__ import annotations

from verify.document.types import (
    combining,
    histogram,
    noise,
    queries,
    response,
    sampling,
    selection,
    tables,
)
from verify.document.types.base import Builder, ModelForm

__all__ = ["BUILDERS", "FAMILIES", "FORMS", "MODEL_TYPES", "PLANNED"]

FAMILIES = (tables, response, noise, selection, queries, histogram, combining, sampling)
"""The modules of the types, in the order of the documentation"""

BUILDERS: dict[type[ModelForm], Builder] = {
    form: builder for family in FAMILIES for form, builder in family.BUILDERS.items()
}
"""What makes a mechanism from each form"""

FORMS: tuple[type[ModelForm], ...] = tuple(BUILDERS)

MODEL_TYPES: dict[str, type[ModelForm]] = {str(form.__struct_config__.tag): form for form in FORMS}

PLANNED = frozenset(
    {
        "discrete_laplace",
        "laplace",
        "gaussian",
        "discrete_gaussian",
        "subsampled_gaussian",
        "shuffled_gaussian",
    }
)
"""Documented types whose capability does not exist yet."""
