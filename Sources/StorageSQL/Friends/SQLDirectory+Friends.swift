public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func friends(of player: PlayerNumber) async throws(StoreError) -> [PlayerNumber] {
        try await read { connection throws(StoreError) in
            try connection.values("SELECT friend FROM friendships WHERE player = \(player) ORDER BY friend")
        }
    }

    public func friends(
        of player: PlayerNumber, consentingTo app: AppNumber
    ) async throws(StoreError) -> [PlayerNumber] {
        try await read { connection throws(StoreError) in
            try connection.values(
                """
                SELECT friend FROM friendships JOIN friend_list_consents ON friend_list_consents.player = friend
                WHERE friendships.player = \(player) AND app = \(app)
                    AND consent = \(FriendListConsent.authorized)
                ORDER BY friend
                """)
        }
    }

    public func friendRequests(of player: PlayerNumber) async throws(StoreError) -> FriendRequests {
        try await read { connection throws(StoreError) in
            FriendRequests(
                received: try FriendTable.requests(
                    """
                    SELECT sender AS player, message, created FROM friend_requests
                    WHERE receiver = \(player) AND is_hidden = 0 ORDER BY created DESC, sender
                    """, on: connection),
                sent: try FriendTable.requests(
                    """
                    SELECT receiver AS player, message, created FROM friend_requests
                    WHERE sender = \(player) ORDER BY created DESC, receiver
                    """, on: connection))
        }
    }

    public func friendsOfFriends(
        of player: PlayerNumber, friendships: Int, limit: Int
    ) async throws(StoreError) -> [FriendSuggestion] {
        try await read { connection throws(StoreError) in
            try FriendTable.suggestions(for: player, friendships: friendships, limit: limit, on: connection)
        }
    }

    public func blocked(by player: PlayerNumber) async throws(StoreError) -> [PlayerNumber] {
        try await read { connection throws(StoreError) in
            try connection.values("SELECT blocked FROM player_blocks WHERE player = \(player) ORDER BY blocked")
        }
    }

    public func blockers(of player: PlayerNumber) async throws(StoreError) -> [PlayerNumber] {
        try await read { connection throws(StoreError) in
            try connection.values("SELECT player FROM player_blocks WHERE blocked = \(player) ORDER BY player")
        }
    }

    public func isBlocked(_ other: PlayerNumber, by player: PlayerNumber) async throws(StoreError) -> Bool {
        try await read { connection throws(StoreError) in
            try FriendTable.isBlocked(other, by: player, on: connection)
        }
    }

    public func relate<Answer: Sendable>(
        _ player: PlayerNumber, to other: PlayerNumber, at now: Timestamp,
        _ rule: @escaping @Sendable (inout Relation) -> Answer
    ) async throws(StoreError) -> Answer? {
        try await write { connection throws(StoreError) in
            guard try PlayerTable.player(player, on: connection) != nil,
                try PlayerTable.player(other, on: connection) != nil
            else { return nil }
            return try Self.change(player, other, now, on: connection, rule).answer
        }
    }

    /// - Returns: also whether they became friends.
    private static func change<Answer>(
        _ player: PlayerNumber, _ other: PlayerNumber, _ now: Timestamp, on connection: any SQLConnection,
        _ rule: (inout Relation) -> Answer
    ) throws(StoreError) -> (answer: Answer, becameFriends: Bool) {
        let before = try FriendTable.relation(player, other, at: now, on: connection)
        var after = before
        let answer = rule(&after)
        try FriendTable.write(after, over: before, on: connection)
        return (answer, before.friendsSince == nil && after.friendsSince != nil)
    }

    // MARK: Invitation links

    public func addFriendInvitation(
        _ code: SecretDigest, by player: PlayerNumber, created: Timestamp, expires: Timestamp, uses: Int, limit: Int
    ) async throws(StoreError) -> FriendInvitation? {
        try await write { connection throws(StoreError) in
            try FriendInvitationTable.removeOld(of: player, at: created, on: connection)
            let count = try FriendInvitationTable.invitations(of: player, at: created, on: connection).count
            guard count < limit else { return nil }
            return try FriendInvitationTable.insert(
                code, by: player, created: created, expires: expires, uses: uses, on: connection)
        }
    }

    public func friendInvitations(
        of player: PlayerNumber, at now: Timestamp
    ) async throws(StoreError) -> [FriendInvitation] {
        try await read { connection throws(StoreError) in
            try FriendInvitationTable.invitations(of: player, at: now, on: connection)
        }
    }

    public func friendInvitation(
        _ code: SecretDigest, at now: Timestamp
    ) async throws(StoreError) -> FriendInvitation? {
        try await read { connection throws(StoreError) in
            try FriendInvitationTable.invitation(code, at: now, on: connection)
        }
    }

    public func removeFriendInvitation(
        _ id: FriendInvitationID, of player: PlayerNumber
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            try FriendInvitationTable.remove(id, of: player, on: connection)
        }
    }

    public func relate<Answer: Sendable>(
        _ player: PlayerNumber, byInvitation code: SecretDigest, at now: Timestamp,
        _ rule: @escaping @Sendable (inout Relation) -> Answer
    ) async throws(StoreError) -> (inviter: PlayerNumber, answer: Answer)? {
        try await write { connection throws(StoreError) in
            guard let invitation = try FriendInvitationTable.known(code, at: now, on: connection),
                try PlayerTable.player(player, on: connection) != nil
            else { return nil }
            // Who used it last, and asks again since the answer was lost, is a friend.
            if invitation.usesLeft <= 0 {
                let relation = try FriendTable.relation(player, invitation.player, at: now, on: connection)
                guard relation.friendsSince != nil else { return nil }
            }
            let (answer, becameFriends) = try Self.change(player, invitation.player, now, on: connection, rule)
            if becameFriends { try FriendInvitationTable.use(invitation.id, on: connection) }
            return (invitation.player, answer)
        }
    }

    // MARK: Overtaken

    public func tell(_ overtakings: [Overtaking]) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in
            var count = 0
            for overtaking in overtakings { count += try Self.tell(overtaking, on: connection) }
            return count
        }
    }

    private static func tell(
        _ overtaking: Overtaking, on connection: any SQLConnection
    ) throws(StoreError) -> Int {
        try connection.run("DELETE FROM overtakings WHERE day < \(overtaking.day - 1)")
        var count = 0
        for player in overtaking.overtaken {
            let isNew = try connection.run(
                """
                INSERT INTO overtakings (day, leaderboard, environment, player)
                SELECT \(overtaking.day), \(overtaking.leaderboard), \(overtaking.environment), number FROM players
                WHERE number = \(player) ON CONFLICT DO NOTHING
                """)
            guard isNew == 1 else { continue }
            try NoticeTable.insert(overtaking.notice(to: player), on: connection)
            count += 1
        }
        return count
    }

    // MARK: Consent

    public func friendListConsent(
        of player: PlayerNumber, to app: AppNumber
    ) async throws(StoreError) -> FriendListConsent {
        try await read { connection throws(StoreError) in
            try connection.value(
                "SELECT consent FROM friend_list_consents WHERE player = \(player) AND app = \(app)")
                ?? .notDetermined
        }
    }

    public func setFriendListConsent(
        _ consent: FriendListConsent, of player: PlayerNumber, to app: AppNumber
    ) async throws(StoreError) {
        _ = try await write { connection throws(StoreError) in
            try connection.run(
                .insert(
                    into: "friend_list_consents", ["player": player, "app": app, "consent": consent],
                    ifThere: .takesOver(key: ["player", "app"])))
        }
    }
}
