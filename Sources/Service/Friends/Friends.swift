public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// What the use cases about friends share. It has no behaviour; each use case takes it and does one thing.
public struct Friends: Sendable {
    public let directory: any FriendDirectory
    public let graph: FriendGraph
    public let accounts: Accounts
    public let outbox: Outbox

    public init(directory: any FriendDirectory, graph: FriendGraph, accounts: Accounts, outbox: Outbox) {
        self.directory = directory
        self.graph = graph
        self.accounts = accounts
        self.outbox = outbox
    }
}

/// Why nothing changed between two players.
public enum ChangeFriendsError: Error, StoreFailure, Hashable, Sendable {
    case unknownPlayer
    case refused(FriendRefusal)
    /// The link is unknown, expired, used up or taken back; or its maker blocks who comes by it.
    case invitationRefused
    case message(limit: Int)
    /// They have sent as much as they may for now.
    case sentEnough(retryAfter: Timestamp.Span)
    case unavailable
    case broken(reason: String)
}

/// What a rule made of a relation: how it was, how it is, and what the rule says of it.
struct Related<Value: Sendable>: Sendable {
    let before: Relation
    let after: Relation
    let result: Result<Value, FriendRefusal>

    /// Runs a rule. One that throws leaves the relation as it was.
    static func applying(
        _ relation: inout Relation, _ rule: (inout Relation) throws(FriendRefusal) -> Value
    ) -> Related {
        let before = relation
        do throws(FriendRefusal) {
            let value = try rule(&relation)
            return Related(before: before, after: relation, result: .success(value))
        } catch {
            relation = before
            return Related(before: before, after: before, result: .failure(error))
        }
    }
}

extension Friends {
    /// Lets a rule decide about two players; then says so in memory, and to whom it concerns.
    func relate<Value: Sendable>(
        _ player: PlayerNumber, to other: PlayerNumber,
        _ rule: @escaping @Sendable (inout Relation) throws(FriendRefusal) -> Value
    ) async throws(ChangeFriendsError) -> Value {
        let now = accounts.clock.now()
        let related = try await ChangeFriendsError.translating { () throws(StoreError) in
            try await directory.relate(player, to: other, at: now) { Related.applying(&$0, rule) }
        }
        guard let related else { throw .unknownPlayer }
        return try publish(related)
    }

    /// The same with the player who made a link: the rule is told what both profiles say.
    /// - Parameter ofChallenge: the link leads to a challenge.
    func relate<Value: Sendable>(
        _ player: PlayerNumber, byInvitation code: SecretDigest, ofChallenge: Bool = false,
        _ rule: @escaping @Sendable (inout Relation, Approach) throws(FriendRefusal) -> Value
    ) async throws(ChangeFriendsError) -> (inviter: PlayerNumber, value: Value) {
        let now = accounts.clock.now()
        let found = try await ChangeFriendsError.translating { () throws(StoreError) in
            try await directory.relate(player, byInvitation: code, at: now) { [profiles = accounts.profiles] in
                let approach = profiles.approach(
                    of: player, to: $0.other, byAlias: false, byChallengeLink: ofChallenge, at: now)
                return Related.applying(&$0) { (relation) throws(FriendRefusal) in try rule(&relation, approach) }
            }
        }
        guard let (inviter, related) = found else { throw .invitationRefused }
        return (inviter, try publish(related))
    }

    /// After the commit.
    private func publish<Value>(_ related: Related<Value>) throws(ChangeFriendsError) -> Value {
        let (before, after) = (related.before, related.after)
        let hasEnded = before.friendsSince != nil && after.friendsSince == nil
        if hasEnded || after.blocksOther && !before.blocksOther {
            graph.ended(after.player, after.other)
        } else if before.friendsSince != after.friendsSince {
            graph.changed(after.player, after.other)
        }
        for request in after.answered(after: before) { outbox.resolve(request.receiver) }
        if !after.notices(after: before).isEmpty { outbox.signal() }
        switch related.result {
        case .success(let value): return value
        case .failure(let refusal): throw .refused(refusal)
        }
    }
}
