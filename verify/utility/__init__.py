"""Utility beside privacy: the exact expected error of a mechanism, per input and per group.

>>> from verify import utility
>>> from verify.mechanisms import k_randomized_response
>>> answer = utility.expected_error(k_randomized_response(3, "1/2"), "l1")
>>> answer.of(0), answer.worst
(mpq(3,4), InputUtility(input='0', expected=mpq(3,4)))
"""

from verify.utility.expected import (
    GroupUtility,
    InputUtility,
    Utility,
    answer,
    ask,
    expected_error,
)
from verify.utility.groups import Group
from verify.utility.question import ERRORS, Question

__all__ = [
    "ERRORS",
    "Group",
    "GroupUtility",
    "InputUtility",
    "Question",
    "Utility",
    "answer",
    "ask",
    "expected_error",
]
