"""Random numbers that are the same on every machine, and the few things that fuzzing draws with them.

Only `random.Random.random` is used, the one method whose sequence Python promises to keep: a run is to be repeated
from its seed and the version of heartspec, whatever Python it meets.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from hearts_spec.cards import Card, Mask, mask, members

T = TypeVar("T")


class Draw:
    """A stream of random numbers, known by the words that it is seeded with."""

    def __init__(self, *words: object) -> None:
        self.random = Random(":".join(map(str, words))).random

    def below(self, bound: int) -> int:
        """Return a whole number from 0 up to, but not including, *bound*."""
        return int(self.random() * bound)

    def chance(self, probability: float) -> bool:
        """Return True with that probability."""
        return self.random() < probability

    def choice(self, items: Sequence[T]) -> T:
        """Return one of *items*."""
        return items[int(self.random() * len(items))]

    def weighted(self, items: Sequence[T], weights: Sequence[float]) -> T:
        """Return one of *items*, each as likely as its weight says."""
        left = self.random() * sum(weights)
        for item, weight in zip(items, weights, strict=True):
            left -= weight
            if left < 0:
                return item
        return items[-1]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return *items* in random order."""
        random = self.random
        keyed = sorted([(random(), index) for index in range(len(items))])
        return [items[index] for _, index in keyed]

    def card(self, cards: Mask) -> Card:
        """Return one card out of a set that is not empty."""
        for _ in range(int(self.random() * cards.bit_count())):
            cards &= cards - 1
        return (cards & -cards).bit_length() - 1

    def some(self, cards: Mask, count: int) -> Mask:
        """Return *count* cards out of a set, or the whole set where it has no more."""
        if cards.bit_count() <= count:
            return cards
        return mask(self.shuffled(members(cards))[:count])
