// Gems: five lanes, and in each step something comes down in one of them: a gem, or a rock that ends the run.
//
// The game itself and the server's simulator are the same few lines, so that both always agree. This file has the whole
// game; a program that is played puts a picture and keys around `step`. docs/simulators.md says what is exported.
#include <stdint.h>

#define LANES 5
#define STEP_MILLISECONDS 100
#define GEM_POINTS 10
// What a log may hold; as long as the server takes.
#define LOG_LIMIT (256 * 1024)

// What `laurel_play` answers. The low byte is the refusal, the rest a number that the developer is told.
enum { WHOLE = 0, UNREADABLE = 1, OTHER_VERSION = 3, UNFINISHED = 4, PAST_END = 5 };
#define REFUSE(refusal, number) ((int32_t)((refusal) | (uint32_t)(number) << 8))

// A log: the game's version, then one byte for each step: where the player goes.
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

// Nothing but whole numbers: the same run on every machine. (xorshift64*)
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
    // More rocks as time goes by: one of eight at first, every second one at the end.
    uint32_t chance = run.steps < 600 ? 8 - run.steps / 100 : 2;
    int is_rock = draw(chance) == 0;
    run.steps += 1;
    // Where the player is, not what was pressed: against the wall, left is the same run as staying.
    run.trace = (run.trace ^ (uint64_t)(run.lane + 1)) * 0x100000001B3ull;
    if (lane != run.lane) return;
    if (is_rock) run.is_over = 1;
    else run.score += GEM_POINTS;
}

// Where the server is to put a log of this many bytes; 0: there is no room.
__attribute__((export_name("laurel_log"))) int32_t laurel_log(int32_t size) {
    return size >= 0 && size <= LOG_LIMIT ? (int32_t)(intptr_t)log_bytes : 0;
}

__attribute__((export_name("laurel_play"))) int32_t laurel_play(int64_t seed, int32_t size) {
    if (size < 1) return UNREADABLE;
    if (log_bytes[0] != VERSION) return REFUSE(OTHER_VERSION, log_bytes[0]);
    begin((uint64_t)seed);
    for (int32_t place = 1; place < size; place++) {
        if (log_bytes[place] > RIGHT) return REFUSE(UNREADABLE, place);
        if (run.is_over) return REFUSE(PAST_END, run.steps);
        step(log_bytes[place]);
    }
    return run.is_over ? WHOLE : REFUSE(UNFINISHED, run.steps);
}

__attribute__((export_name("laurel_score"))) int64_t laurel_score(void) { return run.score; }

__attribute__((export_name("laurel_milliseconds"))) int64_t laurel_milliseconds(void) {
    return (int64_t)run.steps * STEP_MILLISECONDS;
}

// Equal for the same run alone: nobody hands in a friend's log once more with bytes changed that do nothing.
__attribute__((export_name("laurel_trace"))) int64_t laurel_trace(void) { return (int64_t)run.trace; }

// The ids of what the run earned, one after the other; 0: no more.
__attribute__((export_name("laurel_achievement"))) const char *laurel_achievement(int32_t index) {
    const char *earned[2];
    int32_t count = 0;
    if (run.score >= 100) earned[count++] = "TenGems";
    if (run.steps >= 600) earned[count++] = "Minute";
    return index >= 0 && index < count ? earned[index] : 0;
}

// What a memory is made of: clang writes a loop of its own as a call of these.
void *memset(void *target, int value, unsigned long count) {
    for (unsigned char *byte = target; count--; byte++) *byte = (unsigned char)value;
    return target;
}

void *memcpy(void *restrict target, const void *restrict source, unsigned long count) {
    for (unsigned long place = 0; place < count; place++)
        ((unsigned char *)target)[place] = ((const unsigned char *)source)[place];
    return target;
}
