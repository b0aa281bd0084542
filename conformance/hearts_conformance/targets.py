"""From what a person types to an implementation that can be judged.

A target is a name that some package registered, a class written ``package.module:Class``, or a command line of a
program that speaks the stdio protocol.  A `Target` is that text, checked; `Target.open` makes an implementation from
it, so that a worker process can make its own.  Everything that can go wrong on the way is a `TargetError`, one
sentence that says what was tried and what was missing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn, cast

from hearts_spec.data import did_you_mean, nearest
from hearts_spec.rules import AXES, OptionError, read_option

from . import registry
from .faults import Fault, shown, told
from .implementation import CAPABILITIES, Description, Implementation

REQUIRED = ("describe", "start", "deal", "play", "observe")
"""The methods without which nothing can be judged."""

DECLARED = {"passing": "pass_cards", "moon-choice": "choose_moon"}
"""The methods that a declared capability asks for."""


LIMITS = {"startup": "--startup-limit", "request": "--answer-limit"}
"""The limits of `stdio.Limits` that a command line sets, and the options that set them."""


class TargetError(Exception):
    """A target cannot be attached; the text is one sentence that names it."""


@dataclass(frozen=True)
class Target:
    """What is to be judged, as it was named, and how it is named again on a command line."""

    text: str
    command: bool = False
    """True where ``text`` is a command line, False where it is a registered name or ``package.module:Class``."""
    limits: tuple[tuple[str, float], ...] = ()
    """What differs from the usual `stdio.Limits`; a class that is given any is served by a process of its own."""

    @property
    def arguments(self) -> list[str]:
        """The arguments that name this target to ``heartspec``."""
        named = ["--exec", self.text] if self.command else [self.text]
        return [*named, *(part for name, value in self.limits for part in (LIMITS[name], f"{value:g}"))]

    @property
    def separate(self) -> bool:
        """Whether it runs outside this process."""
        return self.command or bool(self.limits)

    def apart(self) -> Target:
        """Return the same target with limits that hold: a class is then put into a process of its own."""
        return self if self.command or self.limits else replace(self, limits=(("request", 5.0), ("startup", 20.0)))

    def open(self) -> Implementation:
        """Attach the implementation; raise `TargetError` where that is impossible."""
        if not self.separate:
            return _instantiate(self.text)
        return _connect(self)

    def describe(self, implementation: Implementation) -> Description:
        """Return what *implementation* declares; raise `TargetError` where it declares nothing sound."""
        with _sentence(f"target {self.text}: describe() failed"):
            try:
                said: Any = implementation.describe()
            except Fault as fault:
                wrote = f"; it wrote: {fault.stderr.strip().splitlines()[-1]:.200}" if fault.stderr.strip() else ""
                raise TargetError(f"target {self.text}: {fault}{wrote}") from fault
        problem = _unsound(said) or _lacks_declared(implementation, said)
        if problem:
            raise TargetError(f"target {self.text}: {problem}")
        assert isinstance(said, Description)
        return said

    @property
    def shipped_known(self) -> Path | None:
        """The list of known deviations that the class names (`Implementation.known_deviations`), if any."""
        if self.command:
            return None
        made = _class(self.text)
        name = getattr(made, "known_deviations", "")
        file = getattr(sys.modules.get(getattr(made, "__module__", "")), "__file__", None)
        return Path(file).parent / name if isinstance(name, str) and name and file else None


def find(
    text: str | None = None, command: str | None = None, limits: Mapping[str, float | None] | None = None
) -> Target:
    """Return the target named by *text* or by a *command* line, of which there must be exactly one.

    The target is not imported yet, but a bare name must be a registered one.
    """
    given = tuple((name, value) for name, value in (limits or {}).items() if value is not None)
    if command is not None and text is not None:
        raise TargetError(f"give one target, either {text} or --exec, not both")
    if command is not None:
        if not command.strip():
            raise TargetError("--exec needs a command line, such as --exec 'python my_game.py'")
        return Target(command, command=True, limits=given)
    if text is None:
        raise TargetError(f"which target? give a registered name ({_names()}), package.module:Class, or --exec")
    if ":" not in text and text not in registry.entries(registry.TARGETS):
        raise TargetError(f"there is no target {text!r}{_instead(text)}")
    return Target(text, limits=given)


def close(implementation: Implementation) -> None:
    """Let go of an implementation, whatever it makes of that."""
    try:
        implementation.close()
    except KeyboardInterrupt:
        raise
    except BaseException:
        pass


@contextmanager
def staying() -> Iterator[None]:
    """Let `os._exit`, called in this very process, raise `SystemExit`, which is the target's fault and no more.

    For whatever runs a class without a process of its own (see `hearts_conformance.apart`).
    """
    end, here = os._exit, os.getpid()

    def stay(status: int) -> NoReturn:
        if os.getpid() != here:
            end(status)
        raise SystemExit(status)

    os._exit = stay
    try:
        yield
    finally:
        os._exit = end


@contextmanager
def _sentence(failed: str) -> Iterator[None]:
    """Make a `TargetError` that says what *failed* of whatever a target raises, an attempt to end the process included.

    An interrupt is the user's.
    """
    try:
        yield
    except (KeyboardInterrupt, TargetError):
        raise
    except BaseException as error:
        raise TargetError(f"{failed}: {told(error)}") from error


def _instead(text: str) -> str:
    names = list(registry.entries(registry.TARGETS))
    near = nearest(text, names)
    if near:
        return f"; did you mean {' or '.join(near)}?"
    if "." in text:
        return f"; a class is written with a colon, as in {text.rpartition('.')[0]}:{text.rpartition('.')[2]}"
    return f"; registered are {_names()}, and a class is written package.module:Class"


def _names() -> str:
    return ", ".join(registry.entries(registry.TARGETS)) or "none"


def _connect(target: Target) -> Implementation:
    from . import stdio

    try:
        limits = stdio.Limits(**dict(target.limits))  # type: ignore[arg-type]
        return (stdio.connect if target.command else stdio.isolated)(target.text, limits)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise TargetError(f"target {target.text}: it cannot be launched: {reason}") from error


def _instantiate(text: str) -> Implementation:
    made = _class(text)
    if isinstance(made, Implementation) and not isinstance(made, type):
        raise TargetError(f"target {text} is an object, not a class; name its class")
    if not callable(made):
        raise TargetError(f"target {text} is not a class but {_a(made)}")
    missing = [name for name in REQUIRED if not _has(made, name)]
    if missing:
        raise TargetError(f"target {text} lacks {_methods(missing)}; see heartspec new adapter")
    with _sentence(f"target {text} cannot be made without arguments"):
        return cast("Implementation", made())


def _class(text: str) -> Any:
    value = registry.entries(registry.TARGETS).get(text, text)
    named = text if text == value else f"{text} ({value})"
    module_name, _, attribute = value.partition(":")
    if not module_name or not attribute:
        raise TargetError(f"target {named} is not written package.module:Class")
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    with _sentence(f"target {named}: importing {module_name} failed"):
        try:
            module = import_module(module_name)
        except ModuleNotFoundError as error:
            if error.name and (module_name + ".").startswith(error.name + "."):
                raise TargetError(f"target {named}: there is no module {error.name}") from error
            raise TargetError(f"target {named} needs the module {error.name}, which is not installed") from error
    made: Any = module
    for part in attribute.split("."):
        try:
            made = getattr(made, part)
        except AttributeError:
            raise TargetError(f"target {named}: {module_name} has no {attribute}{_near(part, made)}") from None
    return made


def _near(name: str, owner: Any) -> str:
    public = [each for each in vars(owner) if not each.startswith("_")] if hasattr(owner, "__dict__") else []
    near = nearest(name, public)
    return f"; did you mean {near[0]}?" if near else ""


def _has(owner: Any, name: str) -> bool:
    method = getattr(owner, name, None)
    return callable(method) and getattr(method, "__func__", method) is not vars(Implementation)[name]


def _lacks_declared(implementation: Implementation, said: Description) -> str:
    for capability, method in DECLARED.items():
        if capability in said.can and not _has(implementation, method):
            return f"it declares {capability} but lacks the method {method}"
    return ""


def _unsound(said: Any) -> str:
    """Return what is wrong with a description, or nothing."""
    if not isinstance(said, Description):
        return f"describe() returned {_a(said)}, not a Description"
    for field, (holds, form) in _FORMS.items():
        if not holds(getattr(said, field)):
            return f"it declares {field} as {shown(getattr(said, field))}; that should be {form}"
    unknown = sorted(set(said.can) - set(CAPABILITIES), key=str)
    if unknown:
        hint = did_you_mean(str(unknown[0]), list(CAPABILITIES))
        return f"it declares the capability {unknown[0]!r}, which does not exist{hint}"
    if any(not 3 <= each <= 7 for each in said.players):
        numbers = ", ".join(map(str, sorted(said.players)))
        return f"it declares the numbers of players {numbers}; they lie between 3 and 7"
    return _unsound_options(said.options or {})


def _unsound_options(options: Mapping[str, Sequence[Any]]) -> str:
    for axis, values in options.items():
        if axis not in AXES:
            return f"it declares options for {axis!r}, which is no option{did_you_mean(axis, list(AXES))}"
        for value in values:
            try:
                read_option(axis, value)
            except OptionError as error:
                return f"it declares options for {axis} that there are not: {error}"
    return ""


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable()


def _is_many(value: Any, kind: type | None = None) -> bool:
    """Tell whether *value* is a list, tuple or set of what is of just that *kind*."""
    many = isinstance(value, Sequence | Set) and not isinstance(value, str | bytes)
    return many and (kind is None or all(type(each) is kind for each in value))


def _are_choices(value: Any) -> bool:
    return isinstance(value, Mapping) and _is_many(list(value), str) and all(map(_is_many, value.values()))


_FORMS: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "name": (_is_text, "a text in one line"),
    "version": (_is_text, "a text in one line"),
    "players": (lambda it: _is_many(it, int) and len(it) > 0, "a set of numbers, such as frozenset({4})"),
    "can": (lambda it: _is_many(it, str), 'a set of texts, such as frozenset({"legal"})'),
    "sheets": (lambda it: _is_many(it, str), 'a tuple of texts, such as ("qdan",)'),
    "options": (lambda it: it is None or _are_choices(it), "a mapping from each option to a list of its values"),
}
"""What each field of a description must be, and how a sentence says so."""


def _methods(names: list[str]) -> str:
    if len(names) == 1:
        return f"the method {names[0]}"
    return f"the methods {', '.join(names[:-1])} and {names[-1]}"


def _a(value: Any) -> str:
    kind = type(value).__name__
    return "None" if value is None else f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}"
