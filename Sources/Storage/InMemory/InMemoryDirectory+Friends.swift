public import LaurelDomain

extension InMemoryDirectory {
    public func friends(of player: PlayerNumber) async throws(StoreError) -> [PlayerNumber] {
        friendRows.since.keys.filter { $0.from == player }.map(\.to).sorted()
    }

    public func friends(
        of player: PlayerNumber, consentingTo app: AppNumber
    ) async throws(StoreError) -> [PlayerNumber] {
        try await friends(of: player).filter {
            friendRows.consents[.init(player: $0, app: app)] == .authorized
        }
    }

    public func friendRequests(of player: PlayerNumber) async throws(StoreError) -> FriendRequests {
        var answer = FriendRequests()
        for (pair, request) in friendRows.requests {
            func row(_ other: PlayerNumber) -> FriendRequests.Row {
                FriendRequests.Row(player: other, message: request.message, created: request.created)
            }
            if pair.from == player { answer.sent.append(row(pair.to)) }
            if pair.to == player, !request.isHidden { answer.received.append(row(pair.from)) }
        }
        answer.sent.sort { ($1.created, $0.player) < ($0.created, $1.player) }
        answer.received.sort { ($1.created, $0.player) < ($0.created, $1.player) }
        return answer
    }

    public func friendsOfFriends(
        of player: PlayerNumber, friendships: Int, limit: Int
    ) async throws(StoreError) -> [FriendSuggestion] {
        let own = Set(try await friends(of: player))
        let theirs = friendRows.since.keys.filter { own.contains($0.from) }
            .sorted { ($0.from, $0.to) < ($1.from, $1.to) }.prefix(max(0, friendships)).map(\.to)
        let shared = Dictionary(theirs.map { ($0, 1) }, uniquingKeysWith: +)
        let known = shared.filter { candidate, _ in
            let (there, back) = (InMemoryFriends.Pair(player, candidate), InMemoryFriends.Pair(candidate, player))
            return candidate != player && !own.contains(candidate) && friendRows.requests[there] == nil
                && friendRows.requests[back] == nil && friendRows.blocks.isDisjoint(with: [there, back])
        }
        return known.map { FriendSuggestion(player: $0, sharedFriends: $1) }
            .sorted { ($1.sharedFriends, $0.player) < ($0.sharedFriends, $1.player) }.prefix(max(0, limit)).map { $0 }
    }

    public func blocked(by player: PlayerNumber) async throws(StoreError) -> [PlayerNumber] {
        friendRows.blocks.filter { $0.from == player }.map(\.to).sorted()
    }

    public func isBlocked(_ other: PlayerNumber, by player: PlayerNumber) async throws(StoreError) -> Bool {
        friendRows.blocks.contains(.init(player, other))
    }

    public func relate<Answer: Sendable>(
        _ player: PlayerNumber, to other: PlayerNumber, at now: Timestamp,
        _ rule: @escaping @Sendable (inout Relation) -> Answer
    ) async throws(StoreError) -> Answer? {
        guard players[player] != nil, players[other] != nil else { return nil }
        return change(player, other, now, rule).answer
    }

    /// - Returns: also whether they became friends.
    private func change<Answer>(
        _ player: PlayerNumber, _ other: PlayerNumber, _ now: Timestamp, _ rule: (inout Relation) -> Answer
    ) -> (answer: Answer, becameFriends: Bool) {
        let before = friendRows.relation(player, other, at: now)
        var after = before
        let answer = rule(&after)
        if after != before { friendRows.write(after, over: before) }
        for notice in after.notices(after: before) { inbox.append(notice) }
        return (answer, before.friendsSince == nil && after.friendsSince != nil)
    }

    // MARK: Invitation links

    public func addFriendInvitation(
        _ code: SecretDigest, by player: PlayerNumber, created: Timestamp, expires: Timestamp, uses: Int, limit: Int
    ) async throws(StoreError) -> FriendInvitation? {
        friendRows.links = friendRows.links.filter { $0.value.player != player || $0.value.isGood(at: created) }
        guard friendRows.links.values.count(where: { $0.player == player }) < limit else { return nil }
        friendRows.lastLink += 1
        let id = FriendInvitationID(friendRows.lastLink)
        let link = InMemoryFriends.Link(
            code: code, player: player, created: created, expires: expires, usesLeft: uses)
        friendRows.links[id] = link
        return link.invitation(id)
    }

    public func friendInvitations(
        of player: PlayerNumber, at now: Timestamp
    ) async throws(StoreError) -> [FriendInvitation] {
        friendRows.links.filter { $0.value.player == player && $0.value.isGood(at: now) }
            .map { $0.value.invitation($0.key) }
            .sorted { $0.id.rawValue > $1.id.rawValue }
    }

    public func friendInvitation(
        _ code: SecretDigest, at now: Timestamp
    ) async throws(StoreError) -> FriendInvitation? {
        friendRows.link(code, at: now).map { $0.1.invitation($0.0) }
    }

    public func removeFriendInvitation(
        _ id: FriendInvitationID, of player: PlayerNumber
    ) async throws(StoreError) -> Bool {
        guard friendRows.links[id]?.player == player else { return false }
        friendRows.links[id] = nil
        return true
    }

    public func relate<Answer: Sendable>(
        _ player: PlayerNumber, byInvitation code: SecretDigest, at now: Timestamp,
        _ rule: @escaping @Sendable (inout Relation) -> Answer
    ) async throws(StoreError) -> (inviter: PlayerNumber, answer: Answer)? {
        guard let (id, link) = friendRows.link(code, at: now), players[player] != nil else { return nil }
        let (answer, becameFriends) = change(player, link.player, now, rule)
        if becameFriends { friendRows.links[id]?.usesLeft -= 1 }
        return (link.player, answer)
    }

    // MARK: Overtaken

    public func tell(_ overtaking: Overtaking) async throws(StoreError) -> Int {
        friendRows.told = friendRows.told.filter { $0.day >= overtaking.day - 1 }
        var count = 0
        for player in overtaking.overtaken where players[player] != nil {
            let told = InMemoryFriends.Told(
                day: overtaking.day, leaderboard: overtaking.leaderboard, environment: overtaking.environment,
                player: player)
            guard friendRows.told.insert(told).inserted else { continue }
            inbox.append(overtaking.notice(to: player))
            count += 1
        }
        return count
    }

    // MARK: Consent

    public func friendListConsent(
        of player: PlayerNumber, to app: AppNumber
    ) async throws(StoreError) -> FriendListConsent {
        friendRows.consents[.init(player: player, app: app)] ?? .notDetermined
    }

    public func setFriendListConsent(
        _ consent: FriendListConsent, of player: PlayerNumber, to app: AppNumber
    ) async throws(StoreError) {
        friendRows.consents[.init(player: player, app: app)] = consent
    }
}
