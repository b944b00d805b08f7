/* The yardstick: whole random games of Sushi Go! at four players, in scalar C written by hand for speed.

   Hands and trays are packed words, five bits per kind of card: a hand passes in one move, and one multiplication finds
   the card that a random number points at. It plays the same
   random game as Kaiten's simulator: every card in hand equally likely, chopsticks every second time that they could
   be used. Usage: yardstick GAMES SEED. Prints games, seconds of processor time, and the mean score. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TEMPURA, SASHIMI, DUMPLING, MAKI_1, MAKI_2, MAKI_3, WASABI, EGG, SALMON, SQUID, CHOPSTICKS, PUDDING, KINDS };
enum { PLAYERS = 4, HAND = 8, ROUNDS = 3, DECK = 108 };

static const int COPIES[KINDS] = {14, 14, 14, 6, 12, 8, 6, 5, 10, 5, 4, 10};
static const int TRIANGLE[] = {0, 1, 3, 6, 10, 15, 15, 15, 15, 15, 15};

typedef uint64_t Cards; /* five bits per kind */

static uint64_t memory;

static inline uint32_t roll(void) {
    memory = 698769069u * (memory & 0xFFFFFFFFu) + (memory >> 32);
    return (uint32_t)(memory ^ (memory >> 32));
}

static inline int below(int limit) { return (int)(((uint64_t)roll() * (uint64_t)limit) >> 32); }
static inline Cards one(int kind) { return (Cards)1 << (5 * kind); }
static inline int count(Cards cards, int kind) { return (int)(cards >> (5 * kind) & 31); }

static inline int any(Cards cards, int total) {
    const Cards EACH = 0x0084210842108421; /* a one in every lane */
    Cards sums = cards * EACH;             /* cards of this kind and all kinds before it */
    Cards past = sums + (Cards)(15 - below(total)) * EACH;
    return __builtin_ctzll(past & EACH << 4) / 5;
}

static inline void land(Cards *tray, int *dipped, int *dips, int kind) {
    if (kind >= EGG && kind <= SQUID && count(*tray, WASABI) > *dips) {
        *dips += 1;
        *dipped += kind - EGG + 1;
    }
    *tray += one(kind);
}

static void maki(const Cards *trays, int *points) {
    int symbols[PLAYERS], most = 0, second = 0, winners = 0, seconds = 0;
    for (int p = 0; p < PLAYERS; p++) {
        symbols[p] = count(trays[p], MAKI_1) + 2 * count(trays[p], MAKI_2) + 3 * count(trays[p], MAKI_3);
        if (symbols[p] > most) most = symbols[p];
    }
    for (int p = 0; p < PLAYERS; p++) {
        winners += symbols[p] == most;
        if (symbols[p] < most && symbols[p] > second) second = symbols[p];
    }
    for (int p = 0; p < PLAYERS; p++) seconds += symbols[p] == second;
    for (int p = 0; most && p < PLAYERS; p++) {
        if (symbols[p] == most) points[p] += 6 / winners;
        else if (winners == 1 && second && symbols[p] == second) points[p] += 3 / seconds;
    }
}

static void puddings(const int *held, int *points) {
    int most = held[0], fewest = held[0], winners = 0, losers = 0;
    for (int p = 1; p < PLAYERS; p++) {
        if (held[p] > most) most = held[p];
        if (held[p] < fewest) fewest = held[p];
    }
    if (most == fewest) return;
    for (int p = 0; p < PLAYERS; p++) {
        winners += held[p] == most;
        losers += held[p] == fewest;
    }
    for (int p = 0; p < PLAYERS; p++) {
        if (held[p] == most) points[p] += 6 / winners;
        if (held[p] == fewest) points[p] -= 6 / losers;
    }
}

static void game(const uint8_t *box, int *points) {
    uint8_t deck[DECK];
    int left = DECK, kept[PLAYERS] = {0};
    for (int i = 0; i < DECK; i++) deck[i] = box[i];
    for (int p = 0; p < PLAYERS; p++) points[p] = 0;
    for (int round = 0; round < ROUNDS; round++) {
        Cards hands[PLAYERS], trays[PLAYERS] = {0};
        int dipped[PLAYERS] = {0}, dips[PLAYERS] = {0};
        for (int p = 0; p < PLAYERS; p++) {
            hands[p] = 0;
            for (int i = 0; i < HAND; i++) {
                int place = below(left);
                hands[p] += one(deck[place]);
                deck[place] = deck[--left];
            }
        }
        for (int size = HAND; size > 0; size--) {
            for (int p = 0; p < PLAYERS; p++) {
                int chopsticks = count(trays[p], CHOPSTICKS) > 0 && size > 1;
                int first = any(hands[p], size);
                hands[p] -= one(first);
                if (chopsticks && below(2) == 0) {
                    int second = any(hands[p], size - 1);
                    hands[p] += one(CHOPSTICKS) - one(second);
                    trays[p] -= one(CHOPSTICKS);
                    land(&trays[p], &dipped[p], &dips[p], first);
                    land(&trays[p], &dipped[p], &dips[p], second);
                } else {
                    land(&trays[p], &dipped[p], &dips[p], first);
                }
            }
            Cards last = hands[PLAYERS - 1];
            for (int p = PLAYERS - 1; p > 0; p--) hands[p] = hands[p - 1];
            hands[0] = last;
        }
        for (int p = 0; p < PLAYERS; p++) {
            Cards t = trays[p];
            points[p] += 5 * (count(t, TEMPURA) / 2) + 10 * (count(t, SASHIMI) / 3) + TRIANGLE[count(t, DUMPLING)];
            points[p] += count(t, EGG) + 2 * count(t, SALMON) + 3 * count(t, SQUID) + 2 * dipped[p];
            kept[p] += count(t, PUDDING);
        }
        maki(trays, points);
    }
    puddings(kept, points);
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 1000000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint8_t box[DECK];
    int points[PLAYERS], n = 0;
    long total = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < COPIES[kind]; i++) box[n++] = (uint8_t)kind;
    memory = (1 + seed % 600000000u) << 32 | 12345u;
    for (int i = 0; i < 64; i++) roll();
    clock_t start = clock();
    for (long g = 0; g < games; g++) {
        game(box, points);
        for (int p = 0; p < PLAYERS; p++) total += points[p];
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("{\"games\": %ld, \"seconds\": %.6f, \"mean\": %.4f}\n", games, seconds, (double)total / (double)(games * PLAYERS));
    return 0;
}
