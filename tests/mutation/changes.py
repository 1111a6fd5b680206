"""Change Python source a little, one change at a time, as a slip of a developer would."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
}
OPERATORS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "+"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
CALLS = {"all": "any", "any": "all", "max": "min", "min": "max"}
# Codes, names of fields, and ids of rules such as FZ-R4; not sentences for people.
CODE = re.compile(r"[a-z]+(_[a-z]+)*|[A-Z]{2}-R?\d+")
TEXTUAL = ast.Constant | ast.JoinedStr | ast.List | ast.Tuple


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the lines it touches before and after, spaces apart, and the whole new source.

    `nth` tells lines of a function apart that read the same and are changed alike.
    """

    path: str
    function: str
    before: str
    after: str
    nth: int
    source: bytes

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """Return what the change is known by, wherever its lines move to."""
        return self.path, self.function, self.before, self.after, self.nth

    def __str__(self) -> str:
        return f"{self.path} {self.function or '(module)'}: {self.before}  →  {self.after}"


def mutants(path: str, source: bytes) -> list[Mutant]:
    """List all changes of a file."""
    found = []
    seen: Counter[tuple[str, str, str]] = Counter()
    for function, start, end, text in _Changes(source):
        changed = source[:start] + text.encode() + source[end:]
        first = source.rfind(b"\n", 0, start) + 1
        last = (source + b"\n").find(b"\n", end)
        before = _spaced(source[first:last])
        after = _spaced(source[first:start] + text.encode() + source[end:last])
        same = (function, before, after)
        found.append(Mutant(path, function, before, after, seen[same], changed))
        seen[same] += 1
    return found


def _spaced(lines: bytes) -> str:
    return " ".join(lines.decode().split())


class _Changes:
    """Walk through a file and yield each change: function, start and end in bytes, new text."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def __iter__(self) -> Iterator[tuple[str, int, int, str]]:
        yield from self._below(ast.parse(self.source), "")

    def _below(self, node: ast.AST, function: str) -> Iterator[tuple[str, int, int, str]]:
        for child in _children(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inner = f"{function}.{child.name}" if function else child.name
                yield from self._below(child, inner)
            else:
                yield from ((function, *change) for change in self._of(child))
                yield from self._below(child, function)

    def _of(  # noqa: C901, PLR0912 - a list of kinds
        self, node: ast.AST
    ) -> Iterator[tuple[int, int, str]]:
        match node:
            case ast.Compare():
                operands = pairwise([node.left, *node.comparators])
                for (left, right), operator in zip(operands, node.ops, strict=True):
                    yield from self._between(left, right, *COMPARISONS[type(operator)])
            case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
                if not (_is_text(left) or _is_text(right)):
                    yield from self._between(left, right, *OPERATORS[type(operator)])
            case ast.AugAssign():
                yield *self._span(node), "pass"
            case ast.BoolOp():
                old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                for left, right in pairwise(node.values):
                    yield from self._between(left, right, old, new)
            case ast.UnaryOp(ast.Not() | ast.USub() as operator):
                start, end = self._span(node)
                sign = "not " if isinstance(operator, ast.Not) else "-"
                yield start, end, self.source[start:end].decode().removeprefix(sign)
            case ast.Call(ast.Name(name) as called) if name in CALLS:
                yield *self._span(called), CALLS[name]
            case ast.If(test) | ast.IfExp(test):
                yield *self._span(test), "True"
                yield *self._span(test), "False"
            case ast.While(test):
                yield *self._span(test), "False"
            case ast.comprehension():
                for condition in node.ifs:
                    yield *self._span(condition), "True"
            case ast.Raise() | ast.Continue() | ast.Expr(ast.Call()):
                yield *self._span(node), "pass"
            case ast.Assign([ast.Attribute() | ast.Subscript()]):
                yield *self._span(node), "pass"
            case ast.Constant(bool() as value):
                yield *self._span(node), str(not value)
            case ast.Constant(int() as value):
                yield *self._span(node), str(value + 1)
            case ast.Constant(str() as value) if CODE.fullmatch(value):
                yield *self._span(node), repr(f"{value}x")

    def _span(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, ast.expr | ast.stmt)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.starts[node.lineno - 1] + node.col_offset
        return start, self.starts[node.end_lineno - 1] + node.end_col_offset

    def _between(
        self, left: ast.AST, right: ast.AST, old: str, new: str
    ) -> Iterator[tuple[int, int, str]]:
        """Change the operator between two operands."""
        start, end = self._span(left)[1], self._span(right)[0]
        pattern = rf"\b{old}\b" if old[0].isalpha() else re.escape(old)
        found = re.search(pattern.encode(), self.source[start:end])
        assert found
        yield start + found.start(), start + found.end(), new


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, TEXTUAL) and not (
        isinstance(node, ast.Constant) and isinstance(node.value, int)
    )


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what is run: no annotation, decorator, import, docstring, nor a text for people."""
    if isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom):
        return
    if isinstance(node, ast.keyword) and node.arg == "strict":  # it only asserts
        return
    if isinstance(node, ast.Subscript) and _name(node.value) in {"Literal", "TypeAlias"}:
        return
    if isinstance(node, ast.Assign) and _name(node.targets[0]) == "__slots__":
        return
    unrun = {"annotation", "returns", "decorator_list", "bases", "keywords"}
    for field, value in ast.iter_fields(node):
        if field in unrun and not (field == "keywords" and isinstance(node, ast.Call)):
            continue
        values = value if isinstance(value, list) else [value]
        yield from (child for child in values if isinstance(child, ast.AST))


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""
