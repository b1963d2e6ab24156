import CLaurelWasmtime
import LaurelDomain

/// A module that is alive, with the exports that docs/simulators.md names.
struct SimulatorInstance {
    private let wasmtime: Wasmtime
    private let limits: SimulatorLimits
    private let context: OpaquePointer
    private let memory: laurel_wasm_memory
    private let log: laurel_wasm_func
    private let play: laurel_wasm_func
    private let score: laurel_wasm_func
    private let milliseconds: laurel_wasm_func
    private let trace: laurel_wasm_func
    /// Nil: it earns none.
    private let achievement: laurel_wasm_func?

    enum Failure: Error {
        case unusable(Wasmtime.Unusable)
        /// The module has not what it must have, or asks for what there is not.
        case invalid(String)
        case stopped(String)
    }

    init(_ module: OpaquePointer, _ wasmtime: Wasmtime, _ limits: SimulatorLimits) throws(Failure) {
        self.wasmtime = wasmtime
        self.limits = limits
        do throws(Wasmtime.Unusable) { context = try wasmtime.makeContext(limits) } catch { throw .unusable(error) }
        var instance = laurel_wasm_instance()
        var trap: OpaquePointer?
        if let error = wasmtime.library.instantiate(context, module, nil, 0, &instance, &trap) {
            throw .invalid(wasmtime.text(of: error))
        }
        if let trap { throw .invalid("on startup, " + wasmtime.sentence(of: trap, limits)) }
        let exports = Exports(wasmtime: wasmtime, context: context, instance: instance)
        memory = try exports.memory()
        log = try exports.function("laurel_log", [.i32], [.i32])
        play = try exports.function("laurel_play", [.i64, .i32], [.i32])
        score = try exports.function("laurel_score", [], [.i64])
        milliseconds = try exports.function("laurel_milliseconds", [], [.i64])
        trace = try exports.function("laurel_trace", [], [.i64])
        achievement =
            exports.has("laurel_achievement") ? try exports.function("laurel_achievement", [.i32], [.i32]) : nil
    }

    func play(seed: UInt64, _ payload: [UInt8]) throws(Failure) -> SimulatorAnswer {
        let size = Int32(clamping: payload.count)
        let address = Int(UInt32(bitPattern: try call(log, [.init(size)]).of.i32))
        guard address != 0 else { throw .stopped("it couldn't allocate \(size) bytes for the log") }
        // After the call: the memory may have moved.
        var memory = memory
        let count = wasmtime.library.memory_size(context, &memory)
        guard let start = wasmtime.library.memory(context, &memory), address <= count, payload.count <= count - address
        else { throw .stopped("laurel_log returned an address outside its memory") }
        payload.withUnsafeBytes { if let from = $0.baseAddress { (start + address).update(from: from, $0.count) } }
        let code = try call(play, [.init(Int64(bitPattern: seed)), .init(size)]).of.i32
        var answer = SimulatorAnswer(code: UInt32(bitPattern: code), score: 0, milliseconds: 0, trace: 0)
        guard code == 0 else { return answer }
        answer.score = try call(score, []).of.i64
        answer.milliseconds = try call(milliseconds, []).of.i64
        answer.trace = UInt64(bitPattern: try call(trace, []).of.i64)
        answer.achievements = try achievements()
        return answer
    }

    private func achievements() throws(Failure) -> [AchievementID] {
        guard let achievement else { return [] }
        var ids: [AchievementID] = []
        for index in 0...SimulatorAnswer.achievementsLimit {
            let address = try call(achievement, [.init(Int32(clamping: index))]).of.i32
            guard address != 0 else { return ids }
            let id = try id(at: Int(UInt32(bitPattern: address)), index)
            if !ids.contains(id) { ids.append(id) }
        }
        throw .stopped("laurel_achievement returned more than \(SimulatorAnswer.achievementsLimit) achievements")
    }

