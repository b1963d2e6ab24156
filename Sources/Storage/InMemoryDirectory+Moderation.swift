public import LaurelDomain

extension InMemoryDirectory {
    public func reviews(
        _ filter: ReviewFilter, after id: ReviewID?, limit: Int
    ) async throws(StoreError) -> [Review] {
        moderation.withLock { state in
            let found = state.reviews.filter { review in
                review.state == filter.state && id.map { review.id > $0 } ?? true
                    && filter.app.map { review.content.app == $0 } ?? true
            }
            return Array(found.prefix(max(0, limit)))
        }
    }

    public func review(_ id: ReviewID) async throws(StoreError) -> Review? {
        moderation.withLock { state in state.reviews.first { $0.id == id } }
    }

    public func reviewedScores(
        of player: PlayerNumber, on leaderboard: LeaderboardNumber, _ stream: StreamID, limit: Int
    ) async throws(StoreError) -> [Review] {
        moderation.withLock { state in
            let found = state.reviews.filter { review in
                guard case .score(stream, leaderboard, _, _, _, _) = review.content.subject else { return false }
                return review.content.player == player
            }
            return Array(found.reversed().prefix(max(0, limit)))
        }
    }

    public func file(_ report: Report, since: Timestamp, limit: Int) async throws(StoreError) -> ReportOutcome {
        moderation.withLock { $0.file(report, since: since, limit: limit) }
    }

    public func reports(of id: ReviewID, limit: Int) async throws(StoreError) -> [Report] {
        moderation.withLock { state in
            Array(state.reports.filter { $0.review == id }.map(\.report).prefix(max(0, limit)))
        }
    }

    public func reports(by reporter: PlayerNumber, limit: Int) async throws(StoreError) -> [Report] {
        moderation.withLock { state in
            let own = state.reports.map(\.report).filter { $0.reporter == reporter }.enumerated()
            return own.sorted { ($0.element.created, $0.offset) > ($1.element.created, $1.offset) }
                .prefix(max(0, limit)).map(\.element)
        }
    }

    public func setPolicy(
        _ policy: ModerationPolicy?, of app: AppNumber, leaderboard: LeaderboardNumber?, _ entry: NewAuditEntry
    ) async throws(StoreError) {
        audit.append(entry)
        moderation.withLock { state in
            state.policies[InMemoryModeration.PolicyKey(app: app, leaderboard: leaderboard)] = policy
        }
    }

    public func words() async throws(StoreError) -> [WordRecord] {
        moderation.withLock { state in
            state.words.map { WordRecord($0.key, $0.value) }
                .sorted { $0.word.utf8.lexicographicallyPrecedes($1.word.utf8) }
        }
    }

    public func setWord(
        _ word: String, _ verdict: WordVerdict?, _ entry: NewAuditEntry
    ) async throws(StoreError) {
        audit.append(entry)
        moderation.withLock { $0.words[word] = verdict }
    }

    public func players(aliasKeyPrefix prefix: String, limit: Int) async throws(StoreError) -> [Player] {
        let found = players.values.map(\.player).filter { $0.alias.key.utf8.starts(with: prefix.utf8) }
        let sorted = found.sorted { $0.alias.key.utf8.lexicographicallyPrecedes($1.alias.key.utf8) }
        return Array(sorted.prefix(max(0, limit)))
    }

    public func resetName(
        of player: PlayerNumber, to alias: Alias, _ entry: NewAuditEntry
    ) async throws(StoreError) -> Bool {
        guard let old = players[player]?.player, playerNumbers[alias.key] == nil else { return false }
        audit.append(entry)
        playerNumbers[old.alias.key] = nil
        playerNumbers[alias.key] = player
        players[player]?.player = Player(
            number: old.number, alias: alias, displayName: alias.text, created: old.created,
            isAdministrator: old.isAdministrator)
        return true
    }
}
