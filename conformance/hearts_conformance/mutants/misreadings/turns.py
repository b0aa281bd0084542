"""Turns, and the phases of a round."""

from __future__ import annotations

from typing import Final

from hearts_conformance.mutants.mutant import Mutant, misread
from hearts_reference.legality import in_phase
from hearts_reference.readings import Position, Reading
from hearts_reference.tricks import hands_empty
from hearts_spec.cards import POINT_CARDS

from .looking import seats


def _also(action: str, phase: str) -> Reading:
    """Return a reading that allows an action in one phase more."""
    return lambda asked, at: in_phase(asked, at) or (asked == action and at.phase == phase)


def _not(action: str, phase: str) -> Reading:
    """Return a reading that does not allow an action in one of its phases, once a trick has been played."""
    return lambda asked, at: in_phase(asked, at) and not (asked == action and at.phase == phase and at.tricks)


def _has_played(seat: int, at: Position) -> bool:
    return any(each == seat for each, _ in at.trick or ())


def _leads(seat: int, at: Position) -> bool:
    return bool(at.trick) and (at.trick or [])[0][0] == seat


MUTANTS: Final[tuple[Mutant, ...]] = (
    *misread(
        "turn.clockwise",
        ("right", "the turn passes to the right", lambda seat, rules: (seat - 1) % rules.players),
        ("two-on", "the turn skips a seat", lambda seat, rules: (seat + 2) % rules.players),
        ("three-on", "the turn skips two seats", lambda seat, rules: (seat + 3) % rules.players),
        ("not-to-zero", "after the last seat comes seat 1", lambda seat, rules: (seat + 1) % rules.players or 1),
        ("stays-last", "after the last seat comes itself", lambda seat, rules: min(seat + 1, rules.players - 1)),
    ),
    *misread(
        "turn.in-order",
        ("anybody", "anybody may play", lambda seat, at: True),
        (
            "next-too",
            "the seat after may play ahead of its turn",
            lambda seat, at: (
                seat == at.turn or (bool(at.trick) and at.turn is not None and seat == (at.turn + 1) % seats(at))
            ),
        ),
        (
            "next-may-lead",
            "the seat after may lead in place of the leader",
            lambda seat, at: (
                seat == at.turn or (not at.trick and at.turn is not None and seat == (at.turn + 1) % seats(at))
            ),
        ),
        (
            "leader-again",
            "the winner's left neighbour and the last leader may lead",
            lambda seat, at: seat == at.turn or not at.trick,
        ),
        (
            "once-each",
            "whoever has not played to the trick may play",
            lambda seat, at: seat == at.turn or (bool(at.trick) and not _has_played(seat, at)),
        ),
        (
            "played-already",
            "who has played to the trick may play again",
            lambda seat, at: seat == at.turn or _has_played(seat, at),
        ),
        (
            "second-trick-on",
            "the order counts only from the second trick on",
            lambda seat, at: seat == at.turn or not at.tricks,
        ),
        (
            "first-trick-only",
            "the order counts only on the first trick",
            lambda seat, at: seat == at.turn or bool(at.tricks),
        ),
    ),
    *misread(
        "turn.in-order",
        ("skipped", "the seat after the leader has no turn", lambda seat, rules: (seat + 2) % rules.players),
        reading="turn.clockwise",
    ),
    *misread(
        "turn.one-card",
        (
            "again",
            "who has played to the trick may add a card",
            lambda seat, at: seat == at.turn or _has_played(seat, at),
        ),
        ("leader-again", "the leader may add a card", lambda seat, at: seat == at.turn or _leads(seat, at)),
        reading="turn.in-order",
    ),
    *misread(
        "turn.own-card",
        ("any", "any card may be played, held or not", lambda seat, card, at: True),
        (
            "of-anybody",
            "a card of another hand may be played",
            lambda seat, card, at: any(hand >> card & 1 for hand in at.hands),
        ),
        (
            "captured",
            "a captured card may be played again",
            lambda seat, card, at: bool((at.hands[seat] | at.captured[seat]) >> card & 1),
        ),
        (
            "on-the-table",
            "a card that lies on the table may be played again",
            lambda seat, card, at: bool(at.hands[seat] >> card & 1) or card in [each for _, each in at.trick or ()],
        ),
        (
            "of-the-kitty",
            "a card of the kitty may be played",
            lambda seat, card, at: bool((at.hands[seat] | at.kitty) >> card & 1),
        ),
        (
            "passed-away",
            "a card passed on may still be played",
            lambda seat, card, at: bool(
                (at.hands[seat] | ((at.selections[seat] or 0) if at.selections else 0)) >> card & 1
            ),
        ),
        (
            "stripped",
            "a card that is not in the pack may be played",
            lambda seat, card, at: bool(at.hands[seat] >> card & 1) or not at.rules.pack >> card & 1,
        ),
    ),
    *misread(
        "turn.own-card",
        ("not-the-lowest", "the lowest card of a hand counts as not held", lambda cards, at: cards & (cards - 1)),
        reading="play.void-any",
    ),
    *misread(
        "round.phase",
        ("pass-in-play", "cards may be passed during play", _also("pass_cards", "play")),
        ("play-in-pass", "a card may be played before the pass is over", _also("play", "pass")),
        ("play-after-round", "a card between rounds is refused for the turn alone", _also("play", "deal")),
        ("play-when-over", "a card after the match is refused for the turn alone", _also("play", "over")),
        ("play-before-choice", "a card while a moon is open is refused for the turn alone", _also("play", "moon")),
        ("choose-in-play", "a moon may be settled during play", _also("choose_moon", "play")),
        ("choose-in-pass", "a moon may be settled during the pass", _also("choose_moon", "pass")),
        ("choose-after-round", "a moon may be settled once the points are entered", _also("choose_moon", "deal")),
        ("choose-when-over", "a moon may be settled after the match", _also("choose_moon", "over")),
        ("pass-after-round", "cards may be passed before the next deal", _also("pass_cards", "deal")),
        ("pass-before-choice", "cards may be passed while a moon is open", _also("pass_cards", "moon")),
        ("pass-when-over", "cards may be passed after the match", _also("pass_cards", "over")),
        ("no-second-deal", "after a round nothing more is dealt", _not("deal", "deal")),
    ),
    *misread(
        "round.end",
        (
            "trick-early",
            "the round ends with one card left in each hand",
            lambda hands, at: all(hand.bit_count() <= 1 for hand in hands),
        ),
        (
            "no-points-left",
            "the round ends when no point card is held any more",
            lambda hands, at: not any(hand & POINT_CARDS for hand in hands),
        ),
        (
            "all-points-captured",
            "the round ends once thirteen hearts are captured",
            lambda hands, at: hands_empty(hands, at) or sum(at.captured).bit_count() >= 48,
        ),
    ),
    *misread(
        "round.conserve",
        ("kitty-lost", "the kitty is captured by nobody", lambda at: False),
        reading="kitty.face-down",
    ),
    *misread(
        "round.conserve",
        (
            "last-trick-lost",
            "the last cards are thrown in uncaptured",
            lambda hands, at: all(hand.bit_count() <= 1 for hand in hands),
        ),
        reading="round.end",
    ),
)
