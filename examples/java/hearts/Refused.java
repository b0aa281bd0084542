package hearts;

/** The rules do not allow a move; nothing has changed. */
@SuppressWarnings("serial")
final class Refused extends Exception {
    enum Reason {
        PHASE, PASS_COUNT, PASS_CARDS, TURN, NOT_HELD, OPENING, FOLLOW_SUIT,
        HEART_ON_FIRST_TRICK, QUEEN_ON_FIRST_TRICK, HEARTS_UNBROKEN
    }

    final Reason reason;

    Refused(Reason reason) {
        super(reason.name());
        this.reason = reason;
    }
}
