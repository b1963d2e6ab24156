public import LaurelDomain

/// The reference's shares.
struct InMemoryShares: Sendable {
    struct Row: Sendable {
        let share: Share
        let code: SecretDigest?
    }

    /// In order of making.
    var rows: [Row] = []

    /// Of scores that a player shares.
    func values(at key: ScoreReplayKey) -> Set<Int64> {
        Set(
            rows.map(\.share).compactMap { share in
                guard share.player == key.player, share.environment == key.environment,
                    case .score(key.leaderboard, let value, _) = share.subject
                else { return nil }
                return value
            })
    }

    mutating func move(from source: LeaderboardNumber, to target: LeaderboardNumber) {
        rows = rows.map { Row(share: $0.share.moved(from: source, to: target), code: $0.code) }
    }
}

extension Share {
    fileprivate func moved(from source: LeaderboardNumber, to target: LeaderboardNumber) -> Share {
        guard case .score(source, let value, let rank) = subject else { return self }
        return Share(
            id: id, player: player, app: app, environment: environment,
            subject: .score(target, value: value, rank: rank), created: created, challenge: challenge)
    }
}

extension InMemoryDirectory {
    public func addShare(
        _ share: Share, code: SecretDigest?, limits: (shares: Int, invitations: Int)
    ) async throws(StoreError) -> Share? {
        let known = try await shares(of: share.player, at: share.created)
        if code == nil, let same = known.first(where: { $0.isSame(as: share) }) { return same }
        guard known.count < limits.shares, players[share.player] != nil else { return nil }
        if let code, let challenge = share.challenge {
            let invitation = try await addFriendInvitation(
                code, by: share.player, created: share.created, expires: challenge.expires,
                uses: challenge.usesLeft, limit: limits.invitations)
            guard invitation != nil else { return nil }
        }
        shareRows.rows.append(.init(share: share, code: code))
        return share
    }

    /// As it is now: a challenge link has the uses that its invitation has left.
    private func current(_ row: InMemoryShares.Row, at now: Timestamp) -> Share? {
        guard let code = row.code, var challenge = row.share.challenge else { return row.share }
        guard let link = friendRows.links.values.first(where: { $0.code == code }), link.expires > now else {
            return nil
        }
        challenge.usesLeft = link.usesLeft
        let share = row.share
        return Share(
            id: share.id, player: share.player, app: share.app, environment: share.environment,
            subject: share.subject, created: share.created, challenge: challenge)
    }

    public func share(_ id: ShareID, at now: Timestamp) async throws(StoreError) -> Share? {
        shareRows.rows.first { $0.share.id == id }.flatMap { current($0, at: now) }
    }

    public func share(code: SecretDigest, at now: Timestamp) async throws(StoreError) -> Share? {
        shareRows.rows.first { $0.code == code }.flatMap { current($0, at: now) }
    }

    public func shares(of player: PlayerNumber, at now: Timestamp) async throws(StoreError) -> [Share] {
        shareRows.rows.reversed().filter { $0.share.player == player }.compactMap { current($0, at: now) }
    }

    public func removeShare(_ id: ShareID, of player: PlayerNumber) async throws(StoreError) -> Bool {
        remove { $0.id == id && $0.player == player } == 1
    }

    public func countShares(_ selection: ShareSelection) async throws(StoreError) -> Int {
        shareRows.rows.count { selection.holds($0.share) }
    }

    public func removeShares(_ selection: ShareSelection) async throws(StoreError) -> Int {
        remove { selection.holds($0) }
    }

    private func remove(where goes: (Share) -> Bool) -> Int {
        let gone = shareRows.rows.filter { goes($0.share) }
        shareRows.rows.removeAll { goes($0.share) }
        let codes = Set(gone.compactMap(\.code))
        friendRows.links = friendRows.links.filter { !codes.contains($0.value.code) }
        return gone.count
    }
}
