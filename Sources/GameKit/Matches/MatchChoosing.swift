import LaurelWire
import Synchronization

/// One look of the player at their matches, and what comes of it.
final class MatchChoosing: Sendable {
    private struct State: Sendable {
        /// Matches that the player was in before.
        var entered: Set<String> = []
        /// Nil: nobody was asked.
        var choice: GameCenterMatchChoice?
        var isReady = false
    }

    private let wanted: GKMatchRequest.Wanted
    private let mode: GKMatchmakingMode
    private let state = Mutex(State())

    init(_ wanted: GKMatchRequest.Wanted, _ mode: GKMatchmakingMode) {
        self.wanted = wanted
        self.mode = mode
    }

    /// - Parameter shows: the game wants it.
    /// - Returns: whether there is something to be shown.
    func begin(_ shows: Bool, in center: Laurel) async -> Bool {
        let matches = shows ? await ownMatches(in: center) : []
        state.withLock { state in
            state.isReady = true
            state.entered = Set(matches.filter(\.isEntered).map(\.id))
        }
        return matches.contains { $0.state != .over }
    }

    func choose(_ choice: GameCenterMatchChoice) { state.withLock { $0.choice = choice } }

    /// False: the player wants none, or did not sign in.
    var wantsOne: Bool { state.withLock { $0.isReady && $0.choice != GameCenterMatchChoice.none } }

    /// The one that the player chose or entered, or one as the game asks for it.
    func match(in center: Laurel) async throws(GKError) -> GKTurnBasedMatch {
        let state = state.withLock(\.self)
        if case .match(let id) = state.choice { return try await center.loadMatch(id) }
        if state.choice != nil {
            let entered = await ownMatches(in: center).filter(\.isEntered).map(\.id)
            if let id = entered.first(where: { !state.entered.contains($0) }) { return try await center.loadMatch(id) }
        }
        var wanted = wanted
        if mode == .automatchOnly || wanted.restrictToAutomatch {
            (wanted.recipients, wanted.recipientIDs) = (nil, nil)
        }
        return try await center.findMatch(wanted, takesStrangers: mode != .inviteOnly)
    }

    /// - Returns: none where they can't be loaded: that is logged.
    private func ownMatches(in center: Laurel) async -> [MatchAnswer] {
        do throws(GKError) { return try await center.matchAnswers() } catch {
            center.world.log("Can't load matches: \(error.localizedDescription)")
            return []
        }
    }
}

extension MatchAnswer {
    /// Its reader plays in it.
    fileprivate var isEntered: Bool { state == .turn || state == .waiting }
}
