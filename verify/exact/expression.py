"""The closed language of ε: rationals, ``ln`` of a positive rational, sums and multiples.

expr = term {("+"|"-") term}
term = [rat "*"] atom ["/" posint] | rat
atom = "ln(" posrat ")" | "(" expr ")"
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gmpy2 import mpq, mpz

from verify import resources
from verify.errors import InputError
from verify.exact.rational import rational

__all__ = ["Linear", "parse_epsilon"]

Linear = tuple[mpq, list[tuple[mpq, mpq]]]
"""constant, and (r, q) for every summand q·ln(r)"""

FORM = '"0.5", "ln(3)", "2*ln(3)", "ln(3)/2" or "1/2 + ln(2)"'

_NUMBER = re.compile(r"[+-]?[0-9]+(?:/[0-9]+(?![0-9.eE%])|(?:\.[0-9]+)?(?:%|[eE][+-]?[0-9]+)?)")
_POSITIVE_INTEGER = re.compile(r"[0-9]+")
_SPACE = re.compile(r" *")


def parse_epsilon(text: str, at: str = "epsilon") -> Linear:
    """The linear form that ``text`` denotes.

    >>> parse_epsilon("1/2 + 3*ln(2)")
    (mpq(1,2), [(mpq(2,1), mpq(3,1))])
    """
    resources.check("digits", len(text), "the length of an expression", at)
    parser = _Parser(text, at)
    form = parser.expression(0)
    if parser.position != len(text):
        raise parser.error("does not end here")
    return form


@dataclass(slots=True)
class _Parser:
    text: str
    at: str
    position: int = 0

    def expression(self, depth: int) -> Linear:
        resources.check("depth", depth, "the nesting of parentheses", self.at)
        constant, logarithms = self.term(depth)
        while sign := self.one_of("+-"):
            more, terms = self.term(depth)
            factor = mpq(1 if sign == "+" else -1)
            constant += factor * more
            logarithms += [(r, factor * q) for r, q in terms]
            resources.check("terms", len(logarithms), "the number of logarithms", self.at)
        return constant, logarithms

    def term(self, depth: int) -> Linear:
        self.spaces()
        number = self.match(_NUMBER)
        if number is None:
            return self.atom(depth, mpq(1))
        factor = rational(number, self.at)
        if self.one_of("*"):
            return self.atom(depth, factor)
        return factor, []

    def atom(self, depth: int, factor: mpq) -> Linear:
        self.spaces()
        if self.literal("ln("):
            form: Linear = (mpq(0), [(self.logarithm_argument(), mpq(1))])
        elif self.literal("("):
            form = self.expression(depth + 1)
            self.close()
        else:
            raise self.error("has no number, ln(...) or parenthesis here")
        if self.one_of("/"):
            factor /= self.divisor()
        return factor * form[0], [(r, factor * q) for r, q in form[1]]

    def logarithm_argument(self) -> mpq:
        self.spaces()
        number = self.match(_NUMBER)
        if number is None:
            raise self.error("needs a positive rational inside ln(...)")
        value = rational(number, self.at)
        if value <= 0:
            shown = f"ln({number[:40]})"
            raise InputError(
                f"{shown} has no real value",
                at=self.at,
                form='ln of a positive rational such as "ln(3)"',
            )
        self.close()
        return value

    def divisor(self) -> mpz:
        self.spaces()
        number = self.match(_POSITIVE_INTEGER)
        if number is None or mpz(number) == 0:
            raise self.error("needs a positive integer after '/'")
        return mpz(number)

    def close(self) -> None:
        if not self.one_of(")"):
            raise self.error("needs ')' here")

    def spaces(self) -> None:
        match = _SPACE.match(self.text, self.position)
        self.position = match.end() if match else self.position

    def one_of(self, symbols: str) -> str:
        """The next symbol if it is one of these, and moves past it; else an empty text."""
        start = self.position
        self.spaces()
        if self.position < len(self.text) and self.text[self.position] in symbols:
            self.position += 1
            return self.text[self.position - 1]
        if self.position < len(self.text):
            self.position = start
        return ""

    def literal(self, word: str) -> bool:
        if self.text.startswith(word, self.position):
            self.position += len(word)
            return True
        return False

    def match(self, pattern: re.Pattern[str]) -> str | None:
        match = pattern.match(self.text, self.position)
        if match is None:
            return None
        self.position = match.end()
        return match[0]

    def error(self, problem: str) -> InputError:
        shown = self.text if len(self.text) <= 60 else self.text[:57] + "..."
        where = f"at character {self.position + 1}"
        return InputError(f"{shown!r} {problem} ({where})", at=self.at, form=FORM)
