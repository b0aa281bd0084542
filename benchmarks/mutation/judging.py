"""The judge of a mutant: the scenarios, and nothing else.

Every case is laid out once, under every sheet and for every number of players, as ``heartspec verify reference``
does.  A mutant is loaded in a process of its own, forked from one in which the engine has never been imported, and
the cases that call the changed function are judged until the first that does not conform.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.util
import resource
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

from hearts_conformance.claims import Claims
from hearts_conformance.runner import judge, plan
from hearts_conformance.scenario import load_folder
from hearts_conformance.script import CaseRun
from hearts_conformance.verdict import Kind
from hearts_spec import sheets

PACKAGE = "hearts_reference"
SECONDS = 20
"""How much time of the processor a mutant may take before it counts as one that never ends."""

Calls = Mapping[str, frozenset[str]]
"""For each function of the engine (``module.Class.function``) the ids of the cases that call it."""


def all_runs() -> list[CaseRun]:
    """Return every case laid out under every sheet and for every number of players."""
    return list(plan(load_folder(), [sheets.load(name) for name in sheets.ids()]))


def source_of(module: str) -> Path:
    """Return the file of a module of the engine, without importing any of it."""
    found = importlib.util.find_spec(PACKAGE)
    assert found is not None
    assert found.submodule_search_locations
    return Path(next(iter(found.submodule_search_locations))) / f"{module}.py"


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module from a syntax tree instead of its file."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self.name = f"{PACKAGE}.{module}"
        self.tree = tree

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self) if name == self.name else None

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.tree, str(source_of(self.name.rpartition(".")[2])), "exec"), module.__dict__)


def first_killer(module: str, tree: ast.Module, runs: Sequence[CaseRun], order: Iterable[int]) -> str | None:
    """Return the id of the first case in *order* that the changed module fails, None where all conform.

    To be called in a process that has not imported the engine and is thrown away afterwards.
    """
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    sys.meta_path.insert(0, Changed(module, tree))
    sys.stderr = sys.stdout = open("/dev/null", "w")  # noqa: SIM115, PTH123
    try:
        from hearts_conformance.reference_target import Reference

        reference = Reference()
        claims = Claims(reference.describe())
    except Exception as error:
        return f"import: {type(error).__name__}"
    for index in order:
        if judge(runs[index], reference, claims).kind is not Kind.CONFORMS:
            return runs[index].id
    return None


def calls(runs: Sequence[CaseRun], modules: Sequence[str]) -> Calls:
    """Judge runs and note what their cases call; to be called in a process that is thrown away, like `first_killer`."""
    from hearts_conformance.reference_target import Reference
    from hearts_reference import plan as plans

    files = {str(source_of(module)): module for module in modules}
    found: dict[CodeType, set[str]] = {}
    current = ""

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if frame.f_code.co_filename in files:
            found.setdefault(frame.f_code, set()).add(current)

    reference = Reference()
    claims = Claims(reference.describe())
    sys.settrace(note)
    for run in runs:
        current = run.id
        plans._plan_by_the_book.cache_clear()
        judge(run, reference, claims)
    sys.settrace(None)
    return {f"{files[code.co_filename]}.{name_of(code)}": frozenset(cases) for code, cases in found.items()}


def name_of(code: CodeType) -> str:
    """Return the name of a function as `operators` has it."""
    return code.co_qualname.replace(".<locals>", "")


def few(runs: Sequence[CaseRun]) -> list[int]:
    """Return one run of each case, sheets and numbers of players by turns."""
    groups: dict[str, list[int]] = {}
    for index, run in enumerate(runs):
        groups.setdefault(run.id, []).append(index)
    return [group[turn % len(group)] for turn, group in enumerate(groups.values())]
