"""Rules of one's own: a claimed bound, or any function that says yes or no to a channel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.counterexamples.rule import (
    Claimed,
    Composition,
    Instance,
    Predicate,
    Rule,
    Shape,
    channel_model,
)
from verify.counterexamples.tables import Pair
from verify.errors import InputError, VerifyError
from verify.exact.rational import integer, rational

__all__ = ["claimed_bound", "named_rule", "predicate"]

MOST_RELEASES, MOST_ROWS = 8, 6

RULE_FORM = "what claimed_bound or predicate of verify.counterexamples returns"


@dataclass(frozen=True, slots=True)
class _Bound:
    """A claim about independent releases of one channel."""

    function: Callable[[Fraction, Fraction], Any]
    releases: int

    def claimed(self, instance: Instance) -> Claimed:
        """What the function claims at the level of the instance."""
        alpha = instance.alpha
        assert alpha is not None
        known = alpha, instance.table.pair().delta(alpha)
        said = _called(self.function, *(Fraction(str(number)) for number in known))
        whole = (alpha**self.releases, said) if not isinstance(said, tuple) else said
        if len(whole) != 2:
            problem = f"the bound gave {len(whole)} numbers"
            raise InputError(problem, at="rule", form="δ, or (α, δ)")
        base, delta = (rational(number, "rule") for number in whole)
        if base < 1 or delta < 0:
            problem = f"the bound gave the claim (α = {base}, δ = {delta})"
            raise InputError(problem, at="rule", form="α of at least 1 and δ of at least 0")
        return Claimed(base, delta)

    def composed(self, instance: Instance) -> Pair:
        """The laws of all releases."""
        return instance.table.pair().power(self.releases)

    def model(self, instance: Instance) -> dict[str, Any]:
        """All releases as a model."""
        one = channel_model(instance.table)
        return {"mechanism": {"type": "fresh", "count": self.releases, "of": one}}


def claimed_bound(
    function: Callable[[Fraction, Fraction], Any], *, releases: int = 2, name: str = ""
) -> Rule:
    """The rule that ``releases`` fresh releases of a (ln α, δ)-private channel keep a bound.

    ``function(α, δ)`` answers with the claimed δ at α^releases, or with a pair (α, δ). It is asked
    with fractions, δ being the least δ at α, and answers with exact numbers.

    >>> from verify.counterexamples import search
    >>> print(search(claimed_bound(lambda alpha, delta: delta)))
    [0, 1] [1/2, 1/2], α = 1 breaks it; ...
    >>> search(claimed_bound(lambda alpha, delta: 2 * delta), outputs=2).found is None
    True
    """
    count = integer(releases, "releases", least=1)
    if count > MOST_RELEASES:
        form = f"at most {MOST_RELEASES}"
        raise InputError(f"{count} releases are too many", at="releases", form=form)
    bound = _Bound(_callable(function), count)
    statement = f"{count} releases of a (ln α, δ)-private channel keep the bound"
    shape = Shape(has_level=True)
    title = name or _name(function)
    return Composition(title, statement, shape, bound.claimed, bound.composed, bound.model)


def predicate(function: Callable[[Any], object], *, inputs: int = 2, name: str = "") -> Rule:
    """The rule that a function of a `verify.Channel` is true of every one with so many inputs.

    >>> import verify
    >>> from verify.counterexamples import search
    >>> symmetric = predicate(lambda c: verify.profile(c).trade_off(("0", "1")) ==
    ...                                 verify.profile(c).trade_off(("1", "0")))
    >>> print(search(symmetric))
    [0, 1] [1/2, 1/2] breaks it; ...
    """
    rows = integer(inputs, "inputs", least=1)
    if rows > MOST_ROWS:
        raise InputError(f"{rows} inputs are too many", at="inputs", form=f"at most {MOST_ROWS}")
    obeys = _Guarded(_callable(function))
    return Predicate(name or _name(function), "the predicate is true", Shape(rows=rows), obeys)


@dataclass(frozen=True, slots=True)
class _Guarded:
    """A function of somebody else, whose errors are not ours."""

    function: Callable[..., Any]

    def __call__(self, *arguments: Any) -> Any:
        return _called(self.function, *arguments)


def named_rule(text: str) -> Rule:
    """The rule that ``package.module:object`` names."""
    from verify.document.objects import named_object

    found = named_object(text, "--search", RULE_FORM)
    if not isinstance(found, Rule):
        problem = f"{text[:200]!r} is a {type(found).__name__}"
        raise InputError(problem, at="--search", form=RULE_FORM)
    return found


def _called(function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except VerifyError:
        raise
    except Exception as error:
        problem = f"the function raised {type(error).__name__}: {error}"[:300]
        raise InputError(problem, at="rule", form="a function of exact numbers") from error


def _callable(function: Any) -> Any:
    if not callable(function):
        problem = f"a {type(function).__name__} cannot be called"
        raise InputError(problem, at="rule", form="a function")
    return function


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__))
