"""The language of a sheet's formulas: text in, a tree out.

From loosest to tightest: `if … then … else …`, `or`, `and`, `not`, comparisons, `+ -`, `* / mod`,
the minus sign, and a table's row in square brackets. Nothing here knows what a name stands for.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.base import Json

LONGEST = 600
"""Characters of one formula."""
MOST_TOKENS = 200
DEEPEST = 30
LONGEST_NUMBER = 9

KEYWORDS = frozenset({"if", "then", "else", "and", "or", "not", "mod"})
BINDING = {
    **dict.fromkeys(("or",), 1),
    **dict.fromkeys(("and",), 2),
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">="), 4),
    **dict.fromkeys(("+", "-"), 5),
    **dict.fromkeys(("*", "/", "mod"), 6),
}
"""How tightly each operator binds what stands on its sides."""
OF_NOT, OF_COMPARISONS, OF_MINUS = 3, 4, 7

_TOKEN = re.compile(
    r"(?P<space>[ \t\r\n]+)|(?P<number>[0-9]+)|(?P<word>[a-z][a-z0-9_]*)|'(?P<text>[a-z0-9_]*)'"
    r"|(?P<sign><=|>=|!=|[-+*/=<>()\[\],])"
)


@dataclass(frozen=True, slots=True)
class Tree:
    """A part of a formula: its kind, what it names, its parts, and where it begins (from 1)."""

    kind: str
    value: str
    parts: tuple["Tree", ...]
    at: int

    def as_json(self) -> Json:
        """Write the tree as nested lists, for programs that evaluate it without a parser."""
        if self.kind == "number":
            return int(self.value)
        return [
            self.kind,
            *([self.value] if self.value else []),
            *(p.as_json() for p in self.parts),
        ]


class FormulaError(ValueError):
    """A formula was refused: `code` says what is wrong, `at` where, as a character from 1."""

    def __init__(self, code: str, at: int, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.at = at
        self.text = text


class _Token(NamedTuple):
    kind: str
    value: str
    at: int


def parse_formula(text: str) -> Tree:
    """Return the tree of a formula; raises FormulaError."""
    if len(text) > LONGEST:
        raise FormulaError("too_long", LONGEST, f"A formula has at most {LONGEST} characters.")
    parser = _Parser([*_tokens(text)])
    tree = parser.formula()
    parser.expect("end", "")
    return tree


def _tokens(text: str) -> Iterator[_Token]:
    at = number = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found or not found.lastgroup:
            raise FormulaError("unknown_sign", at + 1, "This sign has no meaning here.")
        kind = found.lastgroup
        if kind != "space":
            number += 1
            yield _token(kind, found[kind], at + 1)
        if number > MOST_TOKENS:
            raise FormulaError("too_long", at + 1, f"A formula has at most {MOST_TOKENS} parts.")
        at = found.end()
    yield _Token("end", "", len(text) + 1)


def _token(kind: str, value: str, at: int) -> _Token:
    if kind == "number" and len(value) > LONGEST_NUMBER:
        text = f"A number has at most {LONGEST_NUMBER} digits."
        raise FormulaError("number_too_long", at, text)
    if kind == "word" and value in KEYWORDS:
        kind = "sign"
    return _Token(kind, value, at)


class _Parser:
    """Read tokens from left to right, each operator as tightly as it binds."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.next = 0
        self.depth = 0

    def take(self) -> _Token:
        token = self.tokens[self.next]
        self.next += token.kind != "end"
        return token

    def takes(self, value: str) -> bool:
        """Take the next token if it is this sign."""
        token = self.tokens[self.next]
        found = token.kind == "sign" and token.value == value
        self.next += found
        return found

    def expect(self, kind: str, value: str) -> None:
        token = self.take()
        if (token.kind, token.value) != (kind, value):
            awaited = f"“{value}” is expected here." if value else "The formula should end here."
            raise FormulaError("unexpected", token.at, awaited)

    def formula(self, binding: int = 0) -> Tree:
        """Read what is bound more tightly than by an operator on its left."""
        self.depth += 1
        if self.depth > DEEPEST:
            at = self.tokens[self.next].at
            raise FormulaError("too_deep", at, f"Formulas are nested at most {DEEPEST} deep.")
        tree = self.first()
        while self.binds(self.tokens[self.next]) > binding:
            tree = self.operation(tree)
        self.depth -= 1
        return tree

    def binds(self, token: _Token) -> int:
        return BINDING.get(token.value, 0) if token.kind == "sign" else 0

    def operation(self, left: Tree) -> Tree:
        sign = self.take()
        binding = BINDING[sign.value]
        right = self.formula(binding)
        if binding == OF_COMPARISONS and self.binds(self.tokens[self.next]) == binding:
            at = self.tokens[self.next].at
            raise FormulaError("unexpected", at, "Join two comparisons by “and”.")
        return Tree("operation", sign.value, (left, right), sign.at)

    def first(self) -> Tree:
        token = self.take()
        if token.kind in ("number", "text"):
            return Tree(token.kind, token.value, (), token.at)
        if token.kind == "word":
            return self.named(token)
        if token.kind == "sign" and token.value == "(":
            tree = self.formula()
            self.expect("sign", ")")
            return tree
        if token.kind == "sign" and token.value in ("-", "not"):
            part = self.formula(OF_MINUS if token.value == "-" else OF_NOT)
            return Tree("minus" if token.value == "-" else "not", "", (part,), token.at)
        if token.kind == "sign" and token.value == "if":
            return self.choice(token.at)
        raise FormulaError(
            "unexpected", token.at, "A number, a name or a formula is expected here."
        )

    def named(self, token: _Token) -> Tree:
        """Read a name alone, a function with what it is given, or a row of a table."""
        if self.takes("["):
            row = self.formula()
            self.expect("sign", "]")
            return Tree("row", token.value, (row,), token.at)
        if not self.takes("("):
            return Tree("name", token.value, (), token.at)
        parts = [self.formula()]
        while self.takes(","):
            parts.append(self.formula())
        self.expect("sign", ")")
        return Tree("call", token.value, tuple(parts), token.at)

    def choice(self, at: int) -> Tree:
        condition = self.formula()
        self.expect("sign", "then")
        first = self.formula()
        self.expect("sign", "else")
        return Tree("if", "", (condition, first, self.formula()), at)
