import LaurelDomain
import LaurelMatches
import LaurelWire
import Synchronization

/// The last write to each match that was refused: for developers, who look for their game's mistakes. In memory: a
/// restart forgets them.
final class RefusedMatchWrites: Sendable {
    /// Matches; the one that was refused longest ago goes first.
    static let countLimit = 1_000

    struct Refusal: Sendable {
        let time: Timestamp
        let player: PlayerNumber
        let problem: Problem.Kind
        let detail: String?
        let field: String?
    }

    private struct Key: Hashable {
        let game: MatchGame
        let match: MatchNumber
    }

    private struct State {
        var refusals: [Key: (serial: UInt64, refusal: Refusal)] = [:]
        var serials: [UInt64: Key] = [:]
        var first: UInt64 = 0
        var next: UInt64 = 0
    }

    private let state = Mutex(State())

    /// What the server itself couldn't do is no mistake of a game, and who doesn't sit in a match leaves nothing here.
    func note(
        _ problem: Problem, of match: MatchNumber, in game: MatchGame, by player: PlayerNumber, at time: Timestamp
    ) {
        guard ![.unavailable, .internalError, .unknownMatch].contains(problem.kind) else { return }
        let refusal = Refusal(
            time: time, player: player, problem: problem.kind, detail: problem.detail, field: problem.field)
        let key = Key(game: game, match: match)
        state.withLock { state in
            if let old = state.refusals[key] { state.serials[old.serial] = nil }
            state.refusals[key] = (state.next, refusal)
            state.serials[state.next] = key
            state.next += 1
            while state.refusals.count > Self.countLimit {
                if let oldest = state.serials.removeValue(forKey: state.first) { state.refusals[oldest] = nil }
                state.first += 1
            }
        }
    }

    func last(of match: MatchNumber, in game: MatchGame) -> Refusal? {
        state.withLock { $0.refusals[Key(game: game, match: match)]?.refusal }
    }
}
