"""Deals that are the same everywhere and for ever, and hands written out.

`Shuffler` does not rest on the standard library's generator, whose results may change between versions.
"""

from __future__ import annotations

from hearts_spec.cards import CardSet, Mask, mask, members
from hearts_spec.rules import Rules


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


def written_deal(rules: Rules, given: dict[int, str], kitty: str = "") -> tuple[list[Mask], Mask]:
    """Return a deal in which the seats in *given* hold the cards written there, and the lowest others besides.

    The seats that are not given, and the kitty, get what is left, in ascending order of seats.
    """
    aside = CardSet.of(kitty).mask
    hands = [CardSet.of(given.get(seat, "")).mask for seat in range(rules.players)]
    left = members(rules.pack & ~aside & ~sum(hands))
    for seat in sorted(range(rules.players), key=lambda seat: seat not in given):
        while hands[seat].bit_count() < rules.hand_size:
            hands[seat] |= 1 << left.pop(0)
    return hands, aside | mask(left)


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


VIEWS = (
    "phase turn legal legal_mask hands led trick tricks trick_winner captured kitty_seen broken round_number dealer "
    "direction selections shooter round_points totals limit_reached over winners places"
).split()


def seen(match) -> dict:
    """Return all that can be seen of a match."""
    return {name: getattr(match, name) for name in VIEWS}
