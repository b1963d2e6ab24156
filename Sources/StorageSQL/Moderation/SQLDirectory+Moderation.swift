public import LaurelDomain
public import LaurelStorage

extension SQLDatabase {
    public func bans() throws(StoreError) -> [Ban] {
        try read { connection throws(StoreError) in try BanTable.all(on: connection) }
    }

    public func review(_ id: ReviewID) throws(StoreError) -> Review? {
        try read { connection throws(StoreError) in try ReviewTable.review(id, on: connection) }
    }

    public func pendingScores() throws(StoreError) -> [PendingScore] {
        try read { connection throws(StoreError) in try ReviewTable.pendingScores(on: connection) }
    }

    public func policies() throws(StoreError) -> [PolicyRecord] {
        try read { connection throws(StoreError) in try PolicyTable.all(on: connection) }
    }
}

extension SQLDirectory {
    public func reviews(
        _ filter: ReviewFilter, after id: ReviewID?, limit: Int
    ) async throws(StoreError) -> [Review] {
        try await read { connection throws(StoreError) in
            try ReviewTable.reviews(filter, after: id, limit: limit, on: connection)
        }
    }

    public func review(_ id: ReviewID) async throws(StoreError) -> Review? {
        try await read { connection throws(StoreError) in try ReviewTable.review(id, on: connection) }
    }

    public func reviewedScores(
        of player: PlayerNumber, on leaderboard: LeaderboardNumber, _ stream: StreamID, limit: Int
    ) async throws(StoreError) -> [Review] {
        try await read { connection throws(StoreError) in
            try ReviewTable.scores(of: player, on: leaderboard, stream, limit: limit, on: connection)
        }
    }

    public func file(_ report: Report, since: Timestamp, limit: Int) async throws(StoreError) -> ReportOutcome {
        try await write { connection throws(StoreError) in
            try ReportTable.file(report, since: since, limit: limit, on: connection)
        }
    }

    public func reports(of id: ReviewID, limit: Int) async throws(StoreError) -> [Report] {
        try await read { connection throws(StoreError) in
            try ReportTable.reports(of: id, limit: limit, on: connection)
        }
    }

    public func reports(by reporter: PlayerNumber, limit: Int) async throws(StoreError) -> [Report] {
        try await read { connection throws(StoreError) in
            try ReportTable.reports(by: reporter, limit: limit, on: connection)
        }
    }

    public func setPolicy(
        _ policy: ModerationPolicy?, of app: AppNumber, leaderboard: LeaderboardNumber?, _ audit: NewAuditEntry
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try AuditTable.insert(audit, on: connection)
            if let policy {
                try PolicyTable.put(policy, app, leaderboard, on: connection)
            } else {
                try PolicyTable.remove(app, leaderboard, on: connection)
            }
        }
    }

    public func words() async throws(StoreError) -> [WordRecord] {
        try await read { connection throws(StoreError) in
            try connection.rows("SELECT word, verdict FROM words ORDER BY word") { row throws(StoreError) in
                WordRecord(try row["word"], try row["verdict"])
            }
        }
    }

    public func setWord(
        _ word: String, _ verdict: WordVerdict?, _ audit: NewAuditEntry
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try AuditTable.insert(audit, on: connection)
            guard let verdict else {
                try connection.run("DELETE FROM words WHERE word = \(word)")
                return
            }
            try connection.run(
                .insert(into: "words", ["word": word, "verdict": verdict], ifThere: .takesOver(key: ["word"])))
        }
    }

    public func players(
        aliasKeyPrefix prefix: String, beyond key: String, limit: Int
    ) async throws(StoreError) -> [Player] {
        try await read { connection throws(StoreError) in
            // No key has this character, which follows all others.
            let end = prefix + "\u{10FFFF}"
            return try connection.rows(
                """
                SELECT \(PlayerTable.columns) FROM players
                WHERE alias_key >= \(prefix) AND alias_key > \(key) AND alias_key < \(end)
                ORDER BY alias_key LIMIT \(SQLPage.limit(limit))
                """, PlayerTable.row)
        }
    }

    public func takeDown(
        _ content: TakenDown, of player: PlayerNumber, reportedIn review: ReviewID, _ notice: NewNotice?,
        _ audit: NewAuditEntry?
    ) async throws(StoreError) -> TakedownOutcome {
        try await write { connection throws(StoreError) in
            let evidence = try ReportTable.evidence(of: review, on: connection)
            let reporters = try ReportTable.reporters(of: review, on: connection)
            let outcome = try TakedownTable.takeDown(
                content, of: player, reported: evidence, by: reporters, on: connection)
            guard outcome == .done else { return outcome }
            if let notice { try NoticeTable.insert(notice, on: connection) }
            if let audit { try AuditTable.insert(audit, on: connection) }
            return .done
        }
    }

    public func reportedPhoto(_ digest: BlobDigest, of id: ReviewID) async throws(StoreError) -> [UInt8]? {
        try await read { connection throws(StoreError) in
            guard try ReportPhotoTable.isKept(digest, for: id, on: connection) else { return nil }
            return try BlobTable.bytes(digest, on: connection)
        }
    }
}
