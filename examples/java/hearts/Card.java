package hearts;

/** A card; ranks go from 2 to 14, the ace. */
record Card(int rank, Suit suit) {
    enum Suit { CLUBS, DIAMONDS, SPADES, HEARTS }

    static final Card TWO_OF_CLUBS = new Card(2, Suit.CLUBS);
    static final Card QUEEN_OF_SPADES = new Card(12, Suit.SPADES);

    private static final String RANKS = "23456789TJQKA";
    private static final String SUITS = "CDSH";

    /** Reads two characters, rank and suit, such as QS. */
    static Card named(String name) {
        int rank = name.length() == 2 ? RANKS.indexOf(name.charAt(0)) : -1;
        int suit = name.length() == 2 ? SUITS.indexOf(name.charAt(1)) : -1;
        if (rank < 0 || suit < 0) {
            throw new IllegalArgumentException("there is no card " + name);
        }
        return new Card(rank + 2, Suit.values()[suit]);
    }

    boolean isHeart() {
        return suit == Suit.HEARTS;
    }

    int points() {
        return equals(QUEEN_OF_SPADES) ? 13 : isHeart() ? 1 : 0;
    }

    @Override
    public String toString() {
        return "" + RANKS.charAt(rank - 2) + SUITS.charAt(suit.ordinal());
    }
}
