import Foundation
import LaurelProcess
import LaurelWire
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
        let hers = try #require(await beaHears.turn(in: match))
        _ = try await hers.acceptInvite()
        try await hers.endTurn(
            withNextParticipants: [hers.participants[0]], turnTimeout: GKTurnTimeoutDefault, match: Data("2".utf8))
        return (try #require(await aliHears.turn(in: match)), hers)
    }

    /// A phone of ali's on which the game doesn't listen, and which has shown bea's invitation to a match. Ali has the
    /// turn in it.
    func invited() async throws -> (phone: TestDevice, match: GKTurnBasedMatch) {
        let openings = StreamOpenings()
        let phone = try TestDevice(arena.game) { $0.eventStreamOpened = openings.opened }
        try await phone.signIn("ali")
        await openings.next()
        let match = try await bea.run {
            let request = GKMatchRequest()
            request.recipients = [ali.local]
            return try await GKTurnBasedMatch.find(for: request)
        }
        try await match.endTurn(
            withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data("1".utf8))
        await phone.shows("bea invited you to a match")
        return (phone, match)
    }
}

extension RecordingListener {
    /// The next event that isn't of somebody else's turn, where it is one of a turn.
    func turn() async -> (match: GKTurnBasedMatch, didBecomeActive: Bool, player: GKPlayer, isOnMainThread: Bool)? {
        guard let call = await nextOfOwn(), case .turn(let match, let didBecomeActive) = call.event else { return nil }
        return (match, didBecomeActive, call.player, call.isOnMainThread)
    }

    /// The next event that isn't one of a turn: those can come again with each version of a match.
    func pastTurns() async -> Event? {
        while let call = await next() {
            guard case .turn = call.event else { return call.event }
        }
        return nil
    }

    /// The next exchange that was taken back: its request may be told before, or is gone by then.
    func cancellation() async -> GKTurnBasedExchange? {
        while let event = await pastTurns() { if case .cancellation(let exchange) = event { return exchange } }
        return nil
    }

    /// The player's next turn in a match, past what comes late of others.
    func turn(in match: GKTurnBasedMatch) async -> GKTurnBasedMatch? {
        while let told = await turn() {
            if told.match == match { return told.match }
        }
        return nil
    }

    /// The next event that isn't of somebody else's turn, where it is the end of a match.
    func end() async -> GKTurnBasedMatch? {
        if case .ended(let match)? = await nextOfOwn()?.event { match } else { nil }
    }

    private func nextOfOwn() async -> Call? {
        while let call = await next() {
            guard case .turn(let match, _) = call.event, match.lostTurnData == nil, !match.isOwnTurn else {
                return call
            }
        }
        return nil
    }
}

extension GKTurnBasedMatch {
    fileprivate var isOwnTurn: Bool { answer.turn?.seat == answer.seat }
}

extension TestDevice {
    /// Waits for a banner: the notice that it is of may come behind the event of its match.
    func shows(_ title: String, _ message: String = "") async {
        while !presenter.banners.contains(where: { $0.title == title && $0.message == message }) { await Task.yield() }
    }
}
