// What Embedded Swift needs of libc on wasm32-unknown-none-wasm. Nothing of this is compiled for another machine.
#if __wasm__
#include <stddef.h>
#include <stdint.h>

// Memory: blocks of powers of two, freed ones kept in a list for each size. A game allocates little and the same
// sizes again, so nothing is ever merged.

enum { ALIGNMENT = 16, SMALLEST = 5, CLASSES = 31, PAGE = 65536 };

typedef struct Block {
    uint32_t class;      // log2 of the size
    uint32_t start;      // of the block: an aligned pointer lies further in
    struct Block *next;  // while it is free
    uint32_t unused;
} Block;

_Static_assert(sizeof(Block) == ALIGNMENT, "what is handed out lies behind a block's head, aligned");

extern unsigned char __heap_base;
static uintptr_t top;
static Block *free_blocks[CLASSES];

// Returns 0 when the machine has no more memory.
static uintptr_t extend(size_t size) {
    if (!top) top = ((uintptr_t)&__heap_base + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
    size_t have = (size_t)__builtin_wasm_memory_size(0) * PAGE;
    if (size > UINTPTR_MAX - PAGE - top) return 0;
    if (top + size > have) {
        size_t pages = (top + size - have + PAGE - 1) / PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return 0;
    }
    uintptr_t start = top;
    top += size;
    return start;
}

void *malloc(size_t size) {
    uint32_t class = SMALLEST;
    if (size > (size_t)1 << 30) return NULL;
    while (((size_t)1 << class) < size + sizeof(Block)) class++;
    Block *block = free_blocks[class];
    if (block) {
        free_blocks[class] = block->next;
    } else {
        block = (Block *)extend((size_t)1 << class);
        if (!block) return NULL;
    }
    block->class = class;
    block->start = (uint32_t)(uintptr_t)block;
    return block + 1;
}

int posix_memalign(void **out, size_t alignment, size_t size) {
    if (alignment <= ALIGNMENT) {
        *out = malloc(size);
        return *out ? 0 : 12;  // ENOMEM
    }
    Block *block = size > SIZE_MAX / 2 ? NULL : malloc(size + alignment + sizeof(Block));
    if (!block) return 12;
    uintptr_t aligned = ((uintptr_t)block + sizeof(Block) + alignment - 1) & ~(uintptr_t)(alignment - 1);
    ((Block *)aligned)[-1] = block[-1];
    *out = (void *)aligned;
    return 0;
}

void free(void *pointer) {
    if (!pointer) return;
    Block head = ((Block *)pointer)[-1];
    Block *block = (Block *)(uintptr_t)head.start;
    block->class = head.class;
    block->next = free_blocks[head.class];
    free_blocks[head.class] = block;
}

int memcmp(const void *left, const void *right, size_t count) {
    const unsigned char *a = left, *b = right;
    for (; count; count--, a++, b++)
        if (*a != *b) return *a - *b;
    return 0;
}

// The seed of Swift's hashing. Fixed on purpose: no run may depend on chance that its log does not hold.
void arc4random_buf(void *buffer, size_t count) {
    unsigned char *bytes = buffer;
    for (size_t index = 0; index < count; index++) bytes[index] = (unsigned char)(0x9e + index * 0x3b);
}

// Checked 64-bit multiplication becomes this routine of compiler-rt.
__int128 __multi3(__int128 left, __int128 right) {
    uint64_t a = (uint64_t)left, b = (uint64_t)right, mask = 0xffffffffu;
    uint64_t low = (a & mask) * (b & mask);
    uint64_t middle = (a >> 32) * (b & mask) + (low >> 32);
    uint64_t other = (middle & mask) + (a & mask) * (b >> 32);
    uint64_t high = (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
    high += a * (uint64_t)(right >> 64) + (uint64_t)(left >> 64) * b;
    return (__int128)(((unsigned __int128)high << 64) | (other << 32) | (low & mask));
}
#endif
