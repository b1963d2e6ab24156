public import LaurelDomain
public import LaurelWire

// Leaderboards and their entries. The session says which environment is meant.
extension Client {
    /// - Returns: those that are shown, in order of creation.
    public func leaderboards(of game: BundleID) async throws(ClientError) -> [LeaderboardAnswer] {
        try await ask(.games(.leaderboards(game, language: nil, nil)), as: LeaderboardAnswer.list)
    }

    /// - Throws: the problem `unknown-leaderboard` where there is none. One that moved into a group answers as that.
    public func leaderboard(
        _ id: LeaderboardID, of game: BundleID
    ) async throws(ClientError) -> LeaderboardAnswer {
        try await ask(.games(.leaderboard(game, id, language: nil, nil)))
    }

    public func leaderboardSets(of game: BundleID) async throws(ClientError) -> [LeaderboardSetRecord] {
        try await ask(.sets(.list(game, language: nil, nil)), as: LeaderboardSetAnswer.list)
            .map(LeaderboardSetRecord.init(_:))
    }

    /// - Returns: nil: neither the player nor the app has one.
    public func defaultLeaderboard(of game: BundleID) async throws(ClientError) -> String? {
        try await (ask(.sets(.defaultLeaderboard(game))) as DefaultLeaderboardAnswer).leaderboard?.text
    }

    /// - Parameter id: nil: the app's own again.
    public func chooseDefaultLeaderboard(
        _ id: LeaderboardID?, of game: BundleID
    ) async throws(ClientError) {
        var body = DefaultLeaderboardBody()
        body.leaderboard = id
        try await tell(.sets(.chooseDefaultLeaderboard(game)), body.json)
    }

    public func entries(
        on leaderboard: LeaderboardID, of game: BundleID, _ players: PlayerScope, _ window: RankWindow,
        _ reading: ReadingQuery
    ) async throws(ClientError) -> EntryPageAnswer {
        try await ask(.games(.entries(game, leaderboard, players, window, reading)))
    }

    /// - Parameter ids: any number; they are asked for a hundred at a time.
    /// - Returns: the entries of those who have one, by rank on the whole leaderboard.
    public func entries(
        on leaderboard: LeaderboardID, of game: BundleID, players ids: [String], _ reading: ReadingQuery
    ) async throws(ClientError) -> EntryPageAnswer {
        var rest = ids[...]
        func next() async throws(ClientError) -> EntryPageAnswer {
            let part = rest.prefix(RankWindow.countLimit)
            rest = rest.dropFirst(part.count)
            return try await ask(.games(.entriesOfPlayers(game, leaderboard, ids: Array(part), reading)))
        }
        var page = try await next()
        while !rest.isEmpty { page.entries += try await next().entries }
        page.entries.sort { $0.rank < $1.rank }
        return page
    }

    /// All of the scores count or none (rule 4.10).
    public func submit(_ scores: ScoresBody, to game: BundleID) async throws(ClientError) -> SubmittedListAnswer {
        try await ask(.games(.submitScores(game, nil)), scores.json)
    }

    /// - Parameter path: as an answer named it.
    /// - Returns: a picture in PNG.
    public func picture(path: String) async throws(ClientError) -> [UInt8] {
        guard path.hasPrefix("/v1/") else {
            throw .unreadable(UnreadableAnswer(reason: "The image address isn't a path on this server: \(path)"))
        }
        return try await exchange(path: path, bytesLimit: ClientLimits.blobBytes).body
    }
}
