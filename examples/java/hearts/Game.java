package hearts;

import static hearts.Refused.Reason.*;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** A match of Hearts for four players; seats are 0 to 3, clockwise. */
final class Game {
    enum Phase { DEAL, PASS, PLAY, OVER }

    enum Direction {
        LEFT(1), RIGHT(3), ACROSS(2), HOLD(0);

        /** How many seats further on the receiver sits. */
        final int seatsOn;

        Direction(int seatsOn) {
            this.seatsOn = seatsOn;
        }
    }

    record Played(int seat, Card card) {}

    /** Narrows the cards of the player in turn; a card that falls is refused for the reason. */
    private record Filter(Predicate<Card> allows, Function<Card, Refused.Reason> reason) {
        Filter(Predicate<Card> allows, Refused.Reason reason) {
            this(allows, card -> reason);
        }

        /** Keeps the cards that are allowed, or all of them where that would leave none. */
        List<Card> keep(List<Card> cards) {
            List<Card> kept = cards.stream().filter(allows).toList();
            return kept.isEmpty() ? cards : kept;
        }
    }

    private static final int SEATS = 4;
    private static final int FULL_HAND = 13;
    private static final int MOON = 26;

    private final int limit;
    private final int[] totals;
    private boolean limitReached;
    private boolean dealt;
    private Phase phase = Phase.DEAL;
    private int dealer;
    private int round;
    private List<List<Card>> hands = piles();
    private List<List<Card>> captured = piles();
    private List<List<Card>> selected = piles();
    private final List<Played> trick = new ArrayList<>();
    private Integer turn;
    private Integer trickWinner;
    private boolean broken;
    private int[] roundPoints;

    Game(int dealer, int round, int[] totals, int limit, boolean limitReached) {
        this.dealer = dealer;
        this.round = round;
        this.totals = totals.clone();
        this.limit = limit;
        this.limitReached = limitReached || IntStream.of(totals).anyMatch(total -> total >= limit);
    }

    void deal(List<List<Card>> dealtHands) throws Refused {
        require(Phase.DEAL);
        if (dealt) {
            round++;
            dealer = (dealer + 1) % SEATS;
        }
        dealt = true;
        hands = piles();
        for (int seat = 0; seat < SEATS; seat++) {
            hands.get(seat).addAll(dealtHands.get(seat));
        }
        captured = piles();
        selected = piles();
        trickWinner = null;
        roundPoints = null;
        broken = false;
        if (direction() == Direction.HOLD) {
            open();
        } else {
            phase = Phase.PASS;
        }
    }

    /** Selects the cards that a seat passes; they move once every seat has selected. */
    void pass(int seat, List<Card> cards) throws Refused {
        require(Phase.PASS);
        if (cards.size() != 3) {
            throw new Refused(PASS_COUNT);
        }
        if (new HashSet<>(cards).size() != 3 || !hands.get(seat).containsAll(cards)) {
            throw new Refused(PASS_CARDS);
        }
        selected.set(seat, List.copyOf(cards));
        if (selected.stream().noneMatch(List::isEmpty)) {
            for (int giver = 0; giver < SEATS; giver++) {
                hands.get(giver).removeAll(selected.get(giver));
                hands.get((giver + direction().seatsOn) % SEATS).addAll(selected.get(giver));
            }
            open();
        }
    }

    void play(int seat, Card card) throws Refused {
        require(Phase.PLAY);
        if (seat != turn) {
            throw new Refused(TURN);
        }
        List<Card> cards = hands.get(seat);
        if (!cards.contains(card)) {
            throw new Refused(NOT_HELD);
        }
        for (Filter filter : filters()) {
            cards = filter.keep(cards);
            if (!cards.contains(card)) {
                throw new Refused(filter.reason.apply(card));
            }
        }
        hands.get(seat).remove(card);
        trick.add(new Played(seat, card));
        broken |= card.isHeart();
        turn = (seat + 1) % SEATS;
        if (trick.size() == SEATS) {
            closeTrick();
        }
    }

