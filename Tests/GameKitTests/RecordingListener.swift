import Foundation
import LaurelProcess
import Synchronization

@testable import GameKit

/// Hears everything, and remembers it in order.
final class RecordingListener: NSObject, GKLocalPlayerListener {
    enum Event: Sendable {
        case wantsToPlay(GKChallenge)
        case received(GKChallenge)
        case completed(GKChallenge, issuedBy: GKPlayer)
        case wasCompleted(GKChallenge, by: GKPlayer)
        case modified(GKSavedGame)
        case conflicting([GKSavedGame])
        case turn(GKTurnBasedMatch, didBecomeActive: Bool)
        case ended(GKTurnBasedMatch)
        case wantsToQuit(GKTurnBasedMatch)
        case exchange(GKTurnBasedExchange)
        case cancellation(GKTurnBasedExchange)
        case replies([GKTurnBasedExchangeReply], GKTurnBasedExchange)
    }

    struct Call: Sendable {
        let event: Event
        let player: GKPlayer
        let isOnMainThread: Bool
    }

    private let calls: AsyncStream<Call>
    private let feed: AsyncStream<Call>.Continuation

    override init() { (calls, feed) = AsyncStream.makeStream() }

    /// Waits for the next one.
    func next() async -> Call? {
        for await call in calls { return call }
        return nil
    }

    private func add(_ event: Event, _ player: GKPlayer) {
        feed.yield(Call(event: event, player: player, isOnMainThread: Callbacks.isOnMain))
    }

    func player(_ player: GKPlayer, wantsToPlay challenge: GKChallenge) { add(.wantsToPlay(challenge), player) }
    func player(_ player: GKPlayer, didReceive challenge: GKChallenge) { add(.received(challenge), player) }

    func player(_ player: GKPlayer, didComplete challenge: GKChallenge, issuedByFriend friendPlayer: GKPlayer) {
        add(.completed(challenge, issuedBy: friendPlayer), player)
    }

    func player(
        _ player: GKPlayer, issuedChallengeWasCompleted challenge: GKChallenge, byFriend friendPlayer: GKPlayer
    ) {
        add(.wasCompleted(challenge, by: friendPlayer), player)
    }

    func player(_ player: GKPlayer, didModifySavedGame savedGame: GKSavedGame) { add(.modified(savedGame), player) }

    func player(_ player: GKPlayer, receivedTurnEventFor match: GKTurnBasedMatch, didBecomeActive: Bool) {
        add(.turn(match, didBecomeActive: didBecomeActive), player)
    }

    func player(_ player: GKPlayer, matchEnded match: GKTurnBasedMatch) { add(.ended(match), player) }
    func player(
        _ player: GKPlayer, receivedExchangeRequest exchange: GKTurnBasedExchange, for match: GKTurnBasedMatch
    ) {
        add(.exchange(exchange), player)
    }
    func player(
        _ player: GKPlayer, receivedExchangeCancellation exchange: GKTurnBasedExchange, for match: GKTurnBasedMatch
    ) {
        add(.cancellation(exchange), player)
    }
    func player(
        _ player: GKPlayer, receivedExchangeReplies replies: [GKTurnBasedExchangeReply],
        forCompletedExchange exchange: GKTurnBasedExchange, for match: GKTurnBasedMatch
    ) {
        add(.replies(replies, exchange), player)
    }
    func player(_ player: GKPlayer, wantsToQuitMatch match: GKTurnBasedMatch) { add(.wantsToQuit(match), player) }

    func player(_ player: GKPlayer, hasConflictingSavedGames savedGames: [GKSavedGame]) {
        add(.conflicting(savedGames), player)
    }
}

/// Tells when an engine's event stream is open.
final class StreamOpenings: Sendable {
    private let stream: AsyncStream<Void>
    let opened: @Sendable () -> Void

    init() {
        let (stream, feed) = AsyncStream<Void>.makeStream()
        self.stream = stream
        opened = { feed.yield() }
    }

    func next() async { for await _ in stream { return } }
}

extension FullGame {
    /// A device whose game listens: its stream is open when this returns.
    func listening(
        _ alias: String, isNew: Bool = true
    ) async throws -> (device: TestDevice, listener: RecordingListener) {
        let openings = StreamOpenings()
        if isNew { _ = try await game.player(alias) }
        let device = try TestDevice(game) { $0.eventStreamOpened = openings.opened }
        let listener = RecordingListener()
        device.run { GKLocalPlayer.local.register(listener) }
        try await device.signIn(alias)
        await openings.next()
        return (device, listener)
    }
}
