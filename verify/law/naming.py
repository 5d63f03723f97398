"""How a composed mechanism names the outcomes of its parts: injective, and invertible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from verify.law.labels import Label

__all__ = ["Alone", "Between", "Composed", "Naming", "Prefixed", "Repeated", "Same", "Shown"]
__all__ += ["Tagged"]


@dataclass(frozen=True, slots=True)
class Same:
    """y stays y."""

    def name(self, item: Label) -> Label:
        """The outcome's new name."""
        return item

    def original(self, item: Label) -> Label | None:
        """The outcome that has this name, if one can have it."""
        return item


@dataclass(frozen=True, slots=True)
class Tagged:
    """y becomes [tag, y]."""

    tag: Label

    def name(self, item: Label) -> Label:
        """The outcome's new name."""
        return (self.tag, item)

    def original(self, item: Label) -> Label | None:
        """The outcome that has this name, if one can have it."""
        fits = isinstance(item, tuple) and len(item) == 2 and item[0] == self.tag
        return item[1] if fits else None


@dataclass(frozen=True, slots=True)
class Prefixed:
    """[y_1, …, y_n] becomes [first, y_1, …, y_n]."""

    first: Label

    def name(self, item: Label) -> Label:
        """The outcome's new name."""
        return (self.first, *item)

    def original(self, item: Label) -> Label | None:
        """The outcome that has this name, if one can have it."""
        fits = isinstance(item, tuple) and item[:1] == (self.first,)
        return item[1:] if fits else None


@dataclass(frozen=True, slots=True)
class Repeated:
    """y becomes [y, …, y]."""

    count: int

    def name(self, item: Label) -> Label:
        """The outcome's new name."""
        return (item,) * self.count

    def original(self, item: Label) -> Label | None:
        """The outcome that has this name, if one can have it."""
        fits = isinstance(item, tuple) and item == item[:1] * self.count
        return item[0] if fits else None


@dataclass(frozen=True, slots=True)
class Between:
    """y becomes an array with y at one place and the others given."""

    others: tuple[Label, ...]
    place: int

    def name(self, item: Label) -> Label:
        """The outcome's new name."""
        return (*self.others[: self.place], item, *self.others[self.place :])

    def original(self, item: Label) -> Label | None:
        """The outcome that has this name, if one can have it."""
        if not isinstance(item, tuple) or len(item) != len(self.others) + 1:
            return None
        rest = item[: self.place] + item[self.place + 1 :]
        return item[self.place] if rest == self.others else None


@dataclass(frozen=True, slots=True)
class Composed:
    """Names given one after another, the innermost first."""

    inner: Naming
    outer: Naming

    def name(self, item: Label) -> Label:
        """The outcome's new name."""
        return self.outer.name(self.inner.name(item))

    def original(self, item: Label) -> Label | None:
        """The outcome that has this name, if one can have it."""
        between = self.outer.original(item)
        return None if between is None else self.inner.original(between)


@dataclass(frozen=True, slots=True)
class Alone:
    """A single outcome with a name of its own."""

    label: Label

    def name(self, _: Label) -> Label:
        """The outcome's name."""
        return self.label

    def original(self, item: Label) -> Label | None:
        """The outcome itself."""
        return item if item == self.label else None


@dataclass(frozen=True, slots=True)
class Shown:
    """[y_1, …, y_n] becomes the array of [key_i, y_i] without those where y_i is ``hidden``."""

    keys: tuple[Label, ...]
    hidden: Label

    def name(self, item: Label) -> Label:
        """The outcome's new name."""
        places = zip(self.keys, item, strict=True)
        return tuple((key, value) for key, value in places if value != self.hidden)

    def original(self, item: Label) -> Label | None:
        """The outcome that has this name, if one can have it."""
        if isinstance(item, str) or not all(len(e) == 2 and isinstance(e, tuple) for e in item):
            return None
        shown: dict[Label, Label] = dict(item)  # type: ignore[arg-type]
        found = tuple(shown.get(key, self.hidden) for key in self.keys)
        return found if self.name(found) == item else None


Naming: TypeAlias = "Same | Tagged | Prefixed | Repeated | Between | Composed | Alone | Shown"