    /** Returns the cards that the player in turn may play, or null while nobody is to play. */
    List<Card> legal() {
        if (turn == null) {
            return null;
        }
        List<Card> cards = hands.get(turn);
        for (Filter filter : filters()) {
            cards = filter.keep(cards);
        }
        return cards;
    }

    private List<Filter> filters() {
        boolean firstTrick = hands.get(turn).size() == FULL_HAND;
        List<Filter> filters = new ArrayList<>();
        if (!trick.isEmpty()) {
            Card.Suit led = trick.get(0).card.suit();
            filters.add(new Filter(card -> card.suit() == led, FOLLOW_SUIT));
        } else if (firstTrick) {
            filters.add(new Filter(Card.TWO_OF_CLUBS::equals, OPENING));
        }
        if (firstTrick) {
            filters.add(new Filter(
                    card -> card.points() == 0, card -> card.isHeart() ? HEART_ON_FIRST_TRICK : QUEEN_ON_FIRST_TRICK));
        }
        if (trick.isEmpty() && !broken) {
            filters.add(new Filter(card -> !card.isHeart(), HEARTS_UNBROKEN));
        }
        return filters;
    }

    private void require(Phase needed) throws Refused {
        if (phase != needed) {
            throw new Refused(PHASE);
        }
    }

    private void open() {
        phase = Phase.PLAY;
        turn = IntStream.range(0, SEATS)
                .filter(seat -> hands.get(seat).contains(Card.TWO_OF_CLUBS))
                .findFirst()
                .orElseThrow();
    }

    private void closeTrick() {
        Played best = trick.get(0);
        for (Played each : trick) {
            if (each.card.suit() == best.card.suit() && each.card.rank() > best.card.rank()) {
                best = each;
            }
        }
        for (Played each : trick) {
            captured.get(best.seat).add(each.card);
        }
        trick.clear();
        turn = best.seat;
        trickWinner = best.seat;
        if (hands.get(best.seat).isEmpty()) {
            score();
        }
    }

    private void score() {
        int[] points = captured.stream()
                .mapToInt(cards -> cards.stream().mapToInt(Card::points).sum())
                .toArray();
        if (IntStream.of(points).anyMatch(taken -> taken == MOON)) {
            points = IntStream.of(points).map(taken -> MOON - taken).toArray();
        }
        for (int seat = 0; seat < SEATS; seat++) {
            totals[seat] += points[seat];
        }
        roundPoints = points;
        turn = null;
        limitReached |= IntStream.of(totals).anyMatch(total -> total >= limit);
        phase = limitReached ? Phase.OVER : Phase.DEAL;
    }

    /** Returns the seats with the lowest total, who win once the match is over. */
    List<Integer> leaders() {
        int lowest = IntStream.of(totals).min().orElseThrow();
        return IntStream.range(0, SEATS).filter(seat -> totals[seat] == lowest).boxed().toList();
    }

    /** Returns the place of each seat; equal totals share the better one. */
    List<Long> places() {
        return IntStream.of(totals)
                .mapToObj(mine -> 1 + IntStream.of(totals).filter(total -> total < mine).count())
                .toList();
    }

    Phase phase() {
        return phase;
    }

    /** Tells whether a round is being played, from its deal to its last card. */
    boolean underWay() {
        return phase == Phase.PASS || phase == Phase.PLAY;
    }

    int dealer() {
        return dealer;
    }

    int round() {
        return round;
    }

    Direction direction() {
        return Direction.values()[(round - 1) % 4];
    }

    List<List<Card>> hands() {
        return Collections.unmodifiableList(hands);
    }

    List<List<Card>> captured() {
        return Collections.unmodifiableList(captured);
    }

    List<Played> trick() {
        return Collections.unmodifiableList(trick);
    }

    Integer turn() {
        return turn;
    }

    Integer trickWinner() {
        return trickWinner;
    }

    boolean broken() {
        return broken;
    }

    int[] roundPoints() {
        return roundPoints;
    }

    int[] totals() {
        return totals;
    }

    private static List<List<Card>> piles() {
        List<List<Card>> piles = new ArrayList<>();
        for (int seat = 0; seat < SEATS; seat++) {
            piles.add(new ArrayList<>());
        }
        return piles;
    }
}
