/* Fill or Bust, written for one match only: stop_at(300) v stop_at(500) under the rulebook.
 *
 * A yardstick for the compiled kernel, and an independent witness: it shares no code with the
 * package, only the definition of the random streams (simcore/philox.py), and must print the
 * totals of the kernel exactly.
 *
 *     cc -O3 -march=native -o fill_or_bust benchmarks/reference/fill_or_bust.c
 *     ./fill_or_bust 7 500000        (seed, blocks of two games)
 *
 * Both players set aside all dice that score. They stop at their threshold where the card lets
 * them, and always after a fill that ends the card.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NO_DICE, VENGEANCE, BONUS, DOUBLE_TROUBLE, FILL, MUST_BUST };
enum { N_CARDS = 8, GOAL = 6000, TURN_CAP = 2000, LANES = 8, SEGMENTS = 8, NOBODY = -1 };

static const int kind[N_CARDS] = {
    NO_DICE, VENGEANCE, BONUS, BONUS, BONUS, DOUBLE_TROUBLE, FILL, MUST_BUST};
static const int value[N_CARDS] = {0, 2500, 300, 400, 500, 0, 1000, 0};
static const int count[N_CARDS] = {8, 4, 12, 10, 8, 2, 6, 4};
static const int threshold[2] = {300, 500};
static const uint32_t n_outcomes[7] = {1, 6, 36, 216, 1296, 7776, 46656};

/* By dice and outcome: points of all scoring dice, times 8, plus how many they are; 0 = null. */
static uint16_t scores[7][46656];

static uint64_t seed, block;
/* The first four words of each turn: [seat][segment][purpose][word][lane]. */
static uint32_t ahead[2][SEGMENTS][2][4][LANES];
static uint64_t tag[2][SEGMENTS];

static struct {
    int seat, round, draws[2];
    const uint32_t *words;
    int n_left, left_up_to[N_CARDS];
    int score[2], leader, has_banked, is_over, turn;
} game;

static struct {
    long wins[2], turns, capped, busts, no_dice, fills, hits, lead_changes, points;
} total;

/* Philox4x32-10 for turns first .. first + LANES - 1 of a seat. */
static inline void philox(int purpose, int owner, uint32_t first, uint32_t group,
                          uint32_t words[4][LANES]) {
    for (int lane = 0; lane < LANES; lane++) {
        uint32_t c0 = (uint32_t)block, c1 = (uint32_t)(block >> 32) | (uint32_t)purpose << 24;
        uint32_t c2 = (first + (uint32_t)lane) | (uint32_t)owner << 24, c3 = group;
        uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
        for (int round = 0; round < 10; round++) {
            uint64_t p0 = (uint64_t)0xD2511F53 * c0, p1 = (uint64_t)0xCD9E8D57 * c2;
            c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
            c1 = (uint32_t)p1;
            c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
            c3 = (uint32_t)p0;
            k0 += 0x9E3779B9;
            k1 += 0xBB67AE85;
        }
        words[0][lane] = c0, words[1][lane] = c1, words[2][lane] = c2, words[3][lane] = c3;
    }
}

static void open_turn(void) {
    uint64_t group = (uint64_t)game.round / LANES, segment = group % SEGMENTS;
    if (tag[game.seat][segment] != (block * 1024 + group + 1)) {
        for (int purpose = 0; purpose < 2; purpose++)
            philox(purpose, game.seat, (uint32_t)group * LANES, 0,
                   ahead[game.seat][segment][purpose]);
        tag[game.seat][segment] = block * 1024 + group + 1;
    }
    game.words = &ahead[game.seat][segment][0][0][game.round % LANES];
    game.draws[0] = game.draws[1] = 0;
}

static uint32_t late_word(int purpose, int draw) {
    uint32_t words[4][LANES];
    philox(purpose, game.seat, (uint32_t)game.round, (uint32_t)draw / 4, words);
    return words[draw % 4][0];
}

/* Uniform on 0 .. n - 1 (Lemire 2019). */
static inline uint32_t draw_below(int purpose, uint32_t n) {
    for (;;) {
        int draw = game.draws[purpose]++;
        uint32_t word = draw < 4 ? game.words[(purpose * 4 + draw) * LANES]
                                 : late_word(purpose, draw);
        uint64_t product = (uint64_t)word * n;
        if ((uint32_t)product >= n || (uint32_t)product >= -n % n) return product >> 32;
    }
}

static void reshuffle(void) {
    game.n_left = 0;
    for (int k = 0; k < N_CARDS; k++) game.left_up_to[k] = game.n_left += count[k];
}

