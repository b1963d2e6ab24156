public import LaurelDomain
public import LaurelStorage

extension SQLiteDirectory {
    public func friends(of player: PlayerNumber) async throws(StoreError) -> [PlayerNumber] {
        try await read { connection throws(StoreError) in
            try FriendTable.players(
                "SELECT friend FROM friendships WHERE player = ? ORDER BY friend", player, on: connection)
        }
    }

    public func friends(
        of player: PlayerNumber, consentingTo app: AppNumber
    ) async throws(StoreError) -> [PlayerNumber] {
        try await read { connection throws(StoreError) in
            try FriendTable.players(
                """
                SELECT friend FROM friendships JOIN friend_list_consents ON friend_list_consents.player = friend
                WHERE friendships.player = ? AND app = ? AND consent = \(FriendListConsent.authorized.rawValue)
                ORDER BY friend
                """, player, app: app, on: connection)
        }
    }

    public func friendRequests(of player: PlayerNumber) async throws(StoreError) -> FriendRequests {
        try await read { connection throws(StoreError) in
            FriendRequests(
                received: try FriendTable.requests(
                    """
                    SELECT sender, message, created FROM friend_requests WHERE receiver = ? AND is_hidden = 0
                    ORDER BY created DESC, sender
                    """, of: player, on: connection),
                sent: try FriendTable.requests(
                    """
                    SELECT receiver, message, created FROM friend_requests WHERE sender = ?
                    ORDER BY created DESC, receiver
                    """, of: player, on: connection))
        }
    }

    public func friendsOfFriends(
        of player: PlayerNumber, friendships: Int, limit: Int
    ) async throws(StoreError) -> [FriendSuggestion] {
        try await read { connection throws(StoreError) in
            let select = try connection.prepare(
                """
                SELECT candidate, shared FROM (
                    SELECT candidate, count(*) AS shared FROM (
                        SELECT theirs.friend AS candidate FROM friendships AS own
                        JOIN friendships AS theirs ON theirs.player = own.friend WHERE own.player = ?1 LIMIT ?2)
                    GROUP BY candidate)
                WHERE candidate <> ?1
                AND NOT EXISTS (SELECT 1 FROM friendships WHERE player = ?1 AND friend = candidate)
                AND NOT EXISTS (SELECT 1 FROM friend_requests WHERE sender = ?1 AND receiver = candidate)
                AND NOT EXISTS (SELECT 1 FROM friend_requests WHERE sender = candidate AND receiver = ?1)
                AND NOT EXISTS (SELECT 1 FROM player_blocks WHERE player = ?1 AND blocked = candidate)
                AND NOT EXISTS (SELECT 1 FROM player_blocks WHERE player = candidate AND blocked = ?1)
                ORDER BY shared DESC, candidate LIMIT ?3
                """)
            select.bind(1, Int64(player.rawValue))
            select.bind(2, Int64(max(0, friendships)))
            select.bind(3, Int64(max(0, limit)))
            defer { select.reset() }
            var suggestions: [FriendSuggestion] = []
            while try select.step() {
                suggestions.append(
                    FriendSuggestion(
                        player: try select.player(0), sharedFriends: Int(clamping: select.integer(1))))
            }
            return suggestions
        }
    }

    public func blocked(by player: PlayerNumber) async throws(StoreError) -> [PlayerNumber] {
        try await read { connection throws(StoreError) in
            try FriendTable.players(
                "SELECT blocked FROM player_blocks WHERE player = ? ORDER BY blocked", player, on: connection)
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
        _ player: PlayerNumber, _ other: PlayerNumber, _ now: Timestamp, on connection: SQLiteConnection,
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
            guard let invitation = try FriendInvitationTable.invitation(code, at: now, on: connection),
                try PlayerTable.player(player, on: connection) != nil
            else { return nil }
            let (answer, becameFriends) = try Self.change(player, invitation.player, now, on: connection, rule)
            if becameFriends { try FriendInvitationTable.use(invitation.id, on: connection) }
            return (invitation.player, answer)
        }
    }

    // MARK: Overtaken

    public func tell(_ overtaking: Overtaking) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in
            let delete = try connection.prepare("DELETE FROM overtakings WHERE day < ?")
            delete.bind(1, overtaking.day - 1)
            try delete.run()
            let insert = try connection.prepare(
                """
                INSERT OR IGNORE INTO overtakings (day, leaderboard, environment, player)
                SELECT ?, ?, ?, number FROM players WHERE number = ?
                """)
            var count = 0
            for player in overtaking.overtaken {
                insert.bind(1, overtaking.day)
                insert.bind(2, Int64(overtaking.leaderboard.rawValue))
                insert.bind(3, Int64(overtaking.environment.rawValue))
                insert.bind(4, Int64(player.rawValue))
                try insert.run()
                guard connection.changedRows == 1 else { continue }
                try NoticeTable.insert(overtaking.notice(to: player), on: connection)
                count += 1
            }
            return count
        }
    }

    // MARK: Consent

    public func friendListConsent(
        of player: PlayerNumber, to app: AppNumber
    ) async throws(StoreError) -> FriendListConsent {
        try await read { connection throws(StoreError) in
            let select = try connection.prepare(
                "SELECT consent FROM friend_list_consents WHERE player = ? AND app = ?")
            select.bind(1, Int64(player.rawValue))
            select.bind(2, Int64(app.rawValue))
            defer { select.reset() }
            guard try select.step() else { return .notDetermined }
            guard let consent = UInt8(exactly: select.integer(0)).flatMap(FriendListConsent.init(rawValue:)) else {
                throw .broken(reason: "\(select.integer(0)) isn't a valid consent")
            }
            return consent
        }
    }

    public func setFriendListConsent(
        _ consent: FriendListConsent, of player: PlayerNumber, to app: AppNumber
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            let upsert = try connection.prepare(
                "INSERT OR REPLACE INTO friend_list_consents (player, app, consent) VALUES (?, ?, ?)")
            upsert.bind(1, Int64(player.rawValue))
            upsert.bind(2, Int64(app.rawValue))
            upsert.bind(3, Int64(consent.rawValue))
            try upsert.run()
        }
    }
}
