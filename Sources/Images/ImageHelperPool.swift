public import LaurelDomain
import LaurelHelperProcess
import LaurelStorage
import Synchronization

/// Runs ``ImageHelper`` in processes of their own, a few at a time and one of each share, in fair turns.
public final class ImageHelperPool: Sendable {
    /// Processes at a time.
    public static let runningLimit = 2
    /// Pictures that wait in line; one more is turned away.
    public static let waitingLimit = 32
    /// Of one share.
    public static let waitingOfShareLimit = 8
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
        /// Shares that have a process.
        var running: Set<HelperShare> = []
        var line = FairLine<HelperShare, HelperShare, Job>(
            limit: ImageHelperPool.waitingLimit, limitOfShare: ImageHelperPool.waitingOfShareLimit)

        /// Takes what is next out of the line, if there is a process for it.
        mutating func next() -> (share: HelperShare, element: Job)? {
            guard running.count < ImageHelperPool.runningLimit else { return nil }
            let next = line.next { [running] in !running.contains($0) }
            if let next { running.insert(next.share) }
            return next
        }
    }

    private let process: HelperProcess
    private let state = Mutex(State())

    /// - Parameter executable: a program that hands ``ImageHelper/command`` to ``ImageHelper``.
    public init(executable: String) {
        process = HelperProcess(
            executable: executable, patienceSeconds: Self.patienceSeconds, outputBytesLimit: Self.outputBytesLimit)
    }

    /// - Returns: a PNG for each side.
    public func squares(_ bytes: [UInt8], _ sides: [Int], for share: HelperShare) async -> Outcome {
        await run(["squares"] + sides.map { String($0) }, bytes, for: share)
    }

    /// - Returns: one PNG.
    public func whole(_ bytes: [UInt8], _ side: Int, for share: HelperShare) async -> Outcome {
        await run(["whole", String(side)], bytes, for: share)
    }

    /// - Parameter photo: the player's, a PNG; empty: none.
    /// - Returns: one PNG of the size of a card.
    public func card(_ card: ShareCard, photo: [UInt8] = []) async -> Outcome {
        await run(["card"], CardCoding.encode(card, photo: photo), for: .server)
    }

    private func run(_ words: [String], _ bytes: [UInt8], for share: HelperShare) async -> Outcome {
        await withCheckedContinuation { continuation in
            let job = Job(words: words, bytes: bytes) { continuation.resume(returning: $0) }
            let isTaken = state.withLock { $0.line.append(job, of: share, share) }
            guard isTaken else { return job.completion(.busy) }
            startIfNeeded()
        }
    }

    private func startIfNeeded() {
        guard let first = state.withLock({ $0.next() }) else { return }
        BlockingThread.start { [self] in
            var next: (share: HelperShare, element: Job)? = first
            while let (share, job) = next {
                let begun = Monotonic.milliseconds()
                let outcome = exchange(job)
                next = state.withLock { state in
                    state.running.remove(share)
                    state.line.charge(share, Monotonic.milliseconds() - begun)
                    return state.next()
                }
                job.completion(outcome)
            }
        }
    }

    // MARK: One process

    private func exchange(_ job: Job) -> Outcome {
        switch process.exchange([ImageHelper.command] + job.words, job.bytes) {
        case .answered(let output): Self.split(output).map { .pictures($0) } ?? .undecodable
        case .died, .late, .givenUp: .undecodable
        case .broken(let reason): .broken(reason: reason)
        }
    }

    /// Each picture has its length before it, in four bytes.
    private static func split(_ bytes: [UInt8]) -> [[UInt8]]? {
        var pictures: [[UInt8]] = []
        var offset = 0
        while offset < bytes.count {
            guard offset + 4 <= bytes.count else { return nil }
            let count = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            offset += 4
            guard count > 0, count <= bytes.count - offset else { return nil }
            pictures.append(Array(bytes[offset..<offset + count]))
            offset += count
        }
        return pictures.isEmpty ? nil : pictures
    }
}