static inline int draw_card(void) {
    if (game.n_left == 0) reshuffle();
    int pick = (int)draw_below(1, (uint32_t)game.n_left), card = 0;
    for (int k = 0; k < N_CARDS; k++) {
        card += game.left_up_to[k] <= pick;
        game.left_up_to[k] -= game.left_up_to[k] > pick;
    }
    game.n_left--;
    return card;
}

static inline void bank(int points) {
    if (points == 0) return;
    game.score[game.seat] += points;
    game.has_banked = 1;
    game.is_over = game.score[game.seat] >= GOAL;
}

static void take_vengeance(int points) {
    int most = game.score[0] > game.score[1] ? game.score[0] : game.score[1];
    game.has_banked = 1;
    for (int seat = 0; seat < 2; seat++)
        if (game.score[seat] == most) {
            game.score[seat] -= points < most ? points : most;
            total.hits += most > 0;
        }
}

static inline void play_turn(int stop_at) {
    int other = !game.seat, card;
    open_turn();
    do card = draw_card();
    while (kind[card] == VENGEANCE && game.score[game.seat] > game.score[other]);
    int the_kind = kind[card];
    if (the_kind == NO_DICE) {
        total.no_dice++;
        return;
    }
    int may_stop = the_kind == BONUS || the_kind == VENGEANCE;
    int at_risk = 0, dice = 6, fills = 0;
    for (;;) {
        int roll = scores[dice][draw_below(0, n_outcomes[dice])];
        if (roll == 0) {
            if (the_kind == MUST_BUST)
                game.has_banked = 1, bank(at_risk);
            else
                total.busts++;
            return;
        }
        at_risk += roll >> 3;
        dice -= roll & 7;
        if (dice == 0) {
            total.fills++;
            fills++;
            dice = 6;
            if (the_kind == BONUS || the_kind == FILL) at_risk += value[card];
            if (the_kind == VENGEANCE) take_vengeance(value[card]);
            if (the_kind == MUST_BUST || (the_kind == DOUBLE_TROUBLE && fills == 1)) continue;
            bank(at_risk);
            return;
        }
        if (may_stop && at_risk >= stop_at) {
            bank(at_risk);
            return;
        }
    }
}

static void note_leader(void) {
    if (game.score[0] == game.score[1]) return;
    int leader = game.score[1] > game.score[0];
    total.lead_changes += game.leader != NOBODY && game.leader != leader;
    game.leader = leader;
}

static void play_game(int rotation) {
    memset(&game, 0, sizeof game);
    game.leader = NOBODY;
    reshuffle();
    while (!game.is_over && game.turn < TURN_CAP) {
        game.turn++;
        play_turn(threshold[(game.seat + rotation) % 2]);
        if (game.has_banked) game.has_banked = 0, note_leader();
        game.round += game.seat;
        game.seat = !game.seat;
    }
    total.turns += game.turn;
    total.capped += !game.is_over;
    total.points += game.score[0] + game.score[1];
    for (int seat = 0; seat < 2; seat++)
        if (game.is_over && game.score[seat] >= game.score[!seat])
            total.wins[(seat + rotation) % 2]++;
}

static uint16_t score_all(int n_dice, int outcome) {
    static const int triple[6] = {1000, 200, 300, 400, 500, 600};
    int of_face[6] = {0}, points = 0, used = 0, different = 0;
    for (int die = 0; die < n_dice; die++, outcome /= 6) of_face[outcome % 6]++;
    for (int face = 0; face < 6; face++) {
        int threes = of_face[face] / 3, ones = of_face[face] % 3;
        different += of_face[face] == 1;
        points += threes * triple[face];
        used += threes * 3;
        if (face == 0 || face == 4) points += ones * (face == 0 ? 100 : 50), used += ones;
    }
    if (different == 6) points = 1500, used = 6;
    return (uint16_t)(points * 8 + used);
}

int main(int argc, char **argv) {
    seed = argc > 1 ? strtoull(argv[1], 0, 10) : 7;
    long n_blocks = argc > 2 ? atol(argv[2]) : 500000;
    for (int dice = 1; dice <= 6; dice++)
        for (uint32_t i = 0; i < n_outcomes[dice]; i++) scores[dice][i] = score_all(dice, (int)i);
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (block = 0; block < (uint64_t)n_blocks; block++)
        for (int rotation = 0; rotation < 2; rotation++) play_game(rotation);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double s = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    printf("wins %ld %ld turns %ld capped %ld busts %ld no_dice %ld fills %ld hits %ld "
           "lead_changes %ld points %ld\n", total.wins[0], total.wins[1], total.turns,
           total.capped, total.busts, total.no_dice, total.fills, total.hits,
           total.lead_changes, total.points);
    printf("%.0f games per CPU second, %.1f ns per turn\n", 2.0 * (double)n_blocks / s,
           1e9 * s / (double)total.turns);
    return 0;
}
