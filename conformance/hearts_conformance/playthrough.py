"""A case played through before the reader's eyes: the table drawn wherever something turns on it, move by move.

It follows the script alone; nothing is judged and no rule is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hearts_spec.texts import Texts

from . import draw, translated
from .draw import Line
from .report.words import behind, behind_line, options_text, say
from .runner import LABELS
from .script import Accept, CaseRun, ChooseMoon, DealRound, Instruction, Legal, PassCards, Play, Refuse, See, replay

WITHOUT_TABLE: Final = frozenset(
    {"points", "totals", "over", "winners", "places", "direction", "round", "dealer"} | {"turn", "takes"}
)
"""What needs no table to be understood."""


class Playthrough:
    """The lines that show one case."""

    def __init__(self, run: CaseRun, words: Texts, width: int = draw.WIDTH) -> None:
        self.run = run
        self.words = words
        self.width = width
        self.lines: list[Line] = []
        self.index = 0
        self.trick: Line = []
        self.step: int | None = None
        self.shown: tuple[str, ...] | None = None
        """The moves before the table that was drawn last."""

    def draw(self) -> list[Line]:
        """Return everything: what the case is, and its script."""
        run = self.run
        self.lines = [
            [(run.id, "bold")],
            [(translated.title(run.id, self.words.language) or run.title, "")],
            *behind("decides", ", ".join(run.decides), self.width),
            draw.labelled("under", [(f"{run.sheet}, {run.players} players", "")]),
        ]
        if run.options:
            self.lines += behind("with", options_text(run.options), self.width)
        for self.index, each in enumerate(run.script):
            _SHOW[type(each)](self, each)
        return self.lines

    def add(self, label: str, line: Line) -> None:
        """Add a line behind a label."""
        self.lines += behind_line(label, line, self.width)

    def _step(self, each: Instruction) -> str:
        """Return the label of a step where it begins."""
        if each.step == self.step:
            return ""
        self.step = each.step
        return f"  step {each.step}" if each.step >= 0 else "  before"

    def table(self, index: int) -> None:
        """Draw the table before an instruction, unless it has been drawn already."""
        moves = self.run.history(index)
        position = self.run.position(index)
        if position is None or moves == self.shown:
            return
        self.shown = moves
        self.lines += [[], *draw.table(position), []]

    def deal(self, each: DealRound) -> None:
        """Show a round's head, and its hands where the first move is still open."""
        direction = self.words.message(f"direction.{each.direction}")
        passing = self.words.message("column.direction").lower()
        number = self.words.message("sheet.round", number=each.number)
        self.lines.append([])
        self.add(number, [(f"seat {each.dealer} deals; {passing}: {direction}", "")])
        self.table(self.index + 1)

    def pass_cards(self, each: PassCards) -> None:
        """Show which cards a seat selects."""
        told = self.words.message("position.passes", number=each.seat, cards=self.words.cards(each.cards))
        self.add(self._step(each), [(told, "")])

    def play(self, each: Play) -> None:
        """Collect the cards of a trick; show them when it is complete or something else follows."""
        self.trick += [(f"{each.seat} ", "dim"), draw.one(each.card, "bold"), ("  ", "")]
        after = replay(self.run.script[: self.index + 1])
        taken = after is not None and not after.trick
        following = self.run.script[self.index + 1 : self.index + 2]
        if not (taken or not following or not isinstance(following[0], Play)):
            return
        line = self.trick
        if taken and after is not None:
            line = [*line, (self.words.message("position.trick-taken", number=after.winner), "dim")]
        self.add(self._step(each), line)
        self.trick = []

    def choose_moon(self, each: ChooseMoon) -> None:
        """Show the shooter's choice."""
        choice = self.words.message(f"moon.choice.{each.choice}")
        self.add(self._step(each), [(self.words.message("position.chooses", number=each.seat, choice=choice), "")])

    def legal(self, each: Legal) -> None:
        """Show the legal cards."""
        self.table(self.index)
        label = self.words.message("position.legal").lower()
        self.add(self._step(each), [(f"{label}:", "dim"), (" ", ""), *say("legal", list(each.cards))])

    def accept(self, each: Accept) -> None:
        """Show a card that may be played."""
        self.table(self.index)
        self.add(self._step(each), [(f"seat {each.seat} may play ", ""), draw.one(each.card, "bold")])

    def refuse(self, each: Refuse) -> None:
        """Show what is refused, and the rule that refuses it."""
        self.table(self.index)
        verb = {"play": "play", "pass": "pass", "moon": "choose"}[each.action]
        self.add(self._step(each), [(f"seat {each.seat} may not {verb} ", ""), *draw.cards(each.what)])
        if each.rule:
            self.lines += behind("", f"{each.rule}: {self.words.rule(each.rule)}", self.width)

    def see(self, each: See) -> None:
        """Show what should be seen."""
        if each.what not in WITHOUT_TABLE:
            self.table(self.index)
        self.add(self._step(each), [(f"{LABELS.get(each.what, each.what)}: ", "dim"), *say(each.what, each.value)])


_SHOW: Final[dict[type[Instruction], Callable[[Playthrough, Any], None]]] = {
    DealRound: Playthrough.deal,
    PassCards: Playthrough.pass_cards,
    Play: Playthrough.play,
    ChooseMoon: Playthrough.choose_moon,
    Legal: Playthrough.legal,
    Accept: Playthrough.accept,
    Refuse: Playthrough.refuse,
    See: Playthrough.see,
}