    private func id(at address: Int, _ index: Int) throws(Failure) -> AchievementID {
        // After the call: the memory may have moved.
        var memory = memory
        let count = wasmtime.library.memory_size(context, &memory)
        guard let start = wasmtime.library.memory(context, &memory), address < count else {
            throw .stopped("laurel_achievement(\(index)) returned an address outside its memory")
        }
        let limit = AchievementID.lengthLimit
        let room = UnsafeBufferPointer(start: start + address, count: min(count - address, limit + 1))
        guard let end = room.firstIndex(of: 0) else {
            throw .stopped("laurel_achievement(\(index)) returned an id with no zero byte within \(limit) bytes")
        }
        do throws(InvalidIdentifier) { return try AchievementID(String(decoding: room[..<end], as: UTF8.self)) } catch {
            throw .stopped("laurel_achievement(\(index)) returned an invalid id; use letters, digits, dots, _ and -")
        }
    }

    private func call(_ function: laurel_wasm_func, _ arguments: [laurel_wasm_val]) throws(Failure) -> laurel_wasm_val {
        var function = function
        var result = laurel_wasm_val()
        var trap: OpaquePointer?
        let error = wasmtime.library.call(context, &function, arguments, arguments.count, &result, 1, &trap)
        if let error { throw .stopped(wasmtime.text(of: error)) }
        if let trap { throw .stopped(wasmtime.sentence(of: trap, limits)) }
        return result
    }
}

extension UnsafeMutablePointer<UInt8> {
    fileprivate func update(from bytes: UnsafeRawPointer, _ count: Int) {
        UnsafeMutableRawPointer(self).copyMemory(from: bytes, byteCount: count)
    }
}

extension laurel_wasm_val {
    fileprivate init(_ value: Int32) {
        self.init()
        kind = UInt8(LAUREL_WASM_I32)
        of.i32 = value
    }

    fileprivate init(_ value: Int64) {
        self.init()
        kind = UInt8(LAUREL_WASM_I64)
        of.i64 = value
    }
}

/// Looks for what a module must have.
private struct Exports {
    enum Kind: UInt8 {
        case i32 = 0
        case i64 = 1

        var name: String { self == .i32 ? "i32" : "i64" }
    }

    let wasmtime: Wasmtime
    let context: OpaquePointer
    let instance: laurel_wasm_instance

    private func find(_ name: String) -> laurel_wasm_extern? {
        var found = laurel_wasm_extern()
        var instance = instance
        let bytes = name.utf8.map { CChar(bitPattern: $0) }
        return wasmtime.library.find(context, &instance, bytes, bytes.count, &found) ? found : nil
    }

    func has(_ name: String) -> Bool { find(name) != nil }

    func memory() throws(SimulatorInstance.Failure) -> laurel_wasm_memory {
        guard let found = find("memory"), found.kind == UInt8(LAUREL_WASM_MEMORY) else {
            throw .invalid("it doesn't export a memory named “memory”")
        }
        return found.of.memory
    }

    func function(
        _ name: String, _ parameters: [Kind], _ results: [Kind]
    ) throws(SimulatorInstance.Failure) -> laurel_wasm_func {
        let shape = "(\(parameters.map(\.name).joined(separator: ", "))) -> \(results[0].name)"
        guard let found = find(name), found.kind == UInt8(LAUREL_WASM_FUNC) else {
            throw .invalid("it doesn't export the function \(name)\(shape)")
        }
        var function = found.of.func
        guard let type = wasmtime.library.type(context, &function),
            kinds(wasmtime.library.parameters(type)) == parameters.map(\.rawValue),
            kinds(wasmtime.library.results(type)) == results.map(\.rawValue)
        else { throw .invalid("its \(name) must have the type \(shape)") }
        return function
    }

    private func kinds(_ types: UnsafePointer<laurel_wasm_valtypes>?) -> [UInt8] {
        guard let types else { return [] }
        return UnsafeBufferPointer(start: types.pointee.data, count: types.pointee.size).map {
            wasmtime.library.kind($0)
        }
    }
}
