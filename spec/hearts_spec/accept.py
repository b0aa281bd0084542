"""Compiles a JSON Schema to one function that says yes or no, fast.

Nearly every file is valid, and for those a yes is all that is needed: this takes a fraction of the time of a
validator that can explain itself, and spares its import.  A no is never the last word; `schemas.problems` then asks
jsonschema, which finds the errors.  The compiler knows the keywords that the project's schemas use, and declines a
schema with any other (`Unknown`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sized
from typing import Any, Final

Check = Callable[[Any], bool]
Lookup = Callable[[str, str], "tuple[dict[str, Any], str]"]
"""Given a reference and the id of the schema it stands in: the schema it means, and the id of its file."""

_SILENT: Final = frozenset({"$schema", "$id", "$defs", "$comment", "title", "description", "default", "examples"})
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_NO_KEYS: Final[dict[str, Any]] = {}


class Unknown(LookupError):
    """The schema uses a keyword that is not compiled here."""


class Compiler:
    """Compiles schemas; ``lookup`` finds what a reference means."""

    def __init__(self, lookup: Lookup) -> None:
        self.lookup = lookup
        self.known: dict[tuple[str, str], list[Check]] = {}

    def reference(self, reference: str, base: str) -> Check:
        """Return the check of a referenced schema, made once; it may refer to itself."""
        place = (reference, base)
        if place not in self.known:
            cell: list[Check] = []
            self.known[place] = cell
            schema, inner = self.lookup(reference, base)
            cell.append(self.compile(schema, inner))
        cell = self.known[place]
        return cell[0] if cell else lambda value: cell[0](value)

    def compile(self, schema: Any, base: str) -> Check:
        """Return the check of *schema*, which stands in the file with the id *base*; raise `Unknown`."""
        if isinstance(schema, bool):
            return lambda value: schema
        checks = [
            check
            for keyword in schema
            if keyword not in _SILENT
            for check in self._keyword(keyword, schema[keyword], schema, base)
        ]
        if not checks:
            return lambda value: True
        if len(checks) == 1:
            return checks[0]
        if len(checks) == 2:
            first, second = checks
            return lambda value: first(value) and second(value)
        return lambda value: all(check(value) for check in checks)

    def _keyword(self, keyword: str, wanted: Any, schema: dict[str, Any], base: str) -> list[Check]:
        if keyword in ("properties", "patternProperties", "additionalProperties"):
            first = next(key for key in schema if key in ("properties", "patternProperties", "additionalProperties"))
            return [self._properties(schema, base)] if keyword == first else []
        if keyword == "$ref":
            return [self.reference(wanted, base)]
        if keyword in ("anyOf", "allOf", "oneOf"):
            return [_COMBINED[keyword]([self.compile(each, base) for each in wanted])]
        if keyword in ("items", "propertyNames", "not"):
            return [_APPLIED[keyword](self.compile(wanted, base))]
        if keyword not in _PLAIN:
            raise Unknown(keyword)
        return [_PLAIN[keyword](wanted)]

    def _properties(self, schema: dict[str, Any], base: str) -> Check:
        named = {key: self.compile(each, base) for key, each in schema.get("properties", _NO_KEYS).items()}
        patterns = [
            (re.compile(pattern).search, self.compile(each, base))
            for pattern, each in schema.get("patternProperties", _NO_KEYS).items()
        ]
        others = self.compile(schema.get("additionalProperties", True), base)
        if not patterns:
            get = named.get
            return lambda value: (
                not isinstance(value, dict) or all(get(key, others)(each) for key, each in value.items())
            )

        def check(value: Any) -> bool:
            if not isinstance(value, dict):
                return True
            for key, each in value.items():
                fitting = [one for search, one in patterns if search(key)]
                if key in named:
                    fitting.append(named[key])
                if not all(one(each) for one in fitting or (others,)):
                    return False
            return True

        return check


def _type(wanted: str | list[str]) -> Check:
    names = [wanted] if isinstance(wanted, str) else wanted
    types = tuple(kind for name in names for kind in _TYPES[name])
    if bool in types or int not in types:
        return lambda value: isinstance(value, types) and (bool in types or not isinstance(value, bool))
    return lambda value: isinstance(value, types) and not isinstance(value, bool)


def _enum(wanted: list[Any]) -> Check:
    if all(isinstance(each, str) for each in wanted):
        allowed = frozenset(wanted)
        return lambda value: isinstance(value, str) and value in allowed
    return lambda value: any(_same(value, each) for each in wanted)


def _same(one: Any, other: Any) -> bool:
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _pattern(wanted: str) -> Check:
    search = re.compile(wanted).search
    return lambda value: not isinstance(value, str) or search(value) is not None


def _required(wanted: list[str]) -> Check:
    keys = frozenset(wanted)
    return lambda value: not isinstance(value, dict) or keys <= value.keys()


def _unique(wanted: bool) -> Check:
    if not wanted:
        return lambda value: True
    return lambda value: not isinstance(value, list) or len({repr(each) for each in value}) == len(value)


def _number(test: Callable[[Any], bool]) -> Check:
    return lambda value: not isinstance(value, int | float) or isinstance(value, bool) or test(value)


def _sized(kind: type[Sized], test: Callable[[int], bool]) -> Check:
    return lambda value: not isinstance(value, kind) or test(len(value))


_PLAIN: Final[dict[str, Callable[[Any], Check]]] = {
    "type": _type,
    "enum": _enum,
    "const": lambda wanted: lambda value: _same(value, wanted),
    "pattern": _pattern,
    "required": _required,
    "uniqueItems": _unique,
    "minimum": lambda wanted: _number(lambda value: value >= wanted),
    "maximum": lambda wanted: _number(lambda value: value <= wanted),
    "minItems": lambda wanted: _sized(list, lambda size: size >= wanted),
    "maxItems": lambda wanted: _sized(list, lambda size: size <= wanted),
    "minLength": lambda wanted: _sized(str, lambda size: size >= wanted),
    "maxLength": lambda wanted: _sized(str, lambda size: size <= wanted),
    "minProperties": lambda wanted: _sized(dict, lambda size: size >= wanted),
    "maxProperties": lambda wanted: _sized(dict, lambda size: size <= wanted),
}

_COMBINED: Final[dict[str, Callable[[list[Check]], Check]]] = {
    "anyOf": lambda checks: lambda value: any(check(value) for check in checks),
    "allOf": lambda checks: lambda value: all(check(value) for check in checks),
    "oneOf": lambda checks: lambda value: sum(check(value) for check in checks) == 1,
}

_APPLIED: Final[dict[str, Callable[[Check], Check]]] = {
    "items": lambda check: lambda value: not isinstance(value, list) or all(map(check, value)),
    "propertyNames": lambda check: lambda value: not isinstance(value, dict) or all(map(check, value)),
    "not": lambda check: lambda value: not check(value),
}
