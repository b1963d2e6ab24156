import LaurelClient

extension Laurel {
    /// In the order in which they were asked for.
    func loadPlayers(_ ids: [String]) async throws(GKError) -> [GKPlayer] {
        guard ids.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 80 && !$0.contains(",") }) else {
            throw GKError(.invalidParameter, detail: "A player ID is empty or too long.")
        }
        if ids.isEmpty { return [] }
        let (found, viewer) = try await asPlayer { (client, session) throws(ClientError) in
            (try await client.players(ids: ids), session.player.id)
        }
        roster.learn(found, seenBy: viewer)
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { byID[$0] }.map { player($0) }
    }
}
