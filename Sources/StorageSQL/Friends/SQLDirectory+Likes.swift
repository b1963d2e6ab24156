public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func setLike(
        _ time: Timestamp?, of app: AppNumber, by player: PlayerNumber
    ) async throws(StoreError) {
        _ = try await write { connection throws(StoreError) in
            guard let time else {
                try connection.run("DELETE FROM likes WHERE player = \(player) AND app = \(app)")
                return
            }
            try connection.run(
                .insert(into: "likes", ["player": player, "app": app, "since": time], ifThere: .stays))
        }
    }

    public func likes(of app: AppNumber, seenBy player: PlayerNumber) async throws(StoreError) -> Likes {
        try await read { connection throws(StoreError) in
            let own: Timestamp? = try connection.value(
                "SELECT since FROM likes WHERE player = \(player) AND app = \(app)")
            return Likes(
                isLiked: own != nil,
                friends: try connection.values(
                    """
                    SELECT friend FROM friendships JOIN likes ON likes.player = friend AND likes.app = \(app)
                    WHERE friendships.player = \(player) ORDER BY likes.since DESC, friend
                    """))
        }
    }

    public func likes(by player: PlayerNumber) async throws(StoreError) -> [GameLike] {
        try await read { connection throws(StoreError) in
            try connection.rows("SELECT app, since FROM likes WHERE player = \(player) ORDER BY app") {
                row throws(StoreError) in GameLike(app: try row["app"], since: try row["since"])
            }
        }
    }
}
