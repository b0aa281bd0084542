/* Lets heartspec judge the game in hearts.c: a JSON object a line comes in, one goes out. */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hearts.h"
#include "json.h"

/* What the game claims; nothing else is asked of it.  It plays to any limit, so that match.limit is left out. */
static const char HELLO[] =
    ",\"protocol\":1,\"implementation\":{\"name\":\"Hearts in C\",\"version\":\"1.0\"},"
    "\"can\":[\"legal\",\"refuse\",\"passing\",\"match\"],\"players\":[4],\"replay\":true,\"options\":{"
    "\"pass.count\":[3],\"pass.cycle\":[[\"left\",\"right\",\"across\",\"hold\"]],"
    "\"open.leader\":[\"lowest-club\"],\"open.card\":[\"that-card\"],"
    "\"first-trick.banned\":[[\"hearts\",\"queen\"]],\"hearts.lead\":[\"after-heart\"],"
    "\"hearts.lead-release\":[\"only-hearts\"],\"value.heart\":[\"one\"],\"value.card\":[{\"QS\":13}],"
    "\"bonus.card\":[\"none\"],\"moon.mode\":[\"add\"],\"moon.amount\":[\"total\"],\"moon.needs\":[\"penalties\"],"
    "\"match.end\":[\"limit\"],\"match.compare\":[\"reach\"],\"match.tie\":[\"extra-rounds\"]}";

static const char RANKS[] = "23456789TJQKA", SUITS[] = "CDSH";

/* What became of a request: NULL where it was carried out, REFUSED, or what is wrong with it. */
typedef const char *outcome;
static const char REFUSED[] = "refused";

static struct hearts game;
static bool started;

static int card_named(const struct json *name)
{
    const char *text = json_text(name, "");
    const char *rank = strlen(text) == 2 ? strchr(RANKS, text[0]) : NULL;
    const char *suit = rank ? strchr(SUITS, text[1]) : NULL;
    return suit ? (int)(13 * (suit - SUITS) + (rank - RANKS)) : NOBODY;
}

/* Moves: what comes in. */

static outcome start(const struct json *request)
{
    int dealer = json_int(json_get(request, "dealer"), NOBODY), round = json_int(json_get(request, "round"), 1);
    if (json_int(json_get(request, "players"), SEATS) != SEATS || dealer < 0 || dealer >= SEATS || round < 1)
        return "start needs four players, a dealer and a round";
    hearts_start(&game, dealer, round, json_int(json_get(json_get(request, "options"), "match.limit"), 100));
    started = true;
    return NULL;
}

static outcome deal(const struct json *request)
{
    const struct json *list = json_get(request, "hands"), *hand = list ? list->first : NULL;
    cards hands[SEATS] = {0};
    for (int seat = 0; seat < SEATS; seat++, hand = hand->next) {
        if (!hand)
            return "deal needs four hands";
        for (const struct json *name = hand->first; name; name = name->next) {
            if (card_named(name) == NOBODY)
                return "deal has something that is no card";
            hands[seat] |= (cards)1 << card_named(name);
        }
    }
    return hearts_deal(&game, hands) ? NULL : REFUSED;
}

static outcome pass(const struct json *request, int seat)
{
    const struct json *list = json_get(request, "cards");
    int given[PASSED + 1], number = 0;
    for (const struct json *name = list ? list->first : NULL; name && number <= PASSED; name = name->next) {
        if (card_named(name) == NOBODY)
            return "pass has something that is no card";
        given[number++] = card_named(name);
    }
    return hearts_pass(&game, seat, given, number) ? NULL : REFUSED;
}

static outcome play(const struct json *request, int seat)
{
    int card = card_named(json_get(request, "card"));
    if (card == NOBODY)
        return "play needs a card";
    return hearts_play(&game, seat, card) ? NULL : REFUSED;
}

static outcome carry_out(const struct json *request)
{
    const char *op = json_text(json_get(request, "op"), "");
    int seat = json_int(json_get(request, "seat"), NOBODY);
    if (!strcmp(op, "start"))
        return start(request);
    if (strcmp(op, "deal") && strcmp(op, "pass") && strcmp(op, "play"))
        return "there is no such op";
    if (!started)
        return "no game has been started";
    if (!strcmp(op, "deal"))
        return deal(request);
    if (seat < 0 || seat >= SEATS)
        return "there is no such seat";
    return strcmp(op, "pass") ? play(request, seat) : pass(request, seat);
}

/* What can be seen: what goes out. */

static bool under_way(void)
{
    return game.phase == PASSING || game.phase == PLAYING;
}

static void put_cards(cards set)
{
    const char *comma = "";
    putchar('[');
    for (int card = 0; card < 52; card++)
        if (set >> card & 1) {
            printf("%s\"%c%c\"", comma, RANKS[card % 13], SUITS[card / 13]);
            comma = ",";
        }
    putchar(']');
}

static void put_sets(const cards sets[SEATS])
{
    for (int seat = 0; seat < SEATS; seat++) {
        putchar(seat ? ',' : '[');
        put_cards(sets[seat]);
    }
    putchar(']');
}

static void put_numbers(const int numbers[SEATS])
{
    printf("[%d,%d,%d,%d]", numbers[0], numbers[1], numbers[2], numbers[3]);
}

static void put_seat(int seat)
{
    if (seat == NOBODY)
        fputs("null", stdout);
    else
        printf("%d", seat);
}

