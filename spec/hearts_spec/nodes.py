"""YAML text to plain values, and where each of them stands.

One reading of YAML serves every file: libyaml parses and composes (PyYAML's own parser where libyaml is missing),
and this module makes the values.  It differs from PyYAML's loaders in what people writing cards and options need:

- plain scalars follow the core schema of YAML 1.2, so that ``off``, ``no``, ``12:30`` and dates stay text;
- the keys of mappings are text as written, so that ``3: [2D]`` has the key ``"3"``;
- a key may stand once in a mapping, aliases may not grow a document beyond a small bound, nesting has a bottom,
  and tags other than those of the core schema are refused.

The composed nodes are kept, so that the line of any value can be asked for later without reading twice.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from typing import Any, Final

import yaml

MAX_DEPTH: Final = 64
"""How deep lists and mappings may stand within each other."""
MAX_ALIASED: Final = 2_000
"""How many values aliases may add to a document."""

_WORDS: Final[dict[str, Any]] = {
    "": None,
    **dict.fromkeys(("null", "Null", "NULL", "~")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER_STARTS: Final = frozenset("+-.0123456789")
_DECIMAL: Final = re.compile(r"[-+]?[0-9]+").fullmatch
_PREFIXED: Final = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+").fullmatch
_FLOAT: Final = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
).fullmatch

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]").search
"""Finds what controls a terminal: all but tabs and the ends of lines."""

_PLAIN, _TEXT, _LIST, _MAP = "plain", "text", "list", "map"
_SCALARS: Final = frozenset({_PLAIN, _TEXT})
_CORE: Final = "tag:yaml.org,2002:"
_TAGGED: Final[dict[str, tuple[type, ...]]] = {
    "int": (int,),
    "float": (int, float),
    "bool": (bool,),
    "null": (type(None),),
}
_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Malformed(ValueError):
    """The text cannot be read as YAML, or uses a part of YAML that is refused here.

    ``line`` counts from 1; ``keys`` leads to the place where the structure is known, otherwise it is empty.
    """

    def __init__(self, sentence: str, line: int, keys: tuple[str | int, ...] = ()) -> None:
        super().__init__(sentence)
        self.line = line
        self.keys = keys


class _Composer(_Base):  # type: ignore[misc]
    """PyYAML's composer, with the question which type a plain scalar has put off until its value is made."""

    def __init__(self, text: bytes) -> None:
        super().__init__(text)
        self.depth = 0
        self.composed = 0

    def descend_resolver(self, parent: Any, index: Any) -> None:
        self.composed += 1
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Malformed(f"lists and mappings stand more than {MAX_DEPTH} deep within each other", _line(parent))

    def ascend_resolver(self) -> None:
        self.depth -= 1

    def resolve(self, kind: Any, value: Any, implicit: Any) -> str:
        if kind is yaml.ScalarNode:
            return _PLAIN if implicit[0] else _TEXT
        return _LIST if kind is yaml.SequenceNode else _MAP


class _Builder:
    """Makes values out of nodes, within a bound on how far aliases may multiply them."""

    def __init__(self, composed: int) -> None:
        self.left = composed + MAX_ALIASED
        self.depth = 0

    def build(self, node: Any) -> Any:
        tag = node.tag
        if tag == _PLAIN:
            return plain(node.value) if node.value[:1] in _SUSPECT else node.value
        if tag == _TEXT:
            return self.text(node)
        if tag == _MAP:
            self.enter(node)
            result: dict[str, Any] = {}
            for key_node, value_node in node.value:
                key = key_node.value
                if key.__class__ is not str or key_node.tag not in _SCALARS:
                    raise _Fault("a key of this mapping is not plain text", key_node)
                self.text(key_node, within=node)
                if key in result:
                    raise _Fault(f"the key {key!r} stands twice in this mapping", key_node)
                result[key] = self.build(value_node)
            self.depth -= 1
            return result
        if tag == _LIST:
            self.enter(node)
            items = [self.build(each) for each in node.value]
            self.depth -= 1
            return items
        return self.tagged(node)

    def enter(self, node: Any) -> None:
        self.left -= len(node.value)
        self.depth += 1
        if self.left < 0 or self.depth > MAX_DEPTH:
            raise _Fault(
                f"aliases (such as *name) would add more than {MAX_ALIASED} values, or hold themselves; "
                "write the values out",
                node,
            )

    def text(self, node: Any, within: Any = None) -> str:
        """Return the text of a scalar: an escape may not smuggle in a character that acts on a terminal."""
        value = str(node.value)
        control = _CONTROL(value)
        if control:
            raise _Fault(f"the control character U+{ord(control[0]):04X} may not stand in a text", within or node)
        return value

    def tagged(self, node: Any) -> Any:
        """Return the value of a node with an explicit tag of the core schema."""
        tag, value = str(node.tag).removeprefix(_CORE), node.value
        if isinstance(value, str) and str(node.tag).startswith(_CORE):
            if tag == "str":
                return self.text(node)
            made = plain(value)
            if type(made) in _TAGGED.get(tag, ()):
                return float(made) if tag == "float" else made
        elif node.tag in (_CORE + "map", _CORE + "seq") and (tag == "map") == isinstance(node, yaml.MappingNode):
            return self.build(type(node)(_MAP if tag == "map" else _LIST, value, node.start_mark, node.end_mark))
        raise _Fault(f"the tag {str(node.tag).replace(_CORE, '!!')} is not allowed here; write a plain value", node)


