import LaurelClient
import LaurelWire
import Synchronization

/// Something that the game made, from the call on until its caller has heard what became of it.
final class PendingSubmission: Sendable {
    typealias Outcome = Result<OfflineQueue.Outcome, GKError>

    /// What the device's folder made of it.
    enum Stage: Sendable {
        case pending
        /// Stored in the player's queue under this name.
        case kept(String)
        /// Why the folder couldn't store it.
        case unkept(DeviceError)
    }

    private struct State {
        var stage = Stage.pending
        var outcome: Outcome?
        var currentMatch: MatchAnswer?
        var caller: CheckedContinuation<Outcome, Never>?
    }

    /// Names its file.
    let mark: String
    /// In the order of the game's calls.
    let number: UInt64
    let folder: PlayerFolder
    let submission: QueuedSubmission
    private let state = Mutex(State())

    init(_ submission: QueuedSubmission, in folder: PlayerFolder, mark: String, number: UInt64) {
        self.submission = submission
        self.folder = folder
        self.mark = mark
        self.number = number
    }

    var stage: Stage {
        get { state.withLock(\.stage) }
        set { state.withLock { $0.stage = newValue } }
    }

    /// As the server told it with a refusal, since the turn was made of an older one.
    var currentMatch: MatchAnswer? {
        get { state.withLock(\.currentMatch) }
        set { state.withLock { $0.currentMatch = newValue } }
    }

    /// Told once, by the caller that took it from ``PendingSubmissions``.
    func settle(_ outcome: Outcome) {
        let caller = state.withLock { state in
            state.outcome = outcome
            defer { state.caller = nil }
            return state.caller
        }
        caller?.resume(returning: outcome)
    }

    /// It was not sent now: an error that says so when it is sent later.
    func wait(_ error: GKError) {
        if case .kept = stage { settle(.failure(error.kept)) } else { settle(.failure(error)) }
    }

    /// What became of it. One caller asks.
    ///
    /// - Throws: what the server refused for good; or why it was not sent now, with ``GKError/keptKey`` in `userInfo`
    ///   where it is sent later.
    func outcome() async throws(GKError) -> OfflineQueue.Outcome {
        try await withCheckedContinuation { caller in
            let outcome = state.withLock { state in
                if state.outcome == nil { state.caller = caller }
                return state.outcome
            }
            if let outcome { caller.resume(returning: outcome) }
        }.get()
    }
}

/// All whose callers have not heard yet.
final class PendingSubmissions: Sendable {
    private struct State {
        var nextNumber: UInt64 = 0
        /// By their marks.
        var all: [String: PendingSubmission] = [:]
        /// Those that nobody has begun to write down, in the order of the game's calls.
        var unplaced: ArraySlice<PendingSubmission> = []
        /// Of turns that the server hasn't answered: their callers may have heard that they are kept.
        var versions: [String: LateVersion] = [:]
    }

    private let state = Mutex(State())

    func add(
        _ submission: QueuedSubmission, naming version: LateVersion?, in folder: PlayerFolder, mark: String
    ) -> PendingSubmission {
        state.withLock { state in
            state.versions[mark] = version
            state.nextNumber += 1
            let made = PendingSubmission(submission, in: folder, mark: mark, number: state.nextNumber)
            state.all[mark] = made
            state.unplaced.append(made)
            return made
        }
    }

    /// The first ones that nobody has begun to write down, of one player.
    func takeUnplaced(limit: Int) -> [PendingSubmission] {
        state.withLock { state in
            let folder = state.unplaced.first?.folder
            let batch = Array(state.unplaced.prefix(limit).prefix { $0.folder == folder })
            state.unplaced = state.unplaced.count == batch.count ? [] : state.unplaced.dropFirst(batch.count)
            return batch
        }
    }

    /// The caller that takes it settles it.
    func take(_ mark: String) -> PendingSubmission? { state.withLock { $0.all.removeValue(forKey: mark) } }

    func version(of mark: String) -> LateVersion? { state.withLock { $0.versions[mark] } }

    /// It has been answered.
    func takeVersion(of mark: String) -> LateVersion? { state.withLock { $0.versions.removeValue(forKey: mark) } }

    func holds(_ mark: String) -> Bool { state.withLock { $0.all[mark] != nil } }

    /// Those whom the device's folder has answered, in the order of the game's calls.
    var placed: [PendingSubmission] {
        let all = state.withLock { Array($0.all.values) }
        return all.filter { if case .pending = $0.stage { false } else { true } }.sorted { $0.number < $1.number }
    }
}
