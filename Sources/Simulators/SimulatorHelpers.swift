import Glibc
import LaurelDomain
public import LaurelHelperProcess
public import LaurelStorage
import Synchronization

/// Compiles and plays uploaded modules, each time in a process of its own: ``SimulatorHelper``.
///
/// A module's own code is made once and kept, for the last few modules. It comes out of a process that the module could
/// have taken over, so it goes only into such processes, and only for the same module.
public final class SimulatorHelpers: Sendable {
    /// Modules that are being uploaded, at a time; one more is turned away.
    static let compilingLimit = 2
    /// Modules whose code is kept.
    static let keptLimit = 8

    public enum Compiled: Sendable {
        case fine
        /// No simulator; why, in a sentence for the developer.
        case invalid(String)
        case busy
        /// The operator's to mend.
        case broken(reason: String)
    }

    public enum Played: Sendable {
        case answered(SimulatorAnswer)
        /// No end within its limits: equal logs get equal answers.
        case stopped(String)
        /// It takes long, and its ``Overtime`` was refused.
        case givenUp
        /// The operator's to mend.
        case broken(reason: String)
    }

    private struct State {
        var compiling = 0
        /// The one that was used last comes last.
        var kept: [(module: BlobDigest, code: [UInt8])] = []
        /// The library has played ``LibraryProof/module`` and said what it must.
        var isProved = false
    }

    private let process: HelperProcess
    private let library: String?
    private let limits: SimulatorLimits
    private let state = Mutex(State())

    /// - Parameters:
    ///   - executable: a program that hands ``SimulatorHelper/command`` to ``SimulatorHelper``.
    ///   - library: wasmtime's, a path; nil: this machine has none.
    public init(executable: String, library: String?, limits: SimulatorLimits = SimulatorLimits()) {
        process = HelperProcess(
            executable: executable, patienceSeconds: limits.patienceSeconds,
            outputBytesLimit: SimulatorLimits.compiledBytes + 1)
        self.library = library
        self.limits = limits
    }

    /// Whether the library is there and does what it must; nil: it does. Blocks.
    public func trouble() -> String? {
        guard library != nil else { return Self.noLibrary }
        if state.withLock({ $0.isProved }) { return nil }
        let code: [UInt8]
        switch send(.compile, LibraryProof.module) {
        case .success(.compiled(let made)): code = made
        case .success(.broken(let reason)): return reason
        case .success(.invalid(let reason)), .success(.stopped(let reason)):
            return "wasmtime refused a valid module: \(reason)"
        case .success(.played): return "unexpected answer from wasmtime's helper"
        case .failure(.fault(let sentence)), .failure(.ofModule(let sentence)): return "wasmtime's helper: \(sentence)"
        case .failure(.givenUp): return "wasmtime's helper was stopped"
        }
        let request = PlayRequest(code: code, seed: LibraryProof.seed, payload: LibraryProof.payload)
        guard case .success(.played(let answer)) = send(.play, request.encoded()), answer == LibraryProof.answer else {
            return "this wasmtime library doesn't behave like version 50"
        }
        state.withLock { $0.isProved = true }
        return nil
    }

    private static let noLibrary =
        "this server has no wasmtime library: start it with --wasmtime PATH or LAUREL_WASMTIME"

    /// Compiles a module and looks whether it is a simulator.
    public func compile(_ bytes: [UInt8]) async -> Compiled {
        let isTaken = state.withLock { state in
            guard state.compiling < Self.compilingLimit else { return false }
            state.compiling += 1
            return true
        }
        guard isTaken else { return .busy }
        return await withCheckedContinuation { continuation in
            BlockingThread.start { [self] in
                let result = compiled(bytes)
                state.withLock { $0.compiling -= 1 }
                switch result {
                case .success: continuation.resume(returning: .fine)
                case .failure(.invalid(let sentence)): continuation.resume(returning: .invalid(sentence))
                case .failure(.broken(let reason)): continuation.resume(returning: .broken(reason: reason))
                case .failure(.givenUp): continuation.resume(returning: .busy)
                }
            }
        }
    }