class _Fault(Exception):
    """A value cannot be made out of a node."""

    def __init__(self, sentence: str, node: Any) -> None:
        super().__init__(sentence)
        self.node = node


_SUSPECT: Final = frozenset({"", *_NUMBER_STARTS, *(word[:1] for word in _WORDS)})
"""The first characters of plain scalars that may be other than text."""


def plain(text: str) -> Any:
    """Return the value of a plain scalar by the core schema of YAML 1.2."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _NUMBER_STARTS:
        try:
            if _DECIMAL(text):
                return int(text)
            if _PREFIXED(text):
                return int(text, 0)
        except ValueError:  # more digits than Python is willing to convert
            return text
        if _FLOAT(text):
            return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
    return text


def compose(text: bytes) -> tuple[Any, Any]:
    """Return the value of a YAML document and its root node (None where the document is empty).

    *text* is UTF-8.  Raises `Malformed`.
    """
    try:
        composer = _Composer(text)
        try:
            root = composer.get_single_node()
            composed = composer.composed
        finally:
            composer.dispose()
    except yaml.MarkedYAMLError as error:
        raise Malformed(_syntax(error), _error_line(error)) from None
    except yaml.YAMLError as error:
        raise Malformed(*_unreadable(error, text)) from None
    if root is None:
        return None, None
    try:
        return _Builder(composed).build(root), root
    except _Fault as fault:
        raise Malformed(str(fault), _line(fault.node), _path(root, fault.node)) from None


def line(root: Any, keys: Sequence[Hashable]) -> int:
    """Return the line, from 1, of the value at *keys* below *root*: of its key in a mapping, of its start in a list.

    Where the path leads nowhere, the line of the last place that exists is returned.
    """
    node, found = root, _line(root)
    for key in keys:
        step = _step(node, key)
        if step is None:
            break
        place, node = step
        found = _line(place)
    return found


def _step(node: Any, key: Hashable) -> tuple[Any, Any] | None:
    if isinstance(node, yaml.MappingNode):
        for key_node, value_node in node.value:
            if key_node.value == str(key):
                return key_node, value_node
    elif isinstance(node, yaml.SequenceNode) and isinstance(key, int) and 0 <= key < len(node.value):
        return node.value[key], node.value[key]
    return None


def _line(node: Any) -> int:
    return node.start_mark.line + 1 if node is not None else 1


def _path(root: Any, wanted: Any) -> tuple[str | int, ...]:
    """Return the keys that lead from *root* to a node, the first way there; aliases are not followed twice."""
    seen: set[int] = set()

    def search(node: Any) -> tuple[str | int, ...] | None:
        if node is wanted:
            return ()
        if id(node) in seen or isinstance(node, yaml.ScalarNode):
            return None
        seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            steps: list[tuple[str | int, Any]] = list(enumerate(node.value))
        else:
            steps = []
            for key_node, value_node in node.value:
                if key_node is wanted:
                    return (str(key_node.value),) if isinstance(key_node, yaml.ScalarNode) else ()
                steps.append((str(key_node.value), value_node))
        for step, child in steps:
            rest = search(child)
            if rest is not None:
                return (step, *rest)
        return None

    return search(root) or ()


def _syntax(error: yaml.MarkedYAMLError) -> str:
    problem = " ".join(str(part) for part in (error.context, error.problem) if part)
    begun = error.context_mark.line + 1 if error.context_mark else None
    hint = f" (what begins on line {begun})" if begun and begun != _error_line(error) else ""
    return f"this is not YAML: {problem}{hint}"


def _error_line(error: yaml.MarkedYAMLError) -> int:
    mark = error.problem_mark or error.context_mark
    return mark.line + 1 if mark is not None else 1


def _unreadable(error: yaml.YAMLError, text: bytes) -> tuple[str, int]:
    position = getattr(error, "position", 0)
    character = getattr(error, "character", "")
    named = f"U+{character:04X}" if isinstance(character, int) else repr(character)
    reason = getattr(error, "reason", str(error))
    return f"the character {named} cannot stand in YAML: {reason}", text.count(b"\n", 0, position) + 1
