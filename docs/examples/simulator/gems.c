// Gems: five lanes. In each step a gem falls in one of them, or a rock that ends the run.
//
// The game and the server's simulator share this code, so they always agree. This file is the whole game; a playable
// program adds graphics and input around `step`. docs/simulators.md describes the exports.
#include <stdint.h>

#define LANES 5
#define STEP_MILLISECONDS 100
#define GEM_POINTS 10
// Maximum size of a log in bytes; the server accepts no more.
#define LOG_LIMIT (256 * 1024)

// Results of `laurel_play`. The low byte is the reason, the rest a number that the developer sees.
enum { WHOLE = 0, UNREADABLE = 1, OTHER_VERSION = 3, UNFINISHED = 4, PAST_END = 5 };
#define REFUSE(refusal, number) ((int32_t)((refusal) | (uint32_t)(number) << 8))

// A log is the game's version, then one byte per step: the direction in which the player moves.
enum { VERSION = 1 };
enum { LEFT = 0, STAY = 1, RIGHT = 2 };

typedef struct {
    uint64_t random;
    uint32_t steps;
    int32_t lane;
    int64_t score;
    int is_over;
    // Chained over each step.
    uint64_t trace;
} Run;

static uint8_t log_bytes[LOG_LIMIT];
static Run run;

// Uses only integers, so a run is the same on every machine. (xorshift64*)
static uint32_t draw(uint32_t bound) {
    run.random ^= run.random >> 12;
    run.random ^= run.random << 25;
    run.random ^= run.random >> 27;
    return (uint32_t)((run.random * 0x2545F4914F6CDD1Dull) >> 33) % bound;
}

static void begin(uint64_t seed) {
    run = (Run){.random = seed ? seed : 1, .lane = LANES / 2, .trace = seed};
}

static void step(uint8_t input) {
    if (input == LEFT && run.lane > 0) run.lane -= 1;
    if (input == RIGHT && run.lane < LANES - 1) run.lane += 1;
    int32_t lane = (int32_t)draw(LANES);
    // More rocks as time passes: one in eight at first, one in two at the end.
    uint32_t chance = run.steps < 600 ? 8 - run.steps / 100 : 2;
    int is_rock = draw(chance) == 0;
    run.steps += 1;
    // The player's lane, not the input: at the left wall, LEFT and STAY make the same run.
    run.trace = (run.trace ^ (uint64_t)(run.lane + 1)) * 0x100000001B3ull;
    if (lane != run.lane) return;
    if (is_rock) run.is_over = 1;
    else run.score += GEM_POINTS;
}

// Returns the address where the server writes a log of this many bytes; 0 if there is no room.
__attribute__((export_name("laurel_log"))) int32_t laurel_log(int32_t size) {
    return size >= 0 && size <= LOG_LIMIT ? (int32_t)(intptr_t)log_bytes : 0;
}

__attribute__((export_name("laurel_play"))) int32_t laurel_play(int64_t seed, int32_t size) {
    if (size < 1) return UNREADABLE;
    if (log_bytes[0] != VERSION) return REFUSE(OTHER_VERSION, log_bytes[0]);
    begin((uint64_t)seed);
    for (int32_t index = 1; index < size; index++) {
        if (log_bytes[index] > RIGHT) return REFUSE(UNREADABLE, index);
        if (run.is_over) return REFUSE(PAST_END, run.steps);
        step(log_bytes[index]);
    }
    return run.is_over ? WHOLE : REFUSE(UNFINISHED, run.steps);
}

__attribute__((export_name("laurel_score"))) int64_t laurel_score(void) { return run.score; }

__attribute__((export_name("laurel_milliseconds"))) int64_t laurel_milliseconds(void) {
    return (int64_t)run.steps * STEP_MILLISECONDS;
}

// Equal only for the same run, so nobody can resubmit a friend's log by changing bytes that have no effect.
__attribute__((export_name("laurel_trace"))) int64_t laurel_trace(void) { return (int64_t)run.trace; }

// Returns the id of each achievement that the run earned, by index; 0 after the last.
__attribute__((export_name("laurel_achievement"))) const char *laurel_achievement(int32_t index) {
    const char *earned[2];
    int32_t count = 0;
    if (run.score >= 100) earned[count++] = "TenGems";
    if (run.steps >= 600) earned[count++] = "Minute";
    return index >= 0 && index < count ? earned[index] : 0;
}

// clang can turn loops into calls of these functions, and there is no C library.
void *memset(void *target, int value, unsigned long count) {
    for (unsigned char *byte = target; count--; byte++) *byte = (unsigned char)value;
    return target;
}

void *memcpy(void *restrict target, const void *restrict source, unsigned long count) {
    for (unsigned long index = 0; index < count; index++)
        ((unsigned char *)target)[index] = ((const unsigned char *)source)[index];
    return target;
}
