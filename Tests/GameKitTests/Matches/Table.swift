import Foundation
import LaurelProcess
import Testing

@testable import GameKit

/// Two players at a match, each with a device whose game listens.
struct Table {
    let arena: FullGame
    let ali: TestDevice
    let bea: TestDevice
    let aliHears: RecordingListener
    let beaHears: RecordingListener

    init() async throws {
        arena = try await FullGame()
        (ali, aliHears) = try await arena.listening("ali")
        (bea, beaHears) = try await arena.listening("bea")
    }

    /// A match that ali has made, inviting bea, and in which ali has the turn.
    func begun() async throws -> GKTurnBasedMatch {
        let request = GKMatchRequest()
        request.recipients = [bea.local]
        return try await ali.run { try await GKTurnBasedMatch.find(for: request) }
    }

    /// The same after both had a turn: ali has it again.
    func inPlay() async throws -> (ali: GKTurnBasedMatch, bea: GKTurnBasedMatch) {
        let match = try await begun()
        try await match.endTurn(
            withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data("1".utf8))
        let hers = try #require(await beaHears.turn()?.match)
        _ = try await hers.acceptInvite()
        try await hers.endTurn(
            withNextParticipants: [hers.participants[0]], turnTimeout: GKTurnTimeoutDefault, match: Data("2".utf8))
        return (try #require(await aliHears.turn()?.match), hers)
    }
}

extension RecordingListener {
    /// The next event, where it is one of a turn.
    func turn() async -> (match: GKTurnBasedMatch, didBecomeActive: Bool, player: GKPlayer, isOnMainThread: Bool)? {
        guard let call = await next(), case .turn(let match, let didBecomeActive) = call.event else { return nil }
        return (match, didBecomeActive, call.player, call.isOnMainThread)
    }

    /// The next event, where it is the end of a match.
    func end() async -> GKTurnBasedMatch? {
        if case .ended(let match)? = await next()?.event { match } else { nil }
    }
}
