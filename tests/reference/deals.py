"""Deals that are the same everywhere and for ever, and hands written out.

`Shuffler` does not rest on the standard library's generator, whose results may change between versions.
"""

from __future__ import annotations

import hearts_reference.round
from hearts_reference import READINGS, BadInput, Match
from hearts_spec.cards import CARDS, Mask, mask, members, names
from hearts_spec.rules import AXES, Rules

COMPILED = not hearts_reference.round.__file__.endswith(".py")


def complaint(*values: object) -> type[Exception]:
    """Return what is raised for *values* that are no input: compiled, those of another type do not reach the engine."""
    return TypeError if COMPILED and any(type(value) is not int for value in values) else BadInput


class Shuffler:
    """A stream of whole numbers (SplitMix64), and what can be drawn from it."""

    def __init__(self, start: int) -> None:
        self.state = start

    def below(self, bound: int) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
        return (mixed ^ mixed >> 31) % bound

    def choice(self, items):
        return items[self.below(len(items))]

    def shuffled(self, items):
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in items]

    def sample(self, items, count):
        return self.shuffled(items)[:count]


def random_deal(rules: Rules, shuffler: Shuffler) -> tuple[list[Mask], Mask]:
    """Return the hands and the kitty of a random deal."""
    cards = shuffler.shuffled(members(rules.pack))
    size = rules.hand_size
    hands = [mask(cards[seat * size : (seat + 1) * size]) for seat in range(rules.players)]
    return hands, mask(cards[size * rules.players :])


def written(text: str) -> Mask:
    """Return the cards written as suits with ranks: ``C2A SQ`` is the two and ace of clubs and the queen of spades."""
    return mask(CARDS[rank + part[0]] for part in text.split() for rank in part[1:])


def written_deal(rules: Rules, given: dict[int, str], kitty: str = "") -> tuple[list[Mask], Mask]:
    """Return a deal in which the seats in *given* hold the cards written there.

    The other cards are filled in, the lowest first: they fill up the hands given, then go round the other hands one
    at a time, and the last of them are the kitty.
    """
    aside = written(kitty)
    hands = [written(given.get(seat, "")) for seat in range(rules.players)]
    left = members(rules.pack & ~aside & ~sum(hands))
    for seat in given:
        while hands[seat].bit_count() < rules.hand_size:
            hands[seat] |= 1 << left.pop(0)
    others = [seat for seat in range(rules.players) if seat not in given]
    for seat in others * rules.hand_size:
        hands[seat] |= 1 << left.pop(0)
    return hands, aside | mask(left)


SEVEN = {"players": 7, "deck.strip": ["2D", "3D", "3C"]}
"""Seven players hold seven cards each, which is short to write."""


def dealt(given: dict[int, str], kitty: str = "", *, dealer: int | None = None, readings=READINGS, **options) -> Match:
    """Return a match of seven with the first round dealt; options are named with underscores (``open_card``)."""
    named = {axis(name): value for name, value in options.items()}
    rules = Rules.from_options(SEVEN | named if "players" not in named else named)
    match = Match(rules, readings, dealer=rules.players - 1 if dealer is None else dealer)
    match.deal(*written_deal(rules, given, kitty))
    return match


def axis(name: str) -> str:
    """Return the axis meant by a name: ``hearts_lead_release`` is ``hearts.lead-release``."""
    return next(each for each in AXES if each.replace(".", "_").replace("-", "_") == name)


def trick(match, cards: str = "") -> None:
    """Play a trick to its end: the cards named, in the hands that hold them, and else the lowest legal ones."""
    wanted = mask(CARDS[name] for name in cards.split())
    complete = match.tricks
    while match.tricks == complete:
        playable = match.legal_mask & wanted or match.legal_mask
        match.play(match.turn, members(playable)[0])


def until(match, seat: int) -> None:
    """Play the lowest legal cards until it is the turn of *seat*."""
    while match.turn != seat:
        match.play(match.turn, members(match.legal_mask)[0])


def play(match, *cards: str) -> None:
    """Play cards in turn."""
    for name in cards:
        match.play(match.turn, CARDS[name])


def legal(match) -> str:
    """Return the names of the legal cards, in ascending order."""
    return " ".join(names(match.legal_mask))


def refusal(match, card: str, seat: int | None = None) -> str | None:
    """Return the rule that refuses a card, of the seat in turn unless another is given."""
    return match.refusal(match.turn if seat is None else seat, CARDS[card])


def play_on(match, shuffler: Shuffler, stop=lambda match: False) -> None:
    """Play random legal moves, deals included, until the match is over or *stop* holds."""
    while not match.over and not stop(match):
        move(match, shuffler)


def move(match, shuffler: Shuffler) -> None:
    """Make one random legal move, a deal included."""
    if match.phase == "deal":
        match.deal(*random_deal(match.rules, shuffler))
    elif match.phase == "pass":
        seat = shuffler.choice([seat for seat, cards in enumerate(match.selections) if cards is None])
        match.pass_cards(seat, shuffler.sample(members(match.hands[seat]), match.rules.pass_count))
    elif match.phase == "moon":
        match.choose_moon(match.shooter, shuffler.choice(["add", "subtract"]))
    else:
        match.play(match.turn, shuffler.choice(members(match.legal_mask)))


VIEWS = [
    *("phase", "turn", "legal", "legal_mask", "hands", "led", "trick", "tricks", "trick_winner", "captured"),
    *("kitty_seen", "broken", "round_number", "dealer", "direction", "selections", "shooter", "round_points"),
    *("totals", "limit_reached", "over", "winners", "places", "opening_card", "kitty_taker"),
]


def seen(match) -> dict:
    """Return all that can be seen of a match."""
    return {name: getattr(match, name) for name in VIEWS}
