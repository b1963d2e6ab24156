#define _GNU_SOURCE
#include "CWasmtime.h"
#include <dlfcn.h>
#include <stdio.h>

_Static_assert(sizeof(laurel_wasm_val) == 32, "a value has 32 bytes");

static char problem[512];

const char *laurel_wasmtime_open(const char *path, laurel_wasmtime *library) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *reason = dlerror();
        snprintf(problem, sizeof problem, "%s", reason ? reason : path);
        return problem;
    }
    const struct { const char *name; size_t place; } symbols[] = {
#define SYMBOL(member, name) {name, offsetof(laurel_wasmtime, member)}
        SYMBOL(config, "wasm_config_new"),
        SYMBOL(engine, "wasm_engine_new_with_config"),
        SYMBOL(set_fuel, "wasmtime_config_consume_fuel_set"),
        SYMBOL(set_parallel, "wasmtime_config_parallel_compilation_set"),
        SYMBOL(set_threads, "wasmtime_config_wasm_threads_set"),
        SYMBOL(set_memory64, "wasmtime_config_wasm_memory64_set"),
        SYMBOL(set_multi_memory, "wasmtime_config_wasm_multi_memory_set"),
        SYMBOL(set_relaxed_simd, "wasmtime_config_wasm_relaxed_simd_set"),
        SYMBOL(set_canonical_nan, "wasmtime_config_cranelift_nan_canonicalization_set"),
        SYMBOL(set_signals, "wasmtime_config_signals_based_traps_set"),
        SYMBOL(set_copy_on_write, "wasmtime_config_memory_init_cow_set"),
        SYMBOL(set_reservation, "wasmtime_config_memory_reservation_set"),
        SYMBOL(set_growth, "wasmtime_config_memory_reservation_for_growth_set"),
        SYMBOL(set_guard, "wasmtime_config_memory_guard_size_set"),
        SYMBOL(store, "wasmtime_store_new"),
        SYMBOL(context, "wasmtime_store_context"),
        SYMBOL(limit, "wasmtime_store_limiter"),
        SYMBOL(fuel, "wasmtime_context_set_fuel"),
        SYMBOL(compile, "wasmtime_module_new"),
        SYMBOL(serialize, "wasmtime_module_serialize"),
        SYMBOL(deserialize, "wasmtime_module_deserialize"),
        SYMBOL(instantiate, "wasmtime_instance_new"),
        SYMBOL(find, "wasmtime_instance_export_get"),
        SYMBOL(type, "wasmtime_func_type"),
        SYMBOL(parameters, "wasm_functype_params"),
        SYMBOL(results, "wasm_functype_results"),
        SYMBOL(kind, "wasm_valtype_kind"),
        SYMBOL(call, "wasmtime_func_call"),
        SYMBOL(memory, "wasmtime_memory_data"),
        SYMBOL(memory_size, "wasmtime_memory_data_size"),
        SYMBOL(error_text, "wasmtime_error_message"),
        SYMBOL(trap_text, "wasm_trap_message"),
        SYMBOL(trap_code, "wasmtime_trap_code"),
#undef SYMBOL
    };
    for (size_t index = 0; index < sizeof symbols / sizeof *symbols; index++) {
        void *address = dlsym(handle, symbols[index].name);
        if (!address) {
            snprintf(problem, sizeof problem, "%s has no %s", path, symbols[index].name);
            return problem;
        }
        *(void **)((char *)library + symbols[index].place) = address;
    }
    return NULL;
}
