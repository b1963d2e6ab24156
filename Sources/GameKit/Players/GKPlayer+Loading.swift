import LaurelClient

extension GKPlayer {
    /// Players by ID. Unknown ones are left out.
    @available(iOS, deprecated: 14.5)
    @preconcurrency public class func loadPlayers(
        forIdentifiers identifiers: [String],
        withCompletionHandler completionHandler: (@Sendable ([GKPlayer]?, (any Error)?) -> Void)? = nil
    ) {
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in
            try await center.loadPlayers(identifiers)
        }
    }

    public class func loadPlayers(forIdentifiers identifiers: [String]) async throws -> [GKPlayer] {
        try await Laurel.current.loadPlayers(identifiers)
    }
}

extension Laurel {
    /// In the order in which they were asked for.
    func loadPlayers(_ ids: [String]) async throws(GKError) -> [GKPlayer] {
        guard ids.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 80 && !$0.contains(",") }) else {
            throw GKError(.invalidParameter, detail: "A player ID is empty or too long.")
        }
        if ids.isEmpty { return [] }
        let found = try await asPlayer { (client, _) throws(ClientError) in try await client.players(ids: ids) }
        roster.learn(found)
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { byID[$0] }.map { player($0) }
    }
}
