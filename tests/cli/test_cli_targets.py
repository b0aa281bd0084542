"""From a name to an implementation, and what is said where there is none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hearts_conformance import registry, targets
from hearts_conformance.implementation import Description, Implementation
from hearts_conformance.reference_target import Reference
from hearts_conformance.targets import Target, TargetError

ADAPTER = """
from hearts_conformance.implementation import *

class Good(Implementation):
    def describe(self): return Description("good", "1", frozenset({4}), frozenset(), sheets=("qdan",))
    def start(self, setup): ...
    def deal(self, deal): ...
    def play(self, seat, card): ...
    def observe(self): return Observation()

class NoPlay(Implementation):
    describe, start, deal, observe = Good.describe, Good.start, Good.deal, Good.observe

class Choosy(Good):
    def __init__(self, level): ...

class Failing(Good):
    def __init__(self): raise RuntimeError("no engine\\nfound")

class Silent(Good):
    def describe(self): return None

class Boastful(Good):
    def describe(self): return Description("b", "1", frozenset({4}), frozenset({"legall"}))

class Crowded(Good):
    def describe(self): return Description("b", "1", frozenset({4, 9}), frozenset())

class Quitting(Good):
    def __init__(self): raise SystemExit(3)

class Lost(Good):
    def __init__(self): import not_installed_anywhere

class Cancelled(Good):
    def describe(self): raise GeneratorExit

class Passing(Good):
    def describe(self): return Description("b", "1", frozenset({4}), frozenset({"passing"}))

class Crashing(Good):
    def describe(self): return 1 / 0

class Plain:
    describe, start, deal, play, observe = Good.describe, Good.start, Good.deal, Good.play, Good.observe

