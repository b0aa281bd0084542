"""A small game of Hearts, one round for four without passing, ready to be judged."""

from hearts_conformance.implementation import Description, Implementation, Observation, Refused


class Game(Implementation):
    def describe(self):
        return Description("My Hearts", "1.0", frozenset({4}), frozenset({"legal", "refuse"}), sheets=("qdan",))

    def start(self, setup):
        self.trick, self.taken, self.broken, self.turn = [], [0] * 4, False, None

    def deal(self, deal):
        self.hands = [list(hand) for hand in deal.hands]
        self.turn = next(seat for seat in range(4) if "2C" in self.hands[seat])

    def legal(self):
        hand, led = self.hands[self.turn], self.trick[0][1] if self.trick else None
        cards = hand if led else [card for card in hand if card == "2C"] or hand
        cards = [card for card in cards if led and card[1] == led[1]] or cards
        if len(hand) == 13:
            cards = [card for card in cards if card[1] != "H" and card != "QS"] or cards
        return cards if led or self.broken else [card for card in cards if card[1] != "H"] or cards

    def play(self, seat, card):
        if seat != self.turn or card not in self.legal():
            raise Refused
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.broken, self.turn = self.broken or card[1] == "H", (seat + 1) % 4
        if len(self.trick) == 4:
            suit = [("23456789TJQKA".index(c[0]), s) for s, c in self.trick if c[1] == self.trick[0][1][1]]
            self.taken[max(suit)[1]] += sum(13 if c == "QS" else c[1] == "H" for _, c in self.trick)
            self.trick, self.turn = [], max(suit)[1] if any(self.hands) else None

    def observe(self):
        legal = None if self.turn is None else self.legal()
        points = None if legal else [26 - taken if 26 in self.taken else taken for taken in self.taken]
        return Observation(turn=self.turn, legal=legal, hands=self.hands, round_points=points)
