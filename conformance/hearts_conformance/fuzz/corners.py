"""Deals that are built to meet a rule, and ways of playing that lead there.

Evenly shuffled hands played at random meet most corners of the rules almost never: a seat that is void in clubs on
the first trick once in twenty rounds, a moon once in a hundred, a first trick of point cards only in none of two
hundred thousand.  So most rounds are built.  A `Corner` says which hands at the first lead it wants, and how the
seats should play; what is not essential to it is drawn at random, and so is every fifth card, so that a corner is
approached from many sides.

`CORNERS` is the list of them.  A corner that the options leave no room for (a hand larger than the point cards, no
kitty to put a heart into) builds nothing, and another is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from hearts_spec.cards import (
    ALL,
    CLUBS,
    DIAMONDS,
    HEARTS,
    POINT_CARDS,
    QUEEN,
    SPADES,
    SUIT_MASKS,
    SUIT_OF,
    Card,
    Mask,
    mask,
    members,
)
from hearts_spec.rules import Rules

from .draw import Draw

MIXED: Final = 0.2
"""How often a seat plays any card rather than the one that its manner picks."""


@dataclass(frozen=True)
class Built:
    """A deal as it should stand at the first lead, and how each seat is to play it."""

    hands: tuple[Mask, ...]
    kitty: Mask
    manners: tuple[str, ...]


@dataclass(frozen=True)
class Corner:
    """One kind of deal: how often it is drawn, and what builds it (None where the options leave no room)."""

    name: str
    weight: float
    build: Callable[[Rules, int, Draw], Built | None]


@dataclass
class Wish:
    """What a deal must be like: cards that a seat holds, cards that it may hold, cards in the kitty."""

    must: dict[int, Mask] = field(default_factory=dict)
    may: dict[int, Mask] = field(default_factory=dict)
    kitty: Mask = 0


def share_out(rules: Rules, wish: Wish, draw: Draw) -> tuple[tuple[Mask, ...], Mask] | None:
    """Deal at random what a wish leaves open; None where the draw does not come out."""
    size = rules.hand_size
    hands = [wish.must.get(seat, 0) for seat in range(rules.players)]
    left = rules.pack & ~wish.kitty
    for hand in hands:
        if hand & ~left or hand.bit_count() > size:
            return None
        left &= ~hand
    bound = sorted(wish.may, key=lambda seat: wish.may[seat].bit_count())
    for seat in bound:
        taken = draw.some(left & wish.may[seat], size - hands[seat].bit_count())
        hands[seat] |= taken
        left &= ~taken
        if hands[seat].bit_count() < size:
            return None
    rest = draw.shuffled(members(left))
    for seat, hand in enumerate(hands):
        room = size - hand.bit_count()
        hands[seat] |= mask(rest[:room])
        rest = rest[room:]
    return tuple(hands), wish.kitty | mask(rest)


# --- How a seat plays ----------------------------------------------------------------------------------------------

Manner = Callable[[Mask, "Mask | None", Draw], Card]
"""From the legal cards and the suit led (None for a lead) to the card to play."""


def _any(legal: Mask, led: Mask | None, draw: Draw) -> Card:
    return draw.card(legal)


def _by_rank(card: Card) -> tuple[int, int]:
    return card % 13, card // 13


def _high(legal: Mask, led: Mask | None, draw: Draw) -> Card:
    """Take the trick: lead and follow with the highest; void, throw the lowest that costs nothing."""
    if led is not None and not legal & led:
        return min(members(legal & ~POINT_CARDS or legal), key=_by_rank)
    return max(members(legal), key=_by_rank)


def _low(legal: Mask, led: Mask | None, draw: Draw) -> Card:
    """Keep out of it: follow low, throw points where void."""
    if led is not None and not legal & led:
        return max(members(legal & POINT_CARDS or legal), key=_by_rank)
    return min(members(legal & ~QUEEN or legal), key=_by_rank)


def _clean(legal: Mask, led: Mask | None, draw: Draw) -> Card:
    """Never play a point card while another may be played; lead high."""
    cards = legal & ~POINT_CARDS or legal
    return max(members(cards), key=_by_rank) if led is None else draw.card(cards)


def _throw(legal: Mask, led: Mask | None, draw: Draw) -> Card:
    """Play a point card whenever one may be played."""
    return draw.card(legal & QUEEN or legal & POINT_CARDS or legal)


def _keep_queen(legal: Mask, led: Mask | None, draw: Draw) -> Card:
    """Keep the queen of spades to the end."""
    return draw.card(legal & ~QUEEN or legal)


def _keep_diamonds(legal: Mask, led: Mask | None, draw: Draw) -> Card:
    """Keep diamonds, where a bonus card is likeliest, to the end; throw points where void."""
    return draw.card(legal & POINT_CARDS if led is not None and legal & POINT_CARDS else legal & ~DIAMONDS or legal)


def _spades(legal: Mask, led: Mask | None, draw: Draw) -> Card:
    """Lead spades, or else hearts."""
    return draw.card(legal & SPADES & ~QUEEN or legal & HEARTS or legal)


MANNERS: Final[Mapping[str, Manner]] = {
    "any": _any,
    "high": _high,
    "low": _low,
    "clean": _clean,
    "throw": _throw,
    "keep-queen": _keep_queen,
    "keep-diamonds": _keep_diamonds,
    "run": _high,
    "spades": _spades,
}
"""The ways of playing."""
UNMIXED: Final = frozenset({"run"})
"""The manners in which a seat never plays any card."""


def choose(manner: str, legal: Mask, led: Card | None, draw: Draw) -> Card:
    """Return the card that a seat plays in its manner, or at times any."""
    if not legal & (legal - 1):
        return legal.bit_length() - 1
    if manner == "any" or (manner not in UNMIXED and draw.random() < MIXED):
        return draw.card(legal)
    return MANNERS[manner](legal, None if led is None else SUIT_OF[led], draw)


# --- The corners ---------------------------------------------------------------------------------------------------


def leader(rules: Rules, dealer: int, draw: Draw) -> int:
    """Return the seat that will open, where the deal decides it a seat at random."""
    return draw.below(rules.players) if rules.opens_lowest_club else (dealer + 1) % rules.players


def lowest(cards: Mask) -> Mask:
    """Return the lowest card of a set, as a set."""
    return cards & -cards


def other(seat: int, rules: Rules, draw: Draw) -> int:
    """Return any seat but *seat*."""
    return (seat + 1 + draw.below(rules.players - 1)) % rules.players


def _opens(rules: Rules, seat: int, wish: Wish) -> None:
    """Wish that *seat* holds the lowest club, where that makes it open."""
    if rules.opens_lowest_club:
        wish.must[seat] = wish.must.get(seat, 0) | lowest(rules.pack & ~wish.kitty & CLUBS)


def _built(
    rules: Rules, wish: Wish, draw: Draw, manners: Mapping[int, str], others: Sequence[str] = ("any",)
) -> Built | None:
    dealt = share_out(rules, wish, draw)
    if dealt is None:
        return None
    return Built(*dealt, tuple(manners.get(seat) or draw.choice(others) for seat in range(rules.players)))


ANYHOW: Final = ("any", "any", "high", "low", "clean", "throw", "keep-queen")


def _at_random(rules: Rules, dealer: int, draw: Draw) -> Built | None:
    return _built(rules, Wish(), draw, {}, ANYHOW)


def _long_suits(rules: Rules, dealer: int, draw: Draw) -> Built | None:
    """Cards of a suit stay together, a little or nearly all of them."""
    apart, suits = 0.2 + 0.7 * draw.random(), draw.shuffled(range(4))
    order = sorted(members(rules.pack), key=lambda card: apart * suits[card // 13] + draw.random())
    size = rules.hand_size
    turned = draw.below(rules.players)
    hands = [mask(order[start : start + size]) for start in range(0, size * rules.players, size)]
    hands = hands[turned:] + hands[:turned]
    return Built(
        tuple(hands), mask(order[size * rules.players :]), tuple(draw.choice(ANYHOW) for _ in range(rules.players))
    )


def _void_first(rules: Rules, dealer: int, draw: Draw) -> Built | None:
    """Who follows to the first trick is void in clubs, and holds point cards beside others."""
    first = leader(rules, dealer, draw)
    seat = other(first, rules, draw)
    points = draw.some(HEARTS, 1 + draw.below(5)) | (QUEEN if draw.chance(0.6) else 0) | rules.bonus & ~CLUBS
    wish = Wish({seat: points & rules.pack}, {seat: rules.pack & ~CLUBS})
    _opens(rules, first, wish)
    return _built(rules, wish, draw, {seat: draw.choice(("throw", "any"))}, ANYHOW)


def _points_only(rules: Rules, dealer: int, draw: Draw) -> Built | None:
    """Who follows to the first trick holds nothing but what it bars, or nothing but point cards."""
    barred = rules.banned if draw.chance(0.5) and rules.banned.bit_count() >= rules.hand_size else POINT_CARDS
    if barred.bit_count() < rules.hand_size:
        return None
    first = leader(rules, dealer, draw)
    seat = other(first, rules, draw)
    wish = Wish({seat: QUEEN & barred if draw.chance(0.5) else 0}, {seat: barred})
    _opens(rules, first, wish)
    return _built(rules, wish, draw, {seat: "any"})


def _leads_points(rules: Rules, dealer: int, draw: Draw) -> Built | None:
    """A seat runs out of all but hearts, with the queen of spades or without, and leads before hearts are broken."""
    seat = draw.below(rules.players)
    queen = QUEEN if draw.chance(0.5) else 0
    hearts = min(13, rules.hand_size - 1 - bool(queen))
    side = rules.hand_size - hearts - bool(queen)
    tops = mask(members(CLUBS)[-side:]) if side <= 6 else mask(members(CLUBS)[-6:] + members(SUIT_MASKS[1])[6 - side :])
    wish = Wish({seat: tops | queen | draw.some(HEARTS, hearts)})
    return _built(rules, wish, draw, {seat: "clean"}, ("any", "clean", "low"))


def _leads_point_cards_first(rules: Rules, dealer: int, draw: Draw) -> Built | None:
    """Who opens holds nothing but point cards."""
    if rules.hand_size > 14 or rules.opens_lowest_club:
        return None
    seat = (dealer + 1) % rules.players
    wish = Wish({seat: QUEEN if draw.chance(0.7) else 0}, {seat: POINT_CARDS})
    return _built(rules, wish, draw, {})


def _moon(rules: Rules, dealer: int, draw: Draw) -> Built | None:
    """A seat holds the highest cards of every suit and takes all that it can."""
    seat = draw.below(rules.players)
    suits = draw.shuffled([members(suit & rules.pack) for suit in SUIT_MASKS])
    cards: list[Card] = []
    while len(cards) < rules.hand_size:
        longest = draw.choice([suit for suit in suits if suit])
        cards.append(longest.pop())
    wish = Wish({seat: mask(cards)})
    kitty = rules.pack & ~wish.must[seat]
    if rules.kitty_size and draw.chance(0.7):
        wish.kitty = draw.some(kitty & POINT_CARDS or kitty, rules.kitty_size)
    return _built(rules, wish, draw, {seat: "high"}, ("low", "throw"))


def _nearly_moon(rules: Rules, dealer: int, draw: Draw) -> Built | None:
    """As for a moon, but another seat keeps a high heart for the end."""
    built = _moon(rules, dealer, draw)
    if built is None:
        return None
    shooter = built.manners.index("high")
    seat = other(shooter, rules, draw)
    manners = tuple("clean" if each == seat else manner for each, manner in enumerate(built.manners))
    return Built(built.hands, built.kitty, manners)


def _moon_without_bonus(rules: Rules, dealer: int, draw: Draw) -> Built | None:
    """A seat takes every trick but the last, to which it leads a low diamond; the bonus card is kept for that."""
    if not rules.bonus & DIAMONDS or rules.bonus & rules.moon_cards:
        return None
    seat = draw.below(rules.players)
    keeper = other(seat, rules, draw)
    hearts = min(4 + draw.below(2), rules.hand_size - 5)
    clubs = (rules.hand_size - hearts - 4) // 2 + 1
    tops = ((HEARTS, hearts), (CLUBS, clubs), (SPADES, rules.hand_size - hearts - clubs - 1))
    cards = [card for suit, count in tops for card in members(suit & rules.pack)[-count:]]
    wish = Wish({seat: mask(cards) | lowest(rules.pack & DIAMONDS), keeper: rules.bonus})
    return _built(rules, wish, draw, {seat: "run", keeper: "keep-diamonds"}, ("throw",))


def _hearts_run(rules: Rules, dealer: int, draw: Draw) -> Built | None:
    """A seat holds all the hearts from the ace down, opens early and runs them: a moon but for the queen."""
    seat = draw.below(rules.players)
    count = min(13, rules.hand_size - 2)
    tops = mask(members(CLUBS)[-(rules.hand_size - count) :])
    queen = QUEEN if draw.chance(0.5) else 0
    cards = mask(members(HEARTS)[-count + bool(queen) :]) | queen | tops
    wish = Wish({seat: cards if cards.bit_count() <= rules.hand_size else tops})
    return _built(rules, wish, draw, {seat: "high"}, ("low", "throw"))


def _points_in_kitty(rules: Rules, dealer: int, draw: Draw) -> Built | None:
    """Point cards, or the bonus card, lie in the kitty."""
    if not rules.kitty_size:
        return None
    kitty = draw.some((HEARTS if draw.chance(0.6) else POINT_CARDS) & rules.pack, 1 + draw.below(rules.kitty_size))
    if draw.chance(0.3) and kitty.bit_count() < rules.kitty_size:
        kitty |= rules.bonus or QUEEN
    if draw.chance(0.4) and kitty.bit_count() < rules.kitty_size:
        kitty |= lowest(CLUBS & rules.pack)
    filled = kitty | draw.some(rules.pack & ~kitty, rules.kitty_size - kitty.bit_count())
    return _built(rules, Wish(kitty=filled), draw, {}, ANYHOW)


def _lowest_club_in_kitty(rules: Rules, dealer: int, draw: Draw) -> Built | None:
    """The lowest club lies in the kitty, so that another opens."""
    if not rules.kitty_size or not rules.opens_lowest_club:
        return None
    low = lowest(CLUBS & rules.pack)
    kitty = low | draw.some(rules.pack & (CLUBS if draw.chance(0.4) else ALL) & ~low, rules.kitty_size - 1)
    return _built(rules, Wish(kitty=kitty), draw, {}, ANYHOW)


def _queen_kept(rules: Rules, dealer: int, draw: Draw) -> Built | None:
    """The queen of spades is kept as long as that goes, to the last trick if may be."""
    seat = draw.below(rules.players)
    wish = Wish({seat: QUEEN | draw.some(SPADES & ~QUEEN & rules.pack, draw.below(4))})
    return _built(rules, wish, draw, {seat: "keep-queen"}, ("any", "high", "clean"))


def _queen_early(rules: Rules, dealer: int, draw: Draw) -> Built | None:
    """The queen of spades falls early, while hearts are whole; hearts are not thrown."""
    seat = draw.below(rules.players)
    suit = draw.choice((SUIT_MASKS[0], SUIT_MASKS[1]))
    wish = Wish({seat: QUEEN}, {seat: rules.pack & ~suit})
    return _built(rules, wish, draw, {seat: "throw"}, ("clean", "clean", "spades"))


def _lone_follower(rules: Rules, dealer: int, draw: Draw) -> Built | None:
    """On the first trick spades or hearts are led, and who follows can do so with barred cards only."""
    if rules.opening != "any":
        return None
    first = leader(rules, dealer, draw)
    seat = other(first, rules, draw)
    wish = Wish({seat: QUEEN}, {seat: rules.pack & ~SPADES})
    wish.may[seat] |= QUEEN
    _opens(rules, first, wish)
    return _built(rules, wish, draw, {first: "spades"})


CORNERS: Final = (
    Corner("random", 5, _at_random),
    Corner("long suits", 4, _long_suits),
    Corner("void on the first trick", 3, _void_first),
    Corner("point cards only on the first trick", 2, _points_only),
    Corner("leads from point cards only", 3, _leads_points),
    Corner("opens with point cards only", 1, _leads_point_cards_first),
    Corner("moon", 3, _moon),
    Corner("moon spoiled", 2, _nearly_moon),
    Corner("moon without the bonus card", 9, _moon_without_bonus),
    Corner("run of hearts", 2, _hearts_run),
    Corner("points in the kitty", 4, _points_in_kitty),
    Corner("lowest club in the kitty", 5, _lowest_club_in_kitty),
    Corner("queen kept", 1, _queen_kept),
    Corner("queen early", 2, _queen_early),
    Corner("follows with a barred card only", 1, _lone_follower),
)
WEIGHTS: Final = tuple(corner.weight for corner in CORNERS)


def build(rules: Rules, dealer: int, draw: Draw) -> tuple[str, Built]:
    """Return a deal for a corner drawn at random, and the name of the corner."""
    for _ in range(8):
        corner = draw.weighted(CORNERS, WEIGHTS)
        built = corner.build(rules, dealer, draw)
        if built is not None:
            return corner.name, built
    built = _at_random(rules, dealer, draw)
    assert built is not None
    return "random", built