number = 7
instance = Good()
"""


class Described(Reference):
    """Says of itself what it is given."""

    def __init__(self, described: Description) -> None:
        super().__init__()
        self.described = described

    def describe(self) -> Description:
        return self.described


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    (tmp_path / "game_of_tests.py").write_text(ADAPTER)
    (tmp_path / "needs_more.py").write_text("import not_installed_anywhere\n")
    (tmp_path / "quitting_game.py").write_text("raise SystemExit(0)\n")
    (tmp_path / "broken_game.py").write_text("1 / 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


def sentence(text: str | None = None, command: str | None = None) -> str:
    def attach() -> None:
        target = targets.find(text, command)
        target.describe(target.open())

    with pytest.raises(TargetError) as caught:
        attach()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_class_from_the_working_folder_is_found():
    target = targets.find("game_of_tests:Good")
    implementation = target.open()
    assert isinstance(implementation, Implementation)
    assert isinstance(target.describe(implementation), Description)
    assert target.arguments == ["game_of_tests:Good"]


def test_a_class_need_not_inherit_from_ours():
    target = targets.find("game_of_tests:Plain")
    assert target.describe(target.open()).name == "good"


def test_a_registered_name_is_found():
    assert targets.find("reference") == Target("reference")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("refrence", "there is no target 'refrence'; did you mean reference?"),
        (
            "my_game.Adapter",
            "there is no target 'my_game.Adapter'; a class is written with a colon, as in my_game:Adapter",
        ),
        ("no_such_game:Adapter", "target no_such_game:Adapter: there is no module no_such_game"),
        ("game_of_tests.sub:A", "target game_of_tests.sub:A: there is no module game_of_tests.sub"),
        ("needs_more:A", "target needs_more:A needs the module not_installed_anywhere, which is not installed"),
        ("broken_game:A", "target broken_game:A: importing broken_game failed: ZeroDivisionError: division by zero"),
        ("quitting_game:A", "target quitting_game:A: importing quitting_game failed: SystemExit: 0"),
        ("game_of_tests:Quitting", "target game_of_tests:Quitting cannot be made without arguments: SystemExit: 3"),
        (
            "game_of_tests:Lost",
            "target game_of_tests:Lost cannot be made without arguments: "
            "ModuleNotFoundError: No module named 'not_installed_anywhere'",
        ),
        ("game_of_tests:Cancelled", "target game_of_tests:Cancelled: describe() failed: GeneratorExit"),
        ("game_of_tests:Goood", "target game_of_tests:Goood: game_of_tests has no Goood; did you mean Good?"),
        ("game_of_tests:", "target game_of_tests: is not written package.module:Class"),
        ("game_of_tests:number", "target game_of_tests:number is not a class but an int"),
        ("game_of_tests:instance", "target game_of_tests:instance is an object, not a class; name its class"),
        ("game_of_tests:NoPlay", "target game_of_tests:NoPlay lacks the method play; see heartspec new adapter"),
        ("game_of_tests:Silent", "target game_of_tests:Silent: describe() returned None, not a Description"),
        (
            "game_of_tests:Crashing",
            "target game_of_tests:Crashing: describe() failed: ZeroDivisionError: division by zero",
        ),
        ("game_of_tests:Passing", "target game_of_tests:Passing: it declares passing but lacks the method pass_cards"),
        (
            "game_of_tests:Failing",
            "target game_of_tests:Failing cannot be made without arguments: RuntimeError: no engine found",
        ),
        (
            "game_of_tests:Boastful",
            "target game_of_tests:Boastful: it declares the capability 'legall', which does not exist; "
            "did you mean legal?",
        ),
        (
            "game_of_tests:Crowded",
            "target game_of_tests:Crowded: it declares the numbers of players 4, 9; they lie between 3 and 7",
        ),
    ],
)
def test_what_is_wrong_with_a_target_is_said(text, told):
    assert sentence(text) == told


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("name", 7, "it declares name as 7; that should be a text in one line"),
        ("version", None, "it declares version as None; that should be a text in one line"),
        ("name", "red\x1b[31m", "it declares name as 'red\\x1b[31m'; that should be a text in one line"),
        ("players", 4, "it declares players as 4; that should be a set of numbers, such as frozenset({4})"),
        ("players", frozenset({"4"}), "it declares players as frozenset({'4'}); that should be a set of numbers"),
        ("players", frozenset(), "it declares players as frozenset(); that should be a set of numbers"),
        ("can", "legal", "it declares can as 'legal'; that should be a set of texts"),
        ("sheets", "qdan", "it declares sheets as 'qdan'; that should be a tuple of texts"),
        ("sheets", (7,), "it declares sheets as (7,); that should be a tuple of texts"),
        ("options", ["moon.mode"], "it declares options as ['moon.mode']; that should be a mapping"),
        ("options", {"moon.mode": "add"}, "it declares options as {'moon.mode': 'add'}; that should be a mapping"),
        ("options", {"moon.mod": ["add"]}, "it declares options for 'moon.mod', which is no option; did you mean"),
        ("options", {"moon.mode": ["ad"]}, "it declares options for moon.mode that there are not: moon.mode cannot be"),
    ],
)
def test_a_description_of_another_form_is_said_with_its_field(field, value, told):
    described = replace(Reference().describe(), **{field: value})
    with pytest.raises(TargetError) as caught:
        Target("mine:Game").describe(Described(described))
    assert str(caught.value).startswith(f"target mine:Game: {told}")
    assert "\n" not in str(caught.value)


def test_a_class_that_needs_arguments_is_said():
    assert sentence("game_of_tests:Choosy").startswith(
        "target game_of_tests:Choosy cannot be made without arguments: TypeError:"
    )


def test_no_target_lists_those_there_are():
    names = ", ".join(registry.entries(registry.TARGETS))
    assert "openspiel, openspiel-default, reference" in names
    assert sentence().startswith(f"which target? give a registered name ({names}), ")


def test_two_targets_are_one_too_many():
    assert sentence("reference", "./game") == "give one target, either reference or --exec, not both"


def test_an_empty_command_line_is_none():
    assert sentence(command=" ").startswith("--exec needs a command line")


def test_the_skeleton_of_an_adapter_has_every_method(monkeypatch, tmp_path):
    from hearts_conformance.commands.new import SKELETONS

    (tmp_path / "fresh_adapter.py").write_text((SKELETONS / "adapter.py").read_text())
    target = targets.find("fresh_adapter:Adapter")
    assert target.describe(target.open()).sheets == ("qdan",)
