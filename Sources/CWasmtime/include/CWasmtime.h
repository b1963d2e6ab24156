#ifndef LAUREL_CWASMTIME_H
#define LAUREL_CWASMTIME_H
// What we call of wasmtime's C interface, as of its version 50, found in the library when a helper process starts:
// nothing of wasmtime is needed to build. The names of types are ours. Source: https://docs.wasmtime.dev/c-api/
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct laurel_wasm_config laurel_wasm_config;
typedef struct laurel_wasm_engine laurel_wasm_engine;
typedef struct laurel_wasm_store laurel_wasm_store;
typedef struct laurel_wasm_context laurel_wasm_context;
typedef struct laurel_wasm_module laurel_wasm_module;
typedef struct laurel_wasm_error laurel_wasm_error;
typedef struct laurel_wasm_trap laurel_wasm_trap;
typedef struct laurel_wasm_functype laurel_wasm_functype;
typedef struct laurel_wasm_valtype laurel_wasm_valtype;

typedef struct { size_t size; char *data; } laurel_wasm_bytes;
typedef struct { size_t size; const laurel_wasm_valtype *const *data; } laurel_wasm_valtypes;
typedef struct { uint64_t store; size_t index; } laurel_wasm_instance;
typedef struct { uint64_t store; void *function; } laurel_wasm_func;
typedef struct { struct { uint64_t store; uint32_t first; } place; uint32_t second; } laurel_wasm_memory;

enum { LAUREL_WASM_FUNC = 0, LAUREL_WASM_MEMORY = 3 };
// Room for the largest member of the library's own unions, with a margin.
typedef struct {
    uint8_t kind;
    union { laurel_wasm_func func; laurel_wasm_memory memory; uint64_t room[8]; } of;
} laurel_wasm_extern;

enum { LAUREL_WASM_I32 = 0, LAUREL_WASM_I64 = 1 };
// Passed in arrays, so its size must be the library's: 32 bytes.
typedef struct {
    uint8_t kind;
    union { int32_t i32; int64_t i64; uint64_t room[3]; } of;
} laurel_wasm_val;

enum { LAUREL_WASM_TRAP_STACK = 0, LAUREL_WASM_TRAP_FUEL = 11 };

typedef struct {
    laurel_wasm_config *(*config)(void);
    laurel_wasm_engine *(*engine)(laurel_wasm_config *);
    void (*set_fuel)(laurel_wasm_config *, bool);
    void (*set_parallel)(laurel_wasm_config *, bool);
    void (*set_threads)(laurel_wasm_config *, bool);
    void (*set_memory64)(laurel_wasm_config *, bool);
    void (*set_multi_memory)(laurel_wasm_config *, bool);
    void (*set_relaxed_simd)(laurel_wasm_config *, bool);
    void (*set_canonical_nan)(laurel_wasm_config *, bool);
    void (*set_signals)(laurel_wasm_config *, bool);
    void (*set_copy_on_write)(laurel_wasm_config *, bool);
    void (*set_reservation)(laurel_wasm_config *, uint64_t);
    void (*set_growth)(laurel_wasm_config *, uint64_t);
    void (*set_guard)(laurel_wasm_config *, uint64_t);
    laurel_wasm_store *(*store)(laurel_wasm_engine *, void *, void (*)(void *));
    laurel_wasm_context *(*context)(laurel_wasm_store *);
    void (*limit)(laurel_wasm_store *, int64_t memory, int64_t table, int64_t instances, int64_t tables,
                  int64_t memories);
    laurel_wasm_error *(*fuel)(laurel_wasm_context *, uint64_t);
    laurel_wasm_error *(*compile)(laurel_wasm_engine *, const uint8_t *, size_t, laurel_wasm_module **);
    laurel_wasm_error *(*serialize)(laurel_wasm_module *, laurel_wasm_bytes *);
    laurel_wasm_error *(*deserialize)(laurel_wasm_engine *, const uint8_t *, size_t, laurel_wasm_module **);
    laurel_wasm_error *(*instantiate)(laurel_wasm_context *, const laurel_wasm_module *, const laurel_wasm_extern *,
                                      size_t, laurel_wasm_instance *, laurel_wasm_trap **);
    bool (*find)(laurel_wasm_context *, const laurel_wasm_instance *, const char *, size_t, laurel_wasm_extern *);
    laurel_wasm_functype *(*type)(laurel_wasm_context *, const laurel_wasm_func *);
    const laurel_wasm_valtypes *(*parameters)(const laurel_wasm_functype *);
    const laurel_wasm_valtypes *(*results)(const laurel_wasm_functype *);
    uint8_t (*kind)(const laurel_wasm_valtype *);
    laurel_wasm_error *(*call)(laurel_wasm_context *, const laurel_wasm_func *, const laurel_wasm_val *, size_t,
                               laurel_wasm_val *, size_t, laurel_wasm_trap **);
    uint8_t *(*memory)(laurel_wasm_context *, const laurel_wasm_memory *);
    size_t (*memory_size)(laurel_wasm_context *, const laurel_wasm_memory *);
    void (*error_text)(const laurel_wasm_error *, laurel_wasm_bytes *);
    void (*trap_text)(const laurel_wasm_trap *, laurel_wasm_bytes *);
    bool (*trap_code)(const laurel_wasm_trap *, uint8_t *);
} laurel_wasmtime;

// Opens the library. Returns null, or what is wrong, which lives as long as the process.
const char *laurel_wasmtime_open(const char *path, laurel_wasmtime *library);
#endif
