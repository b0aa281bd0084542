#include "hearts.h"

#include <string.h>

#define SUIT(suit) ((cards)0x1fff << 13 * (suit))
#define CARD(card) ((cards)1 << (card))

static const cards TWO_OF_CLUBS = CARD(0);
static const cards QUEEN = CARD(13 * SPADES + 10);
static const cards POINTS = SUIT(HEARTS) | CARD(13 * SPADES + 10);
static const int HAND = 13, MOON = 26;

static const struct {
    const char *name;
    int seats_on;
} DIRECTIONS[] = {{"left", 1}, {"right", 3}, {"across", 2}, {"hold", 0}};

static int count(cards set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

static int value(cards set)
{
    return count(set & SUIT(HEARTS)) + (set & QUEEN ? 13 : 0);
}

/* Keep the cards that a rule allows, or all where that would leave none. */
static cards only(cards set, cards allowed)
{
    return set & allowed ? set & allowed : set;
}

static int lowest_total(const struct hearts *game)
{
    int lowest = game->totals[0];
    for (int seat = 1; seat < SEATS; seat++)
        if (game->totals[seat] < lowest)
            lowest = game->totals[seat];
    return lowest;
}

bool hearts_leads(const struct hearts *game, int seat)
{
    return game->totals[seat] == lowest_total(game);
}

int hearts_place(const struct hearts *game, int seat)
{
    int place = 1;
    for (int other = 0; other < SEATS; other++)
        place += game->totals[other] < game->totals[seat];
    return place;
}

const char *hearts_direction(const struct hearts *game)
{
    return DIRECTIONS[(game->round - 1) % 4].name;
}

void hearts_start(struct hearts *game, int dealer, int round, int limit)
{
    *game = (struct hearts){.phase = DEALING, .dealer = dealer, .round = round, .limit = limit};
    game->turn = game->last_winner = NOBODY;
}

/* Begin the play: whoever holds the two of clubs leads. */
static void open_round(struct hearts *game)
{
    game->phase = PLAYING;
    for (int seat = 0; seat < SEATS; seat++)
        if (game->hands[seat] & TWO_OF_CLUBS)
            game->turn = seat;
}

bool hearts_deal(struct hearts *game, const cards hands[SEATS])
{
    if (game->phase != DEALING)
        return false;
    if (game->dealt) {
        game->round++;
        game->dealer = (game->dealer + 1) % SEATS;
    }
    game->dealt = true;
    memcpy(game->hands, hands, sizeof game->hands);
    memset(game->captured, 0, sizeof game->captured);
    memset(game->selected, 0, sizeof game->selected);
    game->last_winner = NOBODY;
    game->broken = game->scored = false;
    game->phase = PASSING;
    if (DIRECTIONS[(game->round - 1) % 4].seats_on == 0)
        open_round(game);
    return true;
}

static void exchange(struct hearts *game)
{
    int seats_on = DIRECTIONS[(game->round - 1) % 4].seats_on;
    for (int seat = 0; seat < SEATS; seat++)
        game->hands[seat] &= ~game->selected[seat];
    for (int seat = 0; seat < SEATS; seat++)
        game->hands[(seat + seats_on) % SEATS] |= game->selected[seat];
}

bool hearts_pass(struct hearts *game, int seat, const int given[], int number)
{
    cards selected = 0;
    for (int i = 0; i < number; i++)
        selected |= CARD(given[i]);
    if (game->phase != PASSING || number != PASSED || count(selected) != PASSED || selected & ~game->hands[seat])
        return false;
    game->selected[seat] = selected;
    for (int other = 0; other < SEATS; other++)
        if (!game->selected[other])
            return true;
    exchange(game);
    open_round(game);
    return true;
}

cards hearts_legal(const struct hearts *game)
{
    if (game->phase != PLAYING)
        return 0;
    cards hand = game->hands[game->turn], legal = hand;
    bool first_trick = count(hand) == HAND;
    if (game->played)
        legal = only(legal, SUIT(game->trick[0] / 13));
    else if (first_trick)
        legal = only(legal, TWO_OF_CLUBS);
    if (first_trick)
        legal = only(legal, ~POINTS);
    if (!game->played && !game->broken && hand & ~POINTS)
        legal = only(legal, ~SUIT(HEARTS));
    return legal;
}

static void score(struct hearts *game)
{
    bool moon = false;
    for (int seat = 0; seat < SEATS; seat++) {
        game->points[seat] = value(game->captured[seat]);
        moon = moon || game->points[seat] == MOON;
    }
    int leaders = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        if (moon)
            game->points[seat] = MOON - game->points[seat];
        game->totals[seat] += game->points[seat];
        game->limit_reached = game->limit_reached || game->totals[seat] >= game->limit;
    }
    for (int seat = 0; seat < SEATS; seat++)
        leaders += hearts_leads(game, seat);
    game->scored = true;
    game->turn = NOBODY;
    game->phase = game->limit_reached && leaders == 1 ? FINISHED : DEALING;
}

static void close_trick(struct hearts *game)
{
    cards all = 0;
    int best = 0;
    for (int i = 0; i < SEATS; i++) {
        all |= CARD(game->trick[i]);
        if (game->trick[i] / 13 == game->trick[0] / 13 && game->trick[i] > game->trick[best])
            best = i;
    }
    int winner = (game->leader + best) % SEATS;
    game->captured[winner] |= all;
    game->turn = game->last_winner = winner;
    game->played = 0;
    if (!game->hands[winner])
        score(game);
}

bool hearts_play(struct hearts *game, int seat, int card)
{
    if (game->phase != PLAYING || seat != game->turn || !(hearts_legal(game) & CARD(card)))
        return false;
    if (!game->played)
        game->leader = seat;
    game->hands[seat] &= ~CARD(card);
    game->trick[game->played++] = card;
    game->broken = game->broken || card / 13 == HEARTS;
    game->turn = (seat + 1) % SEATS;
    if (game->played == SEATS)
        close_trick(game);
    return true;
}
