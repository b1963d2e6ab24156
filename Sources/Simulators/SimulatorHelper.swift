import CLaurelWasmtime
import Glibc
import LaurelDomain
import LaurelHelperProcess

/// The inside of the process that compiles and plays what developers upload: it reads standard input, answers on
/// standard output, and has nothing else meanwhile.
///
/// WebAssembly without imports reaches nothing outside of its memory. Should wasmtime be wrong about that, the process
/// has no file or socket to open, no program to become, no system call but for memory, and a moment to live.
public enum SimulatorHelper {
    /// The hidden word after the program's name.
    public static let command = "simulator-helper"

    enum Work: String {
        /// Standard input is a module: compile it, and look whether it is a simulator.
        case compile
        /// Standard input is a ``PlayRequest``.
        case play
    }

    /// - Parameter words: the command line after ``command``: work, library, fuel, bytes of memory, seconds.
    /// - Returns: the status to exit with; 0 whenever there is an answer.
    public static func run(_ words: [String]) -> Int32 {
        var limits = SimulatorLimits()
        guard words.count == 5, let work = Work(rawValue: words[0]), let fuel = UInt64(words[2]),
            let memory = Int64(words[3]), memory > 0, let seconds = Int(words[4]), seconds > 0
        else { return 2 }
        (limits.fuel, limits.memoryBytes, limits.cpuSeconds) = (fuel, memory, seconds)
        let answer = perform(work, library: words[1], limits)
        return HelperRights.write(answer.encoded()) ? 0 : 1
    }

    private static func perform(_ work: Work, library: String, _ limits: SimulatorLimits) -> HelperAnswer {
        // Taken, not looked at: its sender hears an answer, whatever comes next.
        guard let input = HelperRights.readAll(SimulatorLimits.compiledBytes + PlayRequest.extraBytesLimit) else {
            return .broken("the request is too large for a helper")
        }
        let wasmtime: Wasmtime
        // Opened before rights are given up, since no file can be opened later.
        do throws(Wasmtime.Unusable) { wasmtime = try Wasmtime(library: library) } catch {
            return .broken(error.sentence)
        }
        HelperRights.giveUp(cpuSeconds: rlim_t(limits.cpuSeconds), memoryBytes: rlim_t(SimulatorLimits.processBytes))
        do throws(SimulatorInstance.Failure) {
            switch work {
            case .compile: return try compile(input, wasmtime, limits)
            case .play: return try play(input, wasmtime, limits)
            }
        } catch {
            switch error {
            case .unusable(let error): return .broken(error.sentence)
            case .invalid(let sentence): return .invalid(sentence)
            case .stopped(let sentence): return .stopped(sentence)
            }
        }
    }

    private static func compile(
        _ bytes: [UInt8], _ wasmtime: Wasmtime, _ limits: SimulatorLimits
    ) throws(SimulatorInstance.Failure) -> HelperAnswer {
        let module: OpaquePointer
        do throws(Wasmtime.Invalid) { module = try wasmtime.compile(bytes) } catch { throw .invalid(error.sentence) }
        if let excess = ModuleDemands(bytes).excess(limits) { throw .invalid(excess) }
        _ = try SimulatorInstance(module, wasmtime, limits)
        do throws(Wasmtime.Unusable) { return .compiled(try wasmtime.serialize(module)) } catch {
            throw .unusable(error)
        }
    }

    private static func play(
        _ bytes: [UInt8], _ wasmtime: Wasmtime, _ limits: SimulatorLimits
    ) throws(SimulatorInstance.Failure) -> HelperAnswer {
        guard let request = PlayRequest(bytes) else { return .broken("the request is malformed") }
        let module: OpaquePointer
        do throws(Wasmtime.Unusable) { module = try wasmtime.deserialize(request.code) } catch {
            throw .unusable(error)
        }
        return .played(try SimulatorInstance(module, wasmtime, limits).play(seed: request.seed, request.payload))
    }
}

/// A run to be played: how many bytes the module's code has, the code, the seed, the payload.
struct PlayRequest {
    /// Of everything beside the code.
    static let extraBytesLimit = Challenge.replayBytesLimit + 16

    var code: [UInt8]
    var seed: UInt64
    var payload: [UInt8]

    init(code: [UInt8], seed: UInt64, payload: [UInt8]) {
        self.code = code
        self.seed = seed
        self.payload = payload
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 16, let count = Int(exactly: HelperAnswer.number(bytes[..<8])), count >= 0,
            count <= bytes.count - 16
        else { return nil }
        code = Array(bytes[8..<8 + count])
        seed = HelperAnswer.number(bytes[8 + count..<16 + count])
        payload = Array(bytes[(16 + count)...])
    }

    func encoded() -> [UInt8] { HelperAnswer.bytes(UInt64(code.count)) + code + HelperAnswer.bytes(seed) + payload }
}
