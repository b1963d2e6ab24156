import LaurelClient
import LaurelDomain
import LaurelWire

struct IdentityItems: Sendable {
    let url: URL
    let signature: Data
    let salt: Data
    let timestamp: UInt64
}

extension Laurel {
    func setDefaultLeaderboard(_ id: String) async throws(GKError) {
        let game = try configuration.game.get()
        let leaderboard: LeaderboardID?
        do throws(InvalidIdentifier) { leaderboard = id.isEmpty ? nil : try LeaderboardID(id) } catch {
            throw GKError(.invalidParameter, detail: "“\(id.prefix(120))” isn't a leaderboard ID.")
        }
        try await asPlayer { (client, _) throws(ClientError) in
            try await client.chooseDefaultLeaderboard(leaderboard, of: game.bundleID)
        }
    }

    func defaultLeaderboard() async throws(GKError) -> String {
        let game = try configuration.game.get()
        let id = try await asPlayer { (client, _) throws(ClientError) in
            try await client.defaultLeaderboard(of: game.bundleID)
        }
        guard let id else { throw GKError(.invalidParameter, detail: "This game has no default leaderboard.") }
        return id
    }

    func identityItems() async throws(GKError) -> IdentityItems {
        let game = try configuration.game.get()
        let proof = try await asPlayer { (client, _) throws(ClientError) in
            try await client.identity(in: game.bundleID)
        }
        guard let url = URL(string: proof.publicKeyURL) else {
            throw GKError(.communicationsFailure, detail: "The server gave no certificate URL.")
        }
        return IdentityItems(
            url: url, signature: Data(proof.signature), salt: Data(proof.salt),
            timestamp: UInt64(clamping: proof.timestamp))
    }
}
