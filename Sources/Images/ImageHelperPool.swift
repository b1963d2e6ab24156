public import LaurelDomain
import LaurelHelperProcess
import LaurelStorage
import Synchronization

/// Runs ``ImageHelper`` in processes of their own, a few at a time.
public final class ImageHelperPool: Sendable {
    /// Processes at a time.
    public static let runningLimit = 2
    /// Pictures that wait in line; one more is turned away.
    public static let waitingLimit = 16
    /// Of a process; then it is killed.
    private static let patienceSeconds = 30
    /// Of all pictures that a process makes.
    private static let outputBytesLimit = 16_777_216

    public enum Outcome: Sendable {
        case pictures([[UInt8]])
        /// The process found no picture, or did not survive it.
        case undecodable
        case busy
        case broken(reason: String)
    }

    private struct Job: Sendable {
        let words: [String]
        let bytes: [UInt8]
        let completion: @Sendable (Outcome) -> Void
    }

    private struct State {
        var running = 0
        var waiting: [Job] = []
    }

    private let process: HelperProcess
    private let state = Mutex(State())

    /// - Parameter executable: a program that hands ``ImageHelper/command`` to ``ImageHelper``.
    public init(executable: String) {
        process = HelperProcess(
            executable: executable, patienceSeconds: Self.patienceSeconds, outputBytesLimit: Self.outputBytesLimit)
    }

    /// - Returns: a PNG for each side.
    public func squares(_ bytes: [UInt8], _ sides: [Int]) async -> Outcome {
        await run(["squares"] + sides.map { String($0) }, bytes)
    }

    /// - Returns: one PNG.
    public func whole(_ bytes: [UInt8], _ side: Int) async -> Outcome { await run(["whole", String(side)], bytes) }

    /// - Returns: one PNG of the size of a card.
    public func card(_ card: ShareCard) async -> Outcome { await run(["card"], CardCoding.encode(card)) }

    private func run(_ words: [String], _ bytes: [UInt8]) async -> Outcome {
        await withCheckedContinuation { continuation in
            let job = Job(words: words, bytes: bytes) { continuation.resume(returning: $0) }
            let isStarted: Bool? = state.withLock { state in
                if state.running < Self.runningLimit {
                    state.running += 1
                    return true
                }
                guard state.waiting.count < Self.waitingLimit else { return nil }
                state.waiting.append(job)
                return false
            }
            guard let isStarted else {
                job.completion(.busy)
                return
            }
            if isStarted { BlockingThread.start { [self] in work(job) } }
        }
    }

    private func work(_ first: Job) {
        var next: Job? = first
        while let job = next {
            job.completion(exchange(job))
            next = state.withLock { state in
                if state.waiting.isEmpty {
                    state.running -= 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
        }
    }

    // MARK: One process

    private func exchange(_ job: Job) -> Outcome {
        switch process.exchange([ImageHelper.command] + job.words, job.bytes) {
        case .answered(let output): Self.split(output).map { .pictures($0) } ?? .undecodable
        case .died, .late: .undecodable
        case .broken(let reason): .broken(reason: reason)
        }
    }

    /// Each picture has its length before it, in four bytes.
    private static func split(_ bytes: [UInt8]) -> [[UInt8]]? {
        var pictures: [[UInt8]] = []
        var place = 0
        while place < bytes.count {
            guard place + 4 <= bytes.count else { return nil }
            let count = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            place += 4
            guard count > 0, count <= bytes.count - place else { return nil }
            pictures.append(Array(bytes[place..<place + count]))
            place += count
        }
        return pictures.isEmpty ? nil : pictures
    }
}
