"""The JSON Schemas of every format, and what they find wrong in a sentence.

Schemas stand in ``schema/`` of the data folder, one file a format, under stable ids below `BASE`.  They are looked
up by name in that folder alone; nothing is ever fetched.  `problems` puts each error the way a person would, with
the nearest valid word where a word is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.exceptions import NoSuchResource

from .data import did_you_mean, home

BASE: Final = "https://heartspec.github.io/schema/"
SUFFIX: Final = ".schema.json"

Problem = tuple[tuple[str | int, ...], str]
"""Where (keys from the root) and what, in a sentence."""


def names() -> list[str]:
    """Return the names of all schemas."""
    return sorted(file.name.removesuffix(SUFFIX) for file in (home("hearts_spec") / "schema").glob(f"*{SUFFIX}"))


@cache
def schema(name: str) -> dict[str, Any]:
    """Return the schema called *name*; raise `LookupError` where there is none."""
    file = home("hearts_spec") / "schema" / f"{name}{SUFFIX}"
    try:
        content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise LookupError(f"there is no schema {name!r}") from None
    return content


def _retrieve(uri: str) -> Resource[Any]:
    name = uri.removeprefix(BASE).removesuffix(SUFFIX)
    if not uri.startswith(BASE) or "/" in name:
        raise NoSuchResource(ref=uri)  # type: ignore[call-arg]
    return Resource.from_contents(schema(name))


def _is_integer(checker: Any, value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_Validator: Final[Any] = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)


@cache
def validator(name: str) -> Any:
    """Return the compiled validator of the schema called *name*."""
    registry: Registry[Any] = Registry(retrieve=_retrieve)  # type: ignore[call-arg]
    return _Validator(schema(name), registry=registry)


def problems(value: Any, name: str) -> list[Problem]:
    """Return what is wrong with *value* by the schema called *name*, an empty list if nothing is."""
    found: list[Problem] = []
    for error in validator(name).iter_errors(value):
        for problem in _explain(error):
            if problem not in found:
                found.append(problem)
    return found


# From here on: one error of the validator to sentences.


def _explain(error: ValidationError) -> Iterator[Problem]:
    if error.context and error.validator in ("anyOf", "oneOf"):
        yield from _alternatives(error)
        return
    where = tuple(error.absolute_path)
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        known = list(_of(error, "properties") or ())
        patterns = list(_of(error, "patternProperties") or ())
        for key in error.instance:
            if key not in known and not _matches_any(key, patterns):
                yield (*where, key), f"unknown key {key!r}{did_you_mean(key, known)}"
        return
    if error.validator == "propertyNames" or "propertyNames" in error.absolute_schema_path:
        key = str(error.instance)
        yield (*where, key), f"{key!r} cannot be a key here{_wanted(error)}"
        return
    yield where, _sentence(error)


def _alternatives(error: ValidationError) -> Iterator[Problem]:
    """Explain why none of several forms fits: by the one that was meant, where that can be told."""
    context = list(error.context or ())
    deeper = [each for each in context if len(each.absolute_path) > len(error.absolute_path)]
    fitting = {each.schema_path[0] for each in context} - {
        each.schema_path[0]
        for each in context
        if each.validator in ("type", "const", "enum") and len(each.absolute_path) == len(error.absolute_path)
    }
    meant = [each for each in context if each.schema_path[0] in fitting]
    if len(fitting) == 1 and meant:
        for each in meant:
            yield from _explain(each)
        return
    title = _of(error, "title", "description")
    if title:
        yield tuple(error.absolute_path), f"{_found(error.instance)} does not fit: expected {_lower(title)}"
        return
    best = best_match(iter(deeper or context))
    if best is not None:
        yield from _explain(best)


def _of(error: ValidationError, *keywords: str) -> Any:
    """Return the first of *keywords* that the failing schema has, or None."""
    found = error.schema if isinstance(error.schema, dict) else {}
    return next((found[keyword] for keyword in keywords if keyword in found), None)


def _matches_any(key: str, patterns: Iterable[str]) -> bool:
    return any(re.search(pattern, key) for pattern in patterns)


def _wanted(error: ValidationError) -> str:
    allowed = _of(error, "enum")
    if allowed:
        return did_you_mean(str(error.instance), [str(each) for each in allowed])
    title = _of(error, "title", "description")
    return f": expected {_lower(title)}" if title else ""


def _sentence(error: ValidationError) -> str:
    value, wanted = error.instance, error.validator_value
    maker = _SENTENCES.get(str(error.validator))
    return maker(value, wanted, error) if maker else f"{_found(value)} does not fit: {error.message}"


def _enum(value: Any, wanted: Sequence[Any], error: ValidationError) -> str:
    words = [str(each) for each in wanted]
    near = did_you_mean(str(value), words)
    if near.startswith("; did") and len(words) <= 12:
        near = f"; it takes {_join(words)}{near}"
    return f"{_found(value)} is none of the values allowed here{near}"


def _pattern(value: Any, wanted: str, error: ValidationError) -> str:
    title = _of(error, "title", "description")
    return f"{_found(value)} is not written as it must be: expected {_lower(title) if title else wanted}"


def _required(value: dict[str, Any], wanted: Sequence[str], error: ValidationError) -> str:
    missing = [key for key in wanted if key not in value]
    return (
        f"the key {missing[0]!r} is missing" if len(missing) == 1 else f"the keys {_join(missing, 'and')} are missing"
    )


def _type(value: Any, wanted: str | list[str], error: ValidationError) -> str:
    kinds = [wanted] if isinstance(wanted, str) else wanted
    return f"{_found(value)} stands where {_join([_KINDS[kind] for kind in kinds])} is expected"


def _unique(value: list[Any], wanted: Any, error: ValidationError) -> str:
    twice = next(each for index, each in enumerate(value) if each in value[:index])
    return f"{twice!r} stands twice in this list"


_KINDS: Final = {
    "object": "a mapping",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
}

_SENTENCES: Final[dict[str, Any]] = {
    "enum": _enum,
    "pattern": _pattern,
    "required": _required,
    "type": _type,
    "uniqueItems": _unique,
    "const": lambda value, wanted, error: f"{_found(value)} stands where only {wanted!r} is allowed",
    "minimum": lambda value, wanted, error: f"{value} is too small: the least is {wanted}",
    "maximum": lambda value, wanted, error: f"{value} is too large: the most is {wanted}",
    "exclusiveMaximum": lambda value, wanted, error: f"{value} is too large: it must be below {wanted}",
    "minItems": lambda value, wanted, error: f"this list is too short: it needs at least {wanted}",
    "maxItems": lambda value, wanted, error: f"this list is too long: it takes at most {wanted}",
    "minLength": lambda value, wanted, error: "this text is empty" if wanted == 1 else "this text is too short",
    "maxLength": lambda value, wanted, error: f"this text is longer than {wanted} characters",
    "minProperties": lambda value, wanted, error: f"this mapping is too short: it needs at least {wanted} keys",
    "maxProperties": lambda value, wanted, error: f"this mapping is too long: it takes at most {wanted} keys",
    "dependentRequired": lambda value, wanted, error: f"a key that goes with another is missing: {error.message}",
}


def _found(value: Any) -> str:
    """Return a value as it appears in a sentence, cut short."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _join(words: Sequence[str], word: str = "or") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {word} {words[-1]}"


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:].rstrip(".") if title[:2] != title[:2].upper() else title.rstrip(".")