    /// Plays a run; blocks as long as that takes.
    ///
    /// - Parameters:
    ///   - overtime: of all that it takes, a compilation included.
    ///   - bytes: of the module, asked for when its code is not at hand.
    public func play(
        _ module: BlobDigest, seed: UInt64, _ payload: [UInt8], overtime: Overtime? = nil,
        bytes: () throws(StoreError) -> [UInt8]?
    ) -> Played {
        let code: [UInt8]
        do throws(StoreError) {
            if let kept = kept(module) {
                code = kept
            } else {
                guard let bytes = try bytes() else { return .broken(reason: "the simulator has just been deleted") }
                switch compiled(bytes, overtime) {
                case .success(let made): code = made
                case .failure(.givenUp): return .givenUp
                case .failure(.broken(let reason)): return .broken(reason: reason)
                case .failure(.invalid(let reason)):
                    return .broken(reason: "wasmtime refused a module it accepted before: \(reason)")
                }
                keep(code, of: module)
            }
        } catch {
            return .broken(reason: "\(error)")
        }
        switch send(.play, PlayRequest(code: code, seed: seed, payload: payload).encoded(), overtime) {
        case .success(.played(let answer)): return .answered(answer)
        case .success(.stopped(let sentence)): return .stopped(sentence)
        case .success(.broken(let reason)): return .broken(reason: reason)
        case .success(.compiled), .success(.invalid):
            return .broken(reason: "unexpected answer from a simulator helper")
        case .failure(.givenUp): return .givenUp
        case .failure(.fault(let sentence)): return .broken(reason: sentence)
        case .failure(.ofModule(let sentence)): return .stopped(sentence)
        }
    }

    // MARK: Modules

    private enum CompileFailure: Error {
        case invalid(String)
        case givenUp
        case broken(String)
    }

    private func compiled(_ bytes: [UInt8], _ overtime: Overtime? = nil) -> Result<[UInt8], CompileFailure> {
        if let trouble = trouble() { return .failure(.broken(trouble)) }
        switch send(.compile, bytes, overtime) {
        case .success(.compiled(let code)): return .success(code)
        case .success(.invalid(let sentence)), .success(.stopped(let sentence)): return .failure(.invalid(sentence))
        case .success(.broken(let reason)): return .failure(.broken(reason))
        case .success(.played): return .failure(.broken("unexpected answer from a simulator helper"))
        case .failure(.givenUp): return .failure(.givenUp)
        case .failure(.fault(let sentence)): return .failure(.broken(sentence))
        case .failure(.ofModule(let sentence)): return .failure(.invalid("compiling it: \(sentence)"))
        }
    }

    private func kept(_ module: BlobDigest) -> [UInt8]? {
        state.withLock { state in
            guard let index = state.kept.firstIndex(where: { $0.module == module }) else { return nil }
            let found = state.kept.remove(at: index)
            state.kept.append(found)
            return found.code
        }
    }

    private func keep(_ code: [UInt8], of module: BlobDigest) {
        state.withLock { state in
            state.kept.removeAll { $0.module == module }
            state.kept.append((module, code))
            if state.kept.count > Self.keptLimit { state.kept.removeFirst() }
        }
    }

    // MARK: One process

    private enum HelperFailure: Error {
        /// Of this machine or this server, and not of the module.
        case fault(String)
        case ofModule(String)
        case givenUp
    }

    private func send(
        _ work: SimulatorHelper.Work, _ bytes: [UInt8], _ overtime: Overtime? = nil
    ) -> Result<HelperAnswer, HelperFailure> {
        guard let library else { return .failure(.fault(Self.noLibrary)) }
        let words = [
            SimulatorHelper.command, work.rawValue, library, String(limits.fuel), String(limits.memoryBytes),
            String(limits.cpuSeconds),
        ]
        switch process.exchange(words, bytes, overtime: overtime) {
        case .answered(let output):
            return HelperAnswer(output).map { .success($0) }
                ?? .failure(.ofModule("its process gave a malformed answer"))
        case .died(signal: SIGXCPU):
            return .failure(.ofModule("it uses more than \(limits.cpuSeconds) s of CPU time"))
        // Nothing that it does by itself ends so: the machine is out of memory, or somebody did it.
        case .died(signal: SIGKILL): return .failure(.fault("a simulator helper was killed"))
        case .died(let signal):
            let cause = signal.map { "signal \($0)" } ?? "no signal"
            return .failure(.ofModule("its process crashed (\(cause))"))
        case .late:
            return .failure(.fault("a simulator helper didn't answer within \(limits.patienceSeconds) s"))
        case .givenUp: return .failure(.givenUp)
        case .broken(let reason): return .failure(.fault(reason))
        }
    }
}
