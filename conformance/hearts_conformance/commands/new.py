"""``heartspec new``: files to start from, which run as they are."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import Final

import click

SKELETONS: Final = Path(__file__).parent.parent / "skeletons"
NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@click.group()
def new() -> None:
    """Start an adapter, a rule sheet or a case from a skeleton.

    Each command writes one file, tells what to do next, and never overwrites anything.

    \b
      heartspec new adapter my_game.py
      heartspec new sheet house-rules.yaml --extends qdan
      heartspec new case queen/lone-queen --into scenarios
    """


@new.command()
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path), default="heartspec_adapter.py")
def adapter(path: Path) -> None:
    """Write the skeleton of an adapter, the class through which a game is judged.

    It can be run at once, and says in each case which part is still to be written.

    \b
      heartspec new adapter                 writes heartspec_adapter.py
      heartspec new adapter my_adapter.py
    """
    if path.suffix != ".py" or not path.stem.isidentifier() or keyword.iskeyword(path.stem):
        raise click.BadParameter(f"{path.name} cannot be imported; name it like my_adapter.py")
    module = path.stem
    _write(path, _skeleton("adapter.py").replace("MODULE", module))
    print(f"wrote {path}; fill it in, then run: {_in(path.parent)}heartspec verify {module}:Adapter")


@new.command()
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--extends", metavar="ID", default="qdan", show_default=True, help="The sheet that yours differs from.")
def sheet(path: Path, extends: str) -> None:
    """Write the skeleton of a rule sheet that says only how it differs from another.

    \b
      heartspec new sheet house-rules.yaml
      heartspec new sheet club.yaml --extends cohen
    """
    from hearts_spec import sheets

    if path.suffix != ".yaml" or not NAME.fullmatch(path.stem):
        raise click.BadParameter(f"{path.name} cannot name a sheet; write it like house-rules.yaml")
    sheets.load(extends)
    title = path.stem.replace("-", " ").capitalize()
    _write(path, _skeleton("sheet.yaml").replace("@TITLE@", title).replace("@EXTENDS@", extends))
    print(f"wrote {path}; change it, then read it: heartspec sheets show {path}")


@new.command()
@click.argument("case", metavar="CHAPTER/NAME")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    default="scenarios",
    show_default=True,
    help="The folder of your scenarios.",
)
def case(case: str, into: Path) -> None:
    """Write the skeleton of a scenario file: one position, and its cases side by side.

    The file holds a position that works; change it step by step and look at it with ``heartspec show``.

    \b
      heartspec new case queen/lone-queen
      heartspec new case first-trick/my-case --into my-scenarios
    """
    parts = case.removesuffix(".hearts.yaml").split("/")
    if len(parts) != 2 or not all(NAME.fullmatch(part) for part in parts):
        raise click.BadParameter(f"{case} is not CHAPTER/NAME, in small letters, digits and dashes")
    name = "/".join(parts)
    path = into / f"{name}.hearts.yaml"
    where = f"--scenarios {into}"
    _write(path, _skeleton("case.hearts.yaml").replace("@ID@", name).replace("@WHERE@", where), parents=True)
    print(f"wrote {path}; look at it: heartspec show {name}/ban {where}")


def _skeleton(name: str) -> str:
    return (SKELETONS / name).read_text(encoding="utf-8")


def _write(path: Path, text: str, *, parents: bool = False) -> None:
    from hearts_spec.data import naming

    if parents:
        path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with naming(path), path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise click.ClickException(f"{path} is there already; nothing was written") from None


def _in(folder: Path) -> str:
    return "" if folder == Path() else f"cd {folder} && "
