import CLaurelWasmtime

/// wasmtime in a helper process: one engine, no imports, no threads, nothing that differs from machine to machine.
struct Wasmtime {
    struct Unusable: Error { let sentence: String }
    struct Invalid: Error { let sentence: String }
    struct Stopped: Error { let sentence: String }

    let library: laurel_wasmtime
    private let engine: OpaquePointer

    init(library path: String) throws(Unusable) {
        var library = laurel_wasmtime()
        if let problem = laurel_wasmtime_open(path, &library) { throw Unusable(sentence: String(cString: problem)) }
        guard let config = library.config() else { throw Unusable(sentence: "wasmtime is out of memory") }
        library.set_fuel(config, true)
        library.set_parallel(config, false)
        library.set_threads(config, false)
        library.set_memory64(config, false)
        library.set_multi_memory(config, false)
        // The same numbers on every machine.
        library.set_relaxed_simd(config, false)
        library.set_canonical_nan(config, true)
        // Bounds are checked by the code itself: no handler of signals, no file for memory, and no addresses kept free.
        library.set_signals(config, false)
        library.set_copy_on_write(config, false)
        library.set_reservation(config, 0)
        library.set_growth(config, 0)
        library.set_guard(config, 0)
        guard let engine = library.engine(config) else {
            throw Unusable(sentence: "wasmtime couldn't create an engine")
        }
        self.library = library
        self.engine = engine
    }

    func compile(_ bytes: [UInt8]) throws(Invalid) -> OpaquePointer {
        var module: OpaquePointer?
        if let error = library.compile(engine, bytes, bytes.count, &module) {
            throw Invalid(sentence: text(of: error))
        }
        guard let module else { throw Invalid(sentence: "wasmtime couldn't compile it") }
        return module
    }

    func serialize(_ module: OpaquePointer) throws(Unusable) -> [UInt8] {
        var code = laurel_wasm_bytes()
        if let error = library.serialize(module, &code) { throw Unusable(sentence: text(of: error)) }
        return Array(UnsafeRawBufferPointer(start: code.data, count: code.size))
    }

    func deserialize(_ code: [UInt8]) throws(Unusable) -> OpaquePointer {
        var module: OpaquePointer?
        if let error = library.deserialize(engine, code, code.count, &module) {
            throw Unusable(sentence: text(of: error))
        }
        guard let module else { throw Unusable(sentence: "wasmtime couldn't load its compiled code") }
        return module
    }

    /// A store of its own for each run: nothing is left of the one before.
    func makeContext(_ limits: SimulatorLimits) throws(Unusable) -> OpaquePointer {
        guard let store = library.store(engine, nil, nil), let context = library.context(store) else {
            throw Unusable(sentence: "wasmtime couldn't create a store")
        }
        library.limit(
            store, limits.memoryBytes, SimulatorLimits.tableElements, 1, Int64(SimulatorLimits.tables), 1)
        if let error = library.fuel(context, limits.fuel) { throw Unusable(sentence: text(of: error)) }
        return context
    }

    // MARK: What went wrong

    /// The process ends soon: nothing is given back.
    func text(of error: OpaquePointer) -> String {
        var bytes = laurel_wasm_bytes()
        library.error_text(error, &bytes)
        return text(bytes)
    }

    func sentence(of trap: OpaquePointer, _ limits: SimulatorLimits) -> String {
        var code: UInt8 = 0
        if library.trap_code(trap, &code) {
            if code == UInt8(LAUREL_WASM_TRAP_FUEL) { return "it didn't finish within \(limits.fuel) instructions" }
            if code == UInt8(LAUREL_WASM_TRAP_STACK) { return "it ran out of stack" }
        }
        var bytes = laurel_wasm_bytes()
        library.trap_text(trap, &bytes)
        // The last line has the cause, the ones before say where.
        let lines = text(bytes).split(separator: "\n")
        return "it trapped: " + (lines.last { $0.contains("wasm trap") } ?? lines.first ?? "").drop { $0 == " " }
    }

    private func text(_ bytes: laurel_wasm_bytes) -> String {
        let text = String(
            decoding: UnsafeRawBufferPointer(start: bytes.data, count: bytes.size).prefix { $0 != 0 }, as: UTF8.self)
        return text
    }
}
