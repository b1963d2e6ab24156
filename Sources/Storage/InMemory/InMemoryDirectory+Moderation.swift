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
        let photo = report.thing == .photo ? BlobDigest(report.evidence).flatMap { blobs.bytes($0) } : nil
        return moderation.withLock { $0.file(report, photo, since: since, limit: limit) }
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

    public func takeDown(
        _ content: TakenDown, of player: PlayerNumber, reportedIn review: ReviewID, _ notice: NewNotice,
        _ entry: NewAuditEntry
    ) async throws(StoreError) -> TakedownOutcome {
        guard players[player] != nil else { return .nothingThere }
        let evidence = try await reports(of: review, limit: .max).map(\.evidence)
        let outcome = try await takeDown(content, of: player, reported: Set(evidence))
        guard outcome == .done else { return outcome }
        inbox.append(notice)
        audit.append(entry)
        return .done
    }

    private func takeDown(
        _ content: TakenDown, of player: PlayerNumber, reported evidence: Set<String>
    ) async throws(StoreError) -> TakedownOutcome {
        switch content {
        case .name(let alias):
            let shown = players[player]?.player.alias.text ?? ""
            let real = profiles.rows[player]?.profile.realName
            guard ReportedName.stands(alias: shown, realName: real, in: evidence) else { return .nothingThere }
            let update = try await updateProfile(of: player, alias: alias) { record in
                record.profile.realName = nil
                return true
            }
            return update == .aliasTaken ? .aliasTaken : .done
        case .photo:
            guard let photo = profiles.rows[player]?.photo, evidence.contains(photo.normal.text) else {
                return .nothingThere
            }
            return try await setPhoto(nil, of: player) ? .done : .nothingThere
        case .status:
            guard let status = profiles.rows[player]?.profile.status, evidence.contains(status) else {
                return .nothingThere
            }
            profiles.rows[player]?.profile.status = nil
            return .done
        case .requestMessages:
            let spoken = friendRows.requests.filter { $0.key.from == player && evidence.contains($0.value.message) }
            for pair in spoken.keys { friendRows.requests[pair]?.message = "" }
            return spoken.isEmpty ? .nothingThere : .done
        case .challengeMessage(let number):
            return play.takeDownMessage(of: number, by: player) ? .done : .nothingThere
        }
    }

    public func reportedPhoto(_ digest: BlobDigest, of id: ReviewID) async throws(StoreError) -> [UInt8]? {
        moderation.withLock { $0.photos[id]?[digest] }
    }
}
