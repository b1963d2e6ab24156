public import LaurelDomain
public import LaurelStorage

extension SQLiteStore {
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

extension SQLiteDirectory {
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
            let select = try connection.prepare("SELECT word, verdict FROM words ORDER BY word")
            defer { select.reset() }
            var words: [WordRecord] = []
            while try select.step() {
                guard let verdict = UInt8(exactly: select.integer(1)).flatMap(WordVerdict.init(rawValue:)) else {
                    throw .broken(reason: "a word in the list has no verdict")
                }
                words.append(WordRecord(select.text(0), verdict))
            }
            return words
        }
    }

    public func setWord(
        _ word: String, _ verdict: WordVerdict?, _ audit: NewAuditEntry
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try AuditTable.insert(audit, on: connection)
            let change = try connection.prepare(
                verdict == nil
                    ? "DELETE FROM words WHERE word = ?" : "INSERT OR REPLACE INTO words (word, verdict) VALUES (?, ?)")
            change.bind(1, word)
            if let verdict { change.bind(2, Int64(verdict.rawValue)) }
            try change.run()
        }
    }

    public func players(aliasKeyPrefix prefix: String, limit: Int) async throws(StoreError) -> [Player] {
        try await read { connection throws(StoreError) in
            let select = try connection.prepare(
                "SELECT number FROM players WHERE alias_key >= ?1 AND alias_key < ?2 ORDER BY alias_key LIMIT ?3")
            select.bind(1, prefix)
            // No key has this character, which follows all others.
            select.bind(2, prefix + "\u{10FFFF}")
            select.bind(3, Int64(max(0, limit)))
            var numbers: [PlayerNumber] = []
            while try select.step() { numbers.append(try select.player(0)) }
            select.reset()
            var players: [Player] = []
            for number in numbers {
                if let player = try PlayerTable.player(number, on: connection) { players.append(player) }
            }
            return players
        }
    }

    public func takeDown(
        _ content: TakenDown, of player: PlayerNumber, reportedIn review: ReviewID, _ notice: NewNotice,
        _ audit: NewAuditEntry
    ) async throws(StoreError) -> TakedownOutcome {
        try await write { connection throws(StoreError) in
            let evidence = try ReportTable.evidence(of: review, on: connection)
            let outcome = try TakedownTable.takeDown(content, of: player, reported: evidence, on: connection)
            guard outcome == .done else { return outcome }
            try NoticeTable.insert(notice, on: connection)
            try AuditTable.insert(audit, on: connection)
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
