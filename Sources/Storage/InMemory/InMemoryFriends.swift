import LaurelDomain

/// The reference's friends: sets of pairs.
struct InMemoryFriends: Sendable {
    struct Pair: Hashable {
        let from: PlayerNumber
        let to: PlayerNumber
        init(_ from: PlayerNumber, _ to: PlayerNumber) {
            self.from = from
            self.to = to
        }
    }

    struct Link {
        let code: SecretDigest
        let player: PlayerNumber
        let created: Timestamp
        let expires: Timestamp
        var usesLeft: Int
    }

    struct Consent: Hashable {
        let player: PlayerNumber
        let app: AppNumber
    }

    /// In both directions.
    var since: [Pair: Timestamp] = [:]
    var requests: [Pair: FriendRequest] = [:]
    var blocks: Set<Pair> = []
    /// When each request was made, for the limits of a day.
    var made: [(pair: Pair, moment: Timestamp)] = []
    var links: [FriendInvitationID: Link] = [:]
    var lastLink: Int64 = 0
    var consents: [Consent: FriendListConsent] = [:]
    var told: Set<Told> = []

    struct Told: Hashable {
        let day: Int64
        let leaderboard: LeaderboardNumber
        let environment: Environment
        let player: PlayerNumber
    }

    func relation(_ player: PlayerNumber, _ other: PlayerNumber, at now: Timestamp) -> Relation {
        let there = Pair(player, other)
        let back = Pair(other, player)
        return Relation(
            player: player, other: other, friendsSince: since[there], sent: requests[there], received: requests[back],
            blocksOther: blocks.contains(there), isBlockedByOther: blocks.contains(back),
            counts: counts(there, now), otherCounts: counts(back, now))
    }

    private func counts(_ pair: Pair, _ now: Timestamp) -> FriendCounts {
        let yesterday = now.advanced(by: -FriendLimits.day)
        let today = made.filter { $0.pair.from == pair.from && $0.moment > yesterday }
        return FriendCounts(
            friends: since.keys.count { $0.from == pair.from },
            sentRequests: requests.keys.count { $0.from == pair.from },
            receivedRequests: requests.count { $0.key.to == pair.from && !$0.value.isHidden },
            blocked: blocks.count { $0.from == pair.from }, requestsToday: today.count,
            requestsTodayToOther: today.count { $0.pair.to == pair.to })
    }

    mutating func write(_ after: Relation, over before: Relation) {
        let there = Pair(after.player, after.other)
        let back = Pair(after.other, after.player)
        since[there] = after.friendsSince
        since[back] = after.friendsSince
        requests[there] = after.sent
        requests[back] = after.received
        if after.blocksOther { blocks.insert(there) } else { blocks.remove(there) }
        if let sent = after.sent, before.sent == nil { made.append((there, sent.created)) }
    }

    func link(_ code: SecretDigest, at now: Timestamp) -> (FriendInvitationID, Link)? {
        links.first { $0.value.code == code && $0.value.isGood(at: now) }.map { ($0.key, $0.value) }
    }
}

extension InMemoryFriends.Link {
    func isGood(at now: Timestamp) -> Bool { expires > now && usesLeft > 0 }

    func invitation(_ id: FriendInvitationID) -> FriendInvitation {
        FriendInvitation(id: id, player: player, created: created, expires: expires, usesLeft: usesLeft)
    }
}
