/* A match of Hearts for four players.
 *
 * A card is a number, 13 * suit + rank, with clubs, diamonds, spades and hearts from 0 to 3 and ranks from 0 for the
 * two to 12 for the ace; a set of cards is one bit for each.  Seats are 0 to 3, clockwise, and NOBODY is none.
 * A move returns whether it is allowed; where it is not, nothing has changed.
 */
#ifndef HEARTS_H
#define HEARTS_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t cards;

enum { SEATS = 4, PASSED = 3, NOBODY = -1 };
enum { CLUBS, DIAMONDS, SPADES, HEARTS };
enum phase { DEALING, PASSING, PLAYING, FINISHED };

struct hearts {
    enum phase phase;
    int dealer, round;
    bool dealt;                 /* whether any round has been dealt */
    cards hands[SEATS], captured[SEATS], selected[SEATS];
    int turn;
    int trick[SEATS], leader, played;
    int last_winner;
    bool broken;
    bool scored;                /* whether points are those of a finished round */
    int points[SEATS], totals[SEATS];
    int limit;
    bool limit_reached;
};

void hearts_start(struct hearts *game, int dealer, int round, int limit);
bool hearts_deal(struct hearts *game, const cards hands[SEATS]);
bool hearts_pass(struct hearts *game, int seat, const int given[], int count);
bool hearts_play(struct hearts *game, int seat, int card);

cards hearts_legal(const struct hearts *game);              /* empty while nobody is to play */
const char *hearts_direction(const struct hearts *game);    /* left, right, across or hold */
bool hearts_leads(const struct hearts *game, int seat);     /* whether no total is lower */
int hearts_place(const struct hearts *game, int seat);      /* equal totals share the better place */

#endif