static void put_flag(bool flag)
{
    fputs(flag ? "true" : "false", stdout);
}

static void put_phase(void)
{
    static const char *const names[] = {"deal", "pass", "play", "over"};
    printf("\"%s\"", names[game.phase]);
}

static void put_legal(void)
{
    if (game.phase == PLAYING)
        put_cards(hearts_legal(&game));
    else
        fputs("null", stdout);
}

static void put_trick(void)
{
    if (!under_way()) {
        fputs("null", stdout);
        return;
    }
    putchar('[');
    for (int i = 0; i < game.played; i++) {
        int card = game.trick[i];
        printf("%s{\"seat\":%d,\"card\":\"%c%c\"}", i ? "," : "", (game.leader + i) % SEATS, RANKS[card % 13],
               SUITS[card / 13]);
    }
    putchar(']');
}

static void put_direction(void)
{
    if (under_way())
        printf("\"%s\"", hearts_direction(&game));
    else
        fputs("null", stdout);
}

static void put_broken(void)
{
    if (under_way())
        put_flag(game.broken);
    else
        fputs("null", stdout);
}

static void put_points(void)
{
    if (game.scored)
        put_numbers(game.points);
    else
        fputs("null", stdout);
}

static void put_winners(void)
{
    const char *before = "[";
    if (game.phase != FINISHED) {
        fputs("null", stdout);
        return;
    }
    for (int seat = 0; seat < SEATS; seat++)
        if (hearts_leads(&game, seat)) {
            printf("%s%d", before, seat);
            before = ",";
        }
    putchar(']');
}

static void put_places(void)
{
    if (game.phase != FINISHED) {
        fputs("null", stdout);
        return;
    }
    put_numbers((int[SEATS]){hearts_place(&game, 0), hearts_place(&game, 1), hearts_place(&game, 2),
                             hearts_place(&game, 3)});
}

static void put_turn(void) { put_seat(game.turn); }
static void put_winner(void) { put_seat(game.last_winner); }
static void put_hands(void) { put_sets(game.hands); }
static void put_captured(void) { put_sets(game.captured); }
static void put_round(void) { printf("%d", game.round); }
static void put_dealer(void) { printf("%d", game.dealer); }
static void put_totals(void) { put_numbers(game.totals); }
static void put_over(void) { put_flag(game.phase == FINISHED); }

static const struct {
    const char *name;
    void (*put)(void);
} FIELDS[] = {
    {"phase", put_phase},       {"turn", put_turn},           {"legal", put_legal},
    {"hands", put_hands},       {"trick", put_trick},         {"trick_winner", put_winner},
    {"captured", put_captured}, {"broken", put_broken},       {"round", put_round},
    {"dealer", put_dealer},     {"direction", put_direction}, {"round_points", put_points},
    {"totals", put_totals},     {"over", put_over},           {"winners", put_winners},
    {"places", put_places},
};

static bool wanted(const struct json *want, const char *field)
{
    if (!want)
        return true;
    for (const struct json *each = want->first; each; each = each->next)
        if (!strcmp(json_text(each, ""), field))
            return true;
    return false;
}

/* Put the fields that are wanted, all of them where want is NULL. */
static void put_seen(const struct json *want)
{
    const char *before = "{";
    if (want && !want->first)
        putchar('{');
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++)
        if (wanted(want, FIELDS[i].name)) {
            printf("%s\"%s\":", before, FIELDS[i].name);
            FIELDS[i].put();
            before = ",";
        }
    putchar('}');
}

static outcome observe(void)
{
    if (!started)
        return "no game has been started";
    fputs(",\"seen\":", stdout);
    put_seen(NULL);
    return NULL;
}

static outcome replay(const struct json *request)
{
    const struct json *moves = json_get(request, "moves"), *want = json_get(request, "want");
    const char *comma = "";
    outcome result = NULL;
    fputs(",\"seen\":[", stdout);
    for (const struct json *move = moves ? moves->first : NULL; move; move = move->next) {
        if ((result = carry_out(move)))
            break;
        fputs(comma, stdout);
        put_seen(want);
        comma = ",";
    }
    putchar(']');
    return result;
}

/* Answer one request, and return whether more may follow. */
static bool answer(const struct json *request)
{
    const char *op = json_text(json_get(request, "op"), "");
    const struct json *id = json_get(request, "id");
    outcome result = NULL;
    if (id && id->kind == JSON_NUMBER)
        printf("{\"id\":%.0f", id->number);
    else
        fputs("{\"id\":null", stdout);
    if (!request) {
        result = "the line is not JSON";
    } else if (!strcmp(op, "hello")) {
        fputs(HELLO, stdout);
    } else if (!strcmp(op, "observe")) {
        result = observe();
    } else if (!strcmp(op, "replay")) {
        result = replay(request);
    } else if (strcmp(op, "bye")) {
        result = carry_out(request);
    }
    if (result == REFUSED)
        fputs(",\"refused\":null", stdout);
    else if (result)
        printf(",\"error\":\"%s\"", result);
    puts("}");
    fflush(stdout);
    return strcmp(op, "bye") != 0;
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    bool more = true;
    while (more && getline(&line, &size, stdin) > 0) {
        struct json *pool = calloc(strlen(line) + 1, sizeof *pool);
        if (!pool)
            return EXIT_FAILURE;
        more = answer(json_read(line, pool));
        free(pool);
    }
    free(line);
    return EXIT_SUCCESS;
}
