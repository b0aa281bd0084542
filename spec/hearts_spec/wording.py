"""Puts the errors of a JSON Schema validator in sentences that help the person who wrote the file.

A wrong word comes with the nearest right one, a wrong form with what is expected there, taken from the ``title`` of
the schema.  Imported only when there is something to explain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from jsonschema.exceptions import ValidationError, best_match

from .data import did_you_mean

Problem = tuple[tuple[str | int, ...], str]


def explain(errors: Iterable[ValidationError]) -> list[Problem]:
    """Return each different problem once: where it is, and a sentence."""
    found = dict.fromkeys(problem for error in errors for problem in _explain(error))
    return list(found)


def _explain(error: ValidationError) -> Iterator[Problem]:
    where = tuple(error.absolute_path)
    if error.context and error.validator in ("anyOf", "oneOf"):
        yield from _alternatives(error)
    elif error.validator == "additionalProperties" and isinstance(error.instance, dict):
        known = list(_of(error, "properties") or ())
        patterns = list(_of(error, "patternProperties") or ())
        for key in error.instance:
            if key not in known and not any(re.search(pattern, key) for pattern in patterns):
                yield (*where, key), f"unknown key {key!r}{did_you_mean(key, known)}"
    elif "propertyNames" in error.absolute_schema_path:
        yield (*where, str(error.instance)), f"{str(error.instance)!r} cannot be a key here{_wanted(error)}"
    else:
        yield where, _sentence(error)


def _alternatives(error: ValidationError) -> Iterator[Problem]:
    """Explain why none of several forms fits: by the one that was meant, where that can be told."""
    context = list(error.context or ())
    place = len(error.absolute_path)
    other = {each.schema_path[0] for each in context if each.validator == "type" and len(each.absolute_path) == place}
    meant = [each for each in context if each.schema_path[0] not in other]
    title = _of(error, "title", "description")
    if len({each.schema_path[0] for each in meant}) == 1:
        for each in meant:
            yield from _explain(each)
    elif title:
        yield tuple(error.absolute_path), f"{_found(error.instance)} does not fit: expected {_lower(title)}"
    else:
        best = best_match(iter(meant or context))
        if best is not None:
            yield from _explain(best)


def _of(error: ValidationError, *keywords: str) -> Any:
    """Return the first of *keywords* that the failing schema has, or None."""
    found = error.schema if isinstance(error.schema, dict) else {}
    return next((found[keyword] for keyword in keywords if keyword in found), None)


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
    if isinstance(value, str) and not value.strip():
        return "this text is empty"
    title = _of(error, "title", "description")
    return f"{_found(value)} is not written as it must be: expected {_lower(title) if title else wanted}"


def _required(value: dict[str, Any], wanted: Sequence[str], error: ValidationError) -> str:
    missing = [key for key in wanted if key not in value]
    many = f"the keys {_join(missing, 'and')} are missing"
    return many if len(missing) > 1 else f"the key {missing[0]!r} is missing"


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
    "minItems": lambda value, wanted, error: f"this list is too short: it needs at least {wanted}",
    "maxItems": lambda value, wanted, error: f"this list is too long: it takes at most {wanted}",
    "minLength": lambda value, wanted, error: "this text is empty" if wanted == 1 else "this text is too short",
    "maxLength": lambda value, wanted, error: f"this text is longer than {wanted} characters",
    "minProperties": lambda value, wanted, error: f"this mapping is too short: it needs at least {wanted} keys",
    "maxProperties": lambda value, wanted, error: f"this mapping is too long: it takes at most {wanted} keys",
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
    """Return a title as it goes on in a sentence."""
    return (
        title.rstrip(".") if title[:2].isupper() and title[:2].isalpha() else title[:1].lower() + title[1:].rstrip(".")
    )
