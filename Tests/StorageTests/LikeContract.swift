import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestSupport
import Testing

/// Who likes what, among friends: every engine says the same.
@Suite("Like contract", .timeLimit(.minutes(15))) struct LikeContract {
    private let start = Timestamp(clamping: 1_800_000_000_000)

    @Test("a player sees their own like and those of their friends, the newest first", arguments: Backend.allCases)
    func friends(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let start = start
        var players: [PlayerNumber] = []
        for index in 0..<5 {
            let new = NewPlayer(
                alias: try Alias("player\(index)"), displayName: "player\(index)", passwordHash: "", recoveryCodes: [],
                created: start, entrance: .open, session: nil)
            guard case .registered(let player, _) = try await directory.register(new) else { continue }
            players.append(player.number)
        }
        // The last one is nobody's friend.
        for friend in players[1...3] {
            _ = try await directory.relate(players[0], to: friend, at: start) { relation -> Bool in
                do throws(FriendRefusal) { _ = try relation.comeByInvitation(at: start) } catch { return false }
                return true
            }
        }
        let (game, other) = (AppNumber(1), AppNumber(2))
        #expect(try await directory.likes(of: game, seenBy: players[0]) == Likes(isLiked: false, friends: []))
        for (offset, player) in players[1...4].enumerated() {
            try await directory.setLike(start.advanced(by: .seconds(Int64(offset))), of: game, by: player)
        }
        try await directory.setLike(start, of: other, by: players[0])
        #expect(
            try await directory.likes(of: game, seenBy: players[0])
                == Likes(isLiked: false, friends: [players[3], players[2], players[1]]))
        #expect(
            try await directory.likes(of: other, seenBy: players[1]) == Likes(isLiked: false, friends: [players[0]]))

        // Said again, it is as old as it was.
        try await directory.setLike(start.advanced(by: .seconds(100)), of: game, by: players[1])
        try await directory.setLike(nil, of: game, by: players[3])
        try await directory.setLike(nil, of: game, by: players[3])
        #expect(try await directory.likes(of: game, seenBy: players[0]).friends == [players[2], players[1]])
        try await directory.setLike(start.advanced(by: .seconds(7)), of: game, by: players[0])
        #expect(try await directory.likes(of: game, seenBy: players[0]).isLiked)
        #expect(
            try await directory.likes(by: players[0]) == [
                GameLike(app: game, since: start.advanced(by: .seconds(7))), GameLike(app: other, since: start),
            ])
    }
}
