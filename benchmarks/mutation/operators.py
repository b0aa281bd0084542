"""Small mechanical changes to Python source: the mutants that the engine is tested with.

`sites` walks a module and yields every place at which something can be changed, with what stands there and what
is put there instead.  A change is one node of the syntax tree replaced by another, so that it can be made and unmade
on the tree itself.  Left out is what no program could notice: texts of messages, docstrings, annotations, and calls
that turn one kind of sequence into another.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

SWAPPED_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
SWAPPED_OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitAnd,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
}
SWAPPED_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "True": "False", "False": "True"}
CONVERSIONS = frozenset({"bool", "dict", "frozenset", "list", "set", "tuple"})
"""Calls that are not taken away: what they return is as good as what they are given."""
MESSAGES = frozenset({"BadInput", "Fault", "RuntimeError", "TypeVar"})
"""Calls whose arguments are texts for people."""


@dataclass(frozen=True)
class Site:
    """One change: the node under *field* of *parent* (at *index*, where that is a list) becomes *after*."""

    function: str
    called: bool
    """Whether it happens when the function is called, and not already when the module is loaded."""
    parent: ast.AST
    field: str
    index: int | None
    after: Any
    change: str

    def swap(self, node: Any) -> Any:
        """Put *node* in the place and return what stood there."""
        if self.index is None:
            before = getattr(self.parent, self.field)
            setattr(self.parent, self.field, node)
            return before
        items = getattr(self.parent, self.field)
        before, items[self.index] = items[self.index], node
        return before


def sites(tree: ast.Module) -> list[Site]:
    """Return all changes that can be made to a module, in the order of its text."""
    return [site for node, where, place in _walk(tree, Where("", False)) for site in _at(node, where, place)]


@dataclass(frozen=True)
class Where:
    """The function or table around a node, and whether it is a function."""

    function: str
    called: bool

    def inside(self, node: ast.AST) -> Where:
        """Return where *node* is, which stands here."""
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            return Where(f"{self.function}.{node.name}".lstrip("."), isinstance(node, ast.FunctionDef))
        if isinstance(node, ast.Assign | ast.AnnAssign) and not self.function:
            return Where(ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target), False)
        return self


Place = tuple[ast.AST, str, int | None]
"""Where a node hangs in the tree: its parent, the field, and the index in it."""


def _walk(node: ast.AST, where: Where) -> Iterator[tuple[ast.AST, Where, Place]]:
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "bases"):
            continue
        many = value if isinstance(value, list) else [value]
        for index, child in enumerate(many):
            if not isinstance(child, ast.AST) or _left_out(child, node):
                continue
            inner = where.inside(child)
            yield child, inner, (node, field, index if isinstance(value, list) else None)
            yield from _walk(child, inner)


def _left_out(node: ast.AST, parent: ast.AST) -> bool:
    """Tell whether a node and all below it say nothing to the program, or nothing about the game."""
    if isinstance(node, ast.Assert) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        return True
    if isinstance(node, ast.Assign) and isinstance(parent, ast.Module | ast.ClassDef):
        names_type = isinstance(node.value, ast.Subscript)
        return names_type or any(getattr(each, "id", "") == "__slots__" for each in node.targets)
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return True
    return isinstance(parent, ast.Call) and getattr(parent.func, "id", "") in MESSAGES and node is not parent.func


def _at(node: ast.AST, where: Where, place: Place) -> Iterator[Site]:
    """Yield the changes that replace one node."""
    for kind, maker in MAKERS:
        if isinstance(node, kind):
            for after in maker(node, place):
                gone = getattr(after, "gone", None)
                change = f"without {_text(gone)}" if gone else f"{_text(node)} -> {_text(after)}"
                ast.fix_missing_locations(ast.copy_location(after, node))
                yield Site(where.function, where.called, *place, after, change)


def _text(node: ast.AST) -> str:
    return "nothing" if isinstance(node, ast.Pass) else " ".join(ast.unparse(node).split())


# --- What each kind of node may become -----------------------------------------------------------------------------


def _compare(node: ast.Compare, place: Place) -> Iterator[ast.expr]:
    for index, operator in enumerate(node.ops):
        for other in SWAPPED_COMPARISONS[type(operator)]:
            ops = [*node.ops[:index], other(), *node.ops[index + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)


def _binary(node: ast.BinOp, place: Place) -> Iterator[ast.expr]:
    for other in SWAPPED_OPERATORS.get(type(node.op), ()):
        yield ast.BinOp(node.left, other(), node.right)


def _in_place(node: ast.AugAssign, place: Place) -> Iterator[ast.stmt]:
    for other in SWAPPED_OPERATORS.get(type(node.op), ()):
        yield ast.AugAssign(node.target, other(), node.value)
    yield ast.Pass()


def _boolean(node: ast.BoolOp, place: Place) -> Iterator[ast.expr]:
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    for index in range(len(node.values)):
        left = [*node.values[:index], *node.values[index + 1 :]]
        yield left[0] if len(left) == 1 else ast.BoolOp(node.op, left)


def _unary(node: ast.UnaryOp, place: Place) -> Iterator[ast.expr]:
    yield node.operand


def _condition(node: ast.expr, place: Place) -> Iterator[ast.expr]:
    """Negate a condition, unless another operator does so anyway."""
    if place[1] in ("test", "ifs") and not isinstance(node, ast.Compare | ast.UnaryOp):
        yield ast.UnaryOp(ast.Not(), node)


def _constant(node: ast.Constant, place: Place) -> Iterator[ast.expr]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)
    elif isinstance(node.value, str) and " " not in node.value:
        yield ast.Constant(node.value + "?")


def _name(node: ast.Name, place: Place) -> Iterator[ast.expr]:
    if node.id in SWAPPED_NAMES:
        yield ast.Name(SWAPPED_NAMES[node.id], node.ctx)


def _call(node: ast.Call, place: Place) -> Iterator[ast.expr]:
    named = getattr(node.func, "id", "")
    if node.args and named not in CONVERSIONS | MESSAGES and not isinstance(node.args[0], ast.Starred):
        yield node.args[0]


def _slice(node: ast.Slice, place: Place) -> Iterator[ast.AST]:
    if node.lower:
        yield ast.Slice(None, node.upper, node.step)
    if node.upper:
        yield ast.Slice(node.lower, None, node.step)


def _display(node: ast.Tuple | ast.List, place: Place) -> Iterator[ast.expr]:
    if isinstance(node.ctx, ast.Load) and len(node.elts) > 1:
        for index, gone in enumerate(node.elts):
            yield _less(type(node)([*node.elts[:index], *node.elts[index + 1 :]], node.ctx), gone)


def _dictionary(node: ast.Dict, place: Place) -> Iterator[ast.expr]:
    for index, gone in enumerate(node.keys):
        keys, values = node.keys[:], node.values[:]
        del keys[index], values[index]
        yield _less(ast.Dict(keys, values), gone)


def _less(node: ast.expr, gone: ast.AST | None) -> ast.expr:
    """Note on a node what is missing from it, for the text of the change."""
    node.gone = gone  # type: ignore[attr-defined]
    return node


def _return(node: ast.Return, place: Place) -> Iterator[ast.stmt]:
    if node.value is not None and not isinstance(node.value, ast.Constant):
        yield ast.Return(ast.Constant(None))


def _jump(node: ast.Break | ast.Continue, place: Place) -> Iterator[ast.stmt]:
    yield ast.Continue() if isinstance(node, ast.Break) else ast.Break()


def _removed(node: ast.stmt, place: Place) -> Iterator[ast.stmt]:
    yield ast.Pass()


Maker = Callable[[Any, Place], Iterator[ast.AST]]
MAKERS: tuple[tuple[Any, Maker], ...] = (
    (ast.Compare, _compare),
    (ast.BinOp, _binary),
    (ast.AugAssign, _in_place),
    (ast.BoolOp, _boolean),
    (ast.UnaryOp, _unary),
    (ast.expr, _condition),
    (ast.Constant, _constant),
    (ast.Name, _name),
    (ast.Call, _call),
    (ast.Slice, _slice),
    (ast.Tuple | ast.List, _display),
    (ast.Dict, _dictionary),
    (ast.Return, _return),
    (ast.Break | ast.Continue, _jump),
    (ast.Assign | ast.Expr | ast.Raise | ast.Break | ast.Continue, _removed),
)
"""For each kind of node what it may become."""
