"""The rules once more, slowly: written straight from the rule book, to hold against the engine.

Cards are two-letter strings and sets of cards are sets of strings.  Nothing is shared with the engine, not even the
meaning of the options: this game reads the flat object of resolved options itself.
"""

from __future__ import annotations

RANK_ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
FULL_PACK = {rank + suit for rank in RANK_ORDER for suit in "CDSH"}


def suit(card):
    return card[1]


def height(card):
    return RANK_ORDER.index(card[0])


def is_point_card(card):
    return suit(card) == "H" or card == "QS"


def unless_empty(cards, allowed):
    """A rule that would leave nothing to play is lifted."""
    return {card for card in cards if allowed(card)} or cards


class SlowGame:
    def __init__(self, options, dealer, round_number=1, totals=None, limit_reached=False):
        self.options = options
        self.players = options["players"]
        self.dealer = dealer
        self.round = round_number
        self.totals = list(totals or [0] * self.players)
        self.reached = limit_reached or any(self.at_limit(total) for total in self.totals)
        self.first_deal = True
        self.over = False
        self.winners = None

    def left_of(self, seat):
        return (seat + 1) % self.players

    # Dealing and passing

    def deal(self, hands, kitty):
        if not self.first_deal:
            self.round += 1
            self.dealer = self.left_of(self.dealer)
        self.first_deal = False
        self.hands = [set(hand) for hand in hands]
        self.kitty = set(kitty)
        self.captured = [set() for _ in range(self.players)]
        self.trick = []
        self.tricks_done = 0
        self.broken = False
        self.points = None
        self.choosing = None
        cycle = self.options["pass.cycle"]
        self.direction = cycle[(self.round - 1) % len(cycle)]
        if self.direction == "hold":
            self.start_play()

    def pass_all(self, selections):
        """Every player passes at the same time; `selections` lists a set of cards for each seat."""
        steps = {"left": 1, "across": self.players // 2, "right": self.players - 1}[self.direction]
        for giver, cards in enumerate(selections):
            assert len(cards) == self.options["pass.count"]
            assert cards <= self.hands[giver]
            self.hands[giver] = self.hands[giver] - cards
        for giver, cards in enumerate(selections):
            self.hands[(giver + steps) % self.players] |= cards
        self.start_play()

    def start_play(self):
        clubs = [card for hand in self.hands for card in hand if suit(card) == "C"]
        self.lowest_club = min(clubs, key=height, default=None)
        if self.options["open.leader"] == "left-of-dealer":
            self.turn = self.left_of(self.dealer)
        else:
            (self.turn,) = [seat for seat in range(self.players) if self.lowest_club in self.hands[seat]]

    # Playing

    def banned_now(self, card):
        banned = self.options["first-trick.banned"]
        return ("hearts" in banned and suit(card) == "H") or ("queen" in banned and card == "QS")

    def legal(self):
        hand = set(self.hands[self.turn])
        first = self.tricks_done == 0
        if not self.trick:
            if first and self.options["open.card"] == "any":
                return hand
            cards = hand
            if first and self.options["open.card"] == "that-card":
                cards = unless_empty(cards, lambda card: card == self.lowest_club)
            if first and self.options["open.card"] == "any-club":
                cards = unless_empty(cards, lambda card: suit(card) == "C")
            if first:
                cards = unless_empty(cards, lambda card: not self.banned_now(card))
            return self.without_heart_leads(hand, cards)
        led = suit(self.trick[0][1])
        cards = unless_empty(hand, lambda card: suit(card) == led)
        if first:
            cards = unless_empty(cards, lambda card: not self.banned_now(card))
        return cards

    def without_heart_leads(self, hand, cards):
        if self.options["hearts.lead"] == "any-time" or self.broken:
            return cards
        if self.options["hearts.lead-release"] == "only-points" and all(is_point_card(card) for card in hand):
            return cards
        return unless_empty(cards, lambda card: suit(card) != "H")

    def play(self, card):
        assert card in self.legal()
        seat = self.turn
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if suit(card) == "H" or (card == "QS" and self.options["hearts.lead"] == "after-heart-or-queen"):
            self.broken = True
        if len(self.trick) < self.players:
            self.turn = self.left_of(seat)
            return None
        led = suit(self.trick[0][1])
        winner, _ = max((play for play in self.trick if suit(play[1]) == led), key=lambda play: height(play[1]))
        self.captured[winner] |= {card for _, card in self.trick}
        if self.tricks_done == 0:
            self.captured[winner] |= self.kitty
        self.trick = []
        self.tricks_done += 1
        self.turn = winner
        if not self.hands[winner]:
            self.turn = None
            self.finish_round()
        return winner

    # Scoring

    def value(self, card):
        if suit(card) != "H":
            return self.options["value.card"].get(card, 0)
        setting = self.options["value.heart"]
        if setting == "one":
            return 1
        if setting == "pips":
            return height(card) + 2
        return setting[card[0]]

    def penalties(self):
        pack = set().union(*self.captured)
        return {card for card in pack if self.value(card) > 0}

    def shot_by(self):
        needs = self.options["moon.needs"]
        needed = self.penalties()
        if needs == "hearts-and-queen":
            needed = {card for card in FULL_PACK if is_point_card(card)}
        if needs == "penalties-and-bonus":
            needed = needed | {self.options["bonus.card"]}
        for seat in range(self.players):
            if needed <= self.captured[seat]:
                return seat
        return None

    def finish_round(self):
        raw = [sum(self.value(card) for card in pile) for pile in self.captured]
        shooter = self.shot_by()
        mode = self.options["moon.mode"]
        if mode == "none" or shooter is None:
            self.enter(raw)
        elif mode == "choice":
            self.choosing = shooter
        elif mode == "auto":
            added = self.with_bonus(self.moon(shooter, "add"))
            totals = [old + new for old, new in zip(self.totals, added, strict=True)]
            lost = self.ends_with(totals) and totals[shooter] != min(totals)
            self.enter(self.moon(shooter, "subtract" if lost else "add"))
        else:
            self.enter(self.moon(shooter, mode))

    def choose(self, choice):
        shooter, self.choosing = self.choosing, None
        self.enter(self.moon(shooter, choice))

    def moon(self, shooter, way):
        amount = self.options["moon.amount"]
        if amount == "total":
            amount = sum(self.value(card) for card in self.penalties())
        if way == "add":
            return [0 if seat == shooter else amount for seat in range(self.players)]
        return [-amount if seat == shooter else 0 for seat in range(self.players)]

    def with_bonus(self, points):
        bonus = self.options["bonus.card"]
        return [
            score + (self.options["bonus.value"] if bonus in pile else 0)
            for score, pile in zip(points, self.captured, strict=True)
        ]

    # The end

    def at_limit(self, total):
        limit = self.options["match.limit"]
        return total > limit if self.options["match.compare"] == "exceed" else total >= limit

    def ends_with(self, totals):
        if self.options["match.end"] == "rounds":
            due = self.round >= self.options["match.rounds"]
        else:
            due = self.reached or any(self.at_limit(total) for total in totals)
        shared = totals.count(min(totals)) > 1
        return due and (not shared or self.options["match.tie"] == "shared")

    def enter(self, points):
        self.points = self.with_bonus(points)
        self.totals = [old + new for old, new in zip(self.totals, self.points, strict=True)]
        self.over = self.ends_with(self.totals)
        self.reached = self.reached or any(self.at_limit(total) for total in self.totals)
        if self.over:
            self.winners = [seat for seat in range(self.players) if self.totals[seat] == min(self.totals)]

    def places(self):
        return [1 + len([other for other in self.totals if other < total]) for total in self.totals]
