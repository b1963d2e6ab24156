import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

extension Laurel {
    func leaderboards(_ ids: [String]?) async throws(GKError) -> [GKLeaderboard] {
        let game = try configuration.game.get().bundleID
        let wanted = try ids.map { (ids) throws(GKError) in
            try ids.map { (id) throws(GKError) in try leaderboardID(id) }
        }
        let found = try await asPlayer { (client, _) throws(ClientError) in
            let all = try await client.leaderboards(of: game)
            guard let wanted else { return all }
            let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
            var found: [LeaderboardAnswer] = []
            for id in wanted {
                if let record = byID[id] {
                    found.append(record)
                } else if let record = try await client.hiddenLeaderboard(id, of: game) {
                    found.append(record)
                }
            }
            return found
        }
        return found.map { GKLeaderboard($0, in: self) }
    }

    /// What is known of a leaderboard, asked for where nothing is.
    func loaded(_ leaderboard: GKLeaderboard) async throws(GKError) -> LeaderboardAnswer {
        if let record = leaderboard.record { return record }
        let id = try await identifier(of: leaderboard)
        let game = try configuration.game.get().bundleID
        let record = try await asPlayer(naming: id) { (client, _) throws(ClientError) in
            try await client.leaderboard(id, of: game)
        }
        leaderboard.state.withLock { $0.record = record }
        return record
    }

    /// Which one is meant: where the game did not say, the default one.
    func identifier(of leaderboard: GKLeaderboard) async throws(GKError) -> LeaderboardID {
        if let identifier = leaderboard.identifier { return try leaderboardID(identifier) }
        let game = try configuration.game.get().bundleID
        let standard = try await asPlayer { (client, _) throws(ClientError) in
            try await client.defaultLeaderboard(of: game)
        }
        guard let standard else {
            throw GKError(.invalidParameter, detail: "Specify a leaderboard: the game has no default one.")
        }
        leaderboard.state.withLock { state in if state.identifier == nil { state.identifier = standard } }
        return try leaderboardID(standard)
    }

    func previousOccurrence(of leaderboard: GKLeaderboard) async throws(GKError) -> GKLeaderboard? {
        let record = try await loaded(leaderboard)
        guard record.kind.isRecurring else { return nil }
        let id = record.id
        let game = try configuration.game.get().bundleID
        let window = try window(NSRange(location: 1, length: 1))
        let found = try await asPlayer { (client, _) throws(ClientError) in
            do throws(ClientError) {
                return try await client.entries(
                    on: id, of: game, .global, window, ReadingQuery(occurrence: .previous)
                ).occurrence
            } catch {
                if case .problem(let problem) = error, problem.kind == .unknownOccurrence { return nil }
                throw error
            }
        }
        guard let found else { return nil }
        // Of an expired one asked again there is nothing before it but itself.
        if let own = leaderboard.state.withLock(\.occurrence), own.number <= found.number { return nil }
        return GKLeaderboard(record, occurrence: found, in: self)
    }

    /// - Parameter path: nil: the server shows none.
    func image(at path: String?) async throws(GKError) -> UIImage {
        guard session != nil else { throw GKError(.notAuthenticated) }
        guard let path else { throw GKError(.notSupported, detail: "It has no image.") }
        guard let image = UIImage(data: try await picture(path)) else {
            throw GKError(.communicationsFailure, detail: "The server didn't send a valid image.")
        }
        return image
    }

    /// - Returns: nil: the developer gave none.
    func image(of picture: PictureAnswer) async throws(GKError) -> UIImage? {
        picture.isPlaceholder ? nil : try await image(at: picture.url)
    }

    // MARK: Arguments

    func leaderboardID(_ text: String) throws(GKError) -> LeaderboardID {
        do throws(InvalidIdentifier) { return try LeaderboardID(text) } catch {
            throw GKError(
                .invalidParameter,
                detail: "“\(text)” isn't a leaderboard ID: use up to 100 letters, digits, “.”, “_” and “-”.")
        }
    }

    /// Rule 4.9.
    func window(_ range: NSRange) throws(GKError) -> RankWindow {
        do throws(RankWindow.Invalid) { return try RankWindow(first: range.location, count: range.length) } catch {
            throw GKError(
                .invalidParameter,
                detail: "A range starts at 1 or later and has 1 to \(RankWindow.countLimit) ranks; this one has "
                    + "\(range.length) from \(range.location).")
        }
    }
}

extension Client {
    /// One that lists leave out, or that moved; nil: there is none.
    fileprivate func hiddenLeaderboard(
        _ id: LeaderboardID, of game: BundleID
    ) async throws(ClientError) -> LeaderboardAnswer? {
        do throws(ClientError) { return try await leaderboard(id, of: game) } catch {
            if case .problem(let problem) = error, problem.kind == .unknownLeaderboard { return nil }
            throw error
        }
    }
}
