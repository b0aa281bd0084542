"""The compiled build: the engine's own modules, turned into extension modules by mypyc when a wheel is built.

Asked for by an environment variable, and by nothing else::

    HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 pip install --no-binary heartspec heartspec

The source stays as it is, and stands beside what was compiled from it; the plain build is the default, and the one
for people who read.  One thing differs: a value that is not of the type declared, such as a card that is no
integer, is a TypeError before it reaches the engine, not its `BadInput`.

Left out is what gains nothing or cannot be compiled: exceptions that carry data, and the package's front.
"""

from __future__ import annotations

import os
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("spec/hearts_spec", "reference/hearts_reference")
ONLY = {"hearts_spec": {"cards"}}
"""Of these packages the modules to compile; of the others all but `PLAIN`."""
PLAIN = {"__init__", "errors"}


class CompiledBuild(BuildHookInterface[Any]):
    """Compile the engine with mypyc and put the extension modules into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and tell the builder what to include; an editable install stays plain."""
        if version == "editable":
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        self.built = TemporaryDirectory(prefix="heartspec-")
        modules = Path(self.built.name, "modules")
        for extension in compile_modules(Path(self.root), modules):
            build_data["force_include"][str(extension)] = str(extension.relative_to(modules))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was built, now that the wheel has it."""
        if version != "editable":
            self.built.cleanup()


def sources(root: Path) -> list[Path]:
    """Return the modules to compile, relative to *root*."""
    return [
        module.relative_to(root)
        for folder in FOLDERS
        for module in sorted((root / folder).glob("*.py"))
        if module.stem not in PLAIN and module.stem in ONLY.get(module.parent.name, {module.stem})
    ]


def compile_modules(root: Path, target: Path) -> list[Path]:
    """Compile the modules below *root* into the folder *target* and return the extension modules."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    with chdir(root):
        extensions = mypycify([str(path) for path in sources(root)], opt_level="3", target_dir=f"{target}.c")
        command = Distribution({"name": "heartspec", "ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = os.fspath(target), f"{target}.o"
        command.ensure_finalized()
        command.run()
    return sorted(target.rglob("*.so"))
