import LaurelClient
import LaurelDomain
import LaurelWire

// What the matchmaker of real-time matches can tell, and why the rest of it fails.
extension Laurel {
    /// How many players have asked for a turn-based match lately (rule 11.8).
    ///
    /// - Parameter group: nil: in all groups.
    func matchActivity(inGroup group: Int? = nil) async throws(GKError) -> Int {
        let game = try configuration.game.get().bundleID
        return try await asPlayer { (client, _) throws(ClientError) in
            try await client.matchActivity(of: game, group: group.map { Int64($0) })
        }
    }

    func queueActivity() throws(GKError) -> Int { throw realTimeRefusal() }

    /// - Throws: always: for what is wrong with the request, or else because there are no real-time matches yet.
    func hostedPlayers(_ wanted: GKMatchRequest.Wanted) throws(GKError) -> GKMatchedPlayers {
        _ = try wanted.body(drawKey(), takesStrangers: true, invitedBy: session?.player.id)
        throw realTimeRefusal()
    }

    private func realTimeRefusal() -> GKError {
        session == nil
            ? GKError(.notAuthenticated)
            : GKError(.notSupported, detail: "Players of real-time matches can't be found yet.")
    }
}
