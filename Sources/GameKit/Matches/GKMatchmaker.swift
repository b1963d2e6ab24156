/// Finds players for real-time matches, and says how many look for a match.
///
/// There are no real-time matches yet: what searches for players fails with `notSupported`, and nobody is found nearby.
/// The numbers are of turn-based matches. Those are found with ``GKTurnBasedMatch/find(for:)``.
// SAFETY: holds nothing.
open class GKMatchmaker: NSObject, @unchecked Sendable {
    private static let matchmaker = GKMatchmaker()

    open class func shared() -> GKMatchmaker { matchmaker }

    // MARK: How many look for a match

    /// How many players have asked for a match of this game within the last minute. Below 100, the number is rounded
    /// down to 0, 1, 2, 5, 10, 20 or 50 (rule 11.8).
    @preconcurrency open func queryActivity(completionHandler: (@Sendable (Int, (any Error)?) -> Void)? = nil) {
        answer(completionHandler) { (center) throws(GKError) in try await center.matchActivity() }
    }

    open func queryActivity() async throws -> Int { try await Laurel.current.matchActivity() }

    /// The same of one ``GKMatchRequest/playerGroup``. Who asks in a group that is a party code's counts for all groups
    /// alone, so no such group has anybody.
    @preconcurrency open func queryPlayerGroupActivity(
        _ playerGroup: Int, withCompletionHandler completionHandler: (@Sendable (Int, (any Error)?) -> Void)? = nil
    ) {
        answer(completionHandler) { (center) throws(GKError) in try await center.matchActivity(inGroup: playerGroup) }
    }

    open func queryPlayerGroupActivity(_ playerGroup: Int) async throws -> Int {
        try await Laurel.current.matchActivity(inGroup: playerGroup)
    }

    /// Fails with `notSupported`: there are no queues.
    @preconcurrency open func queryQueueActivity(
        _ queueName: String, withCompletionHandler completionHandler: @escaping @Sendable (Int, (any Error)?) -> Void
    ) {
        answer(completionHandler) { (center) throws(GKError) in try center.queueActivity() }
    }

    open func queryQueueActivity(_ queueName: String) async throws -> Int { try Laurel.current.queueActivity() }

    private func answer(
        _ completionHandler: (@Sendable (Int, (any Error)?) -> Void)?,
        _ body: @escaping @Sendable (Laurel) async throws(GKError) -> Int
    ) {
        let handler: (Int?, (any Error)?) -> Void = { completionHandler?($0 ?? 0, $1) }
        Laurel.current.answer(handler, body)
    }

    // MARK: Hosted matches

    /// Fails with `notSupported`, or `matchRequestInvalid` where the request is wrong.
    @preconcurrency open func findPlayers(
        forHostedRequest request: GKMatchRequest,
        withCompletionHandler completionHandler: (@Sendable ([GKPlayer]?, (any Error)?) -> Void)? = nil
    ) {
        let wanted = request.wanted
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in
            try center.hostedPlayers(wanted).players
        }
    }

    open func findPlayers(forHostedRequest request: GKMatchRequest) async throws -> [GKPlayer] {
        try Laurel.current.hostedPlayers(request.wanted).players
    }

    /// As in iOS 4 to 7.
    @available(iOS, deprecated: 8.0)
    @preconcurrency open func findPlayers(
        forHostedMatchRequest request: GKMatchRequest,
        withCompletionHandler completionHandler: (@Sendable ([String]?, (any Error)?) -> Void)? = nil
    ) {
        let wanted = request.wanted
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in
            try center.hostedPlayers(wanted).players.map(\.gamePlayerID)
        }
    }

    /// The same with what rules made of the players' properties.
    @preconcurrency open func findMatchedPlayers(
        _ request: GKMatchRequest,
        withCompletionHandler completionHandler: @escaping @Sendable (GKMatchedPlayers?, (any Error)?) -> Void
    ) {
        let wanted = request.wanted
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in try center.hostedPlayers(wanted) }
    }

    open func findMatchedPlayers(_ request: GKMatchRequest) async throws -> GKMatchedPlayers {
        try Laurel.current.hostedPlayers(request.wanted)
    }

    // MARK: Canceling

    /// Does nothing: no search for a real-time match is ever pending.
    open func cancel() {}

    /// Does nothing: no invitation to a real-time match is ever pending. Those to turn-based matches stay.
    open func cancelPendingInvite(to player: GKPlayer) {}

    /// As in iOS 6 and 7.
    @available(iOS, deprecated: 8.0)
    open func cancelInvite(toPlayer playerID: String) {}

    // MARK: Nearby players and group activities

    /// - Parameter reachableHandler: never called.
    @preconcurrency open func startBrowsingForNearbyPlayers(
        handler reachableHandler: (@Sendable (GKPlayer, Bool) -> Void)? = nil
    ) {}

    /// As in iOS 6 and 7.
    ///
    /// - Parameter reachableHandler: never called.
    @available(iOS, deprecated: 8.0)
    @_disfavoredOverload
    @preconcurrency open func startBrowsingForNearbyPlayers(
        reachableHandler: (@Sendable (String, Bool) -> Void)? = nil
    ) {}

    open func stopBrowsingForNearbyPlayers() {}

    /// - Parameter handler: never called: there is no SharePlay here.
    @preconcurrency open func startGroupActivity(playerHandler handler: @escaping @Sendable (GKPlayer) -> Void) {}

    open func stopGroupActivity() {}
}
