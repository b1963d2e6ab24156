public import LaurelDomain
import LaurelScores
import LaurelStorage

/// Reads challenges of groups that a player takes part in, or is invited to. A session of a game sees that game's in
/// its environment, a first-party one all.
public struct ReadGroupChallenges: Sendable {
    private let groups: GroupChallenges
    public init(_ groups: GroupChallenges) { self.groups = groups }

    /// A page, newest first.
    ///
    /// - Parameter before: the last one of the page before.
    public func callAsFunction(
        before: GroupChallengeNumber?, limit: Int, _ environment: Environment, as session: Session
    ) async throws(GroupChallengeError) -> [GroupChallengeDetails] {
        let query = GroupChallengeQuery(
            player: session.player, app: session.app, environment: environment, before: before, limit: limit)
        let now = groups.now
        return try await GroupChallengeError.translating { () throws(StoreError) in
            try await groups.directory.groupChallenges(query)
        }.map { GroupChallengeDetails($0, at: now) }
    }

    public func callAsFunction(
        _ number: GroupChallengeNumber, as session: Session
    ) async throws(GroupChallengeError) -> GroupChallengeDetails {
        GroupChallengeDetails(try await record(number, session), at: groups.now)
    }

    /// The bytes of the winner's replay in the challenge before, and their SHA-256 in hexadecimal digits.
    public func ghost(
        of number: GroupChallengeNumber, as session: Session
    ) async throws(GroupChallengeError) -> (sha256: String, bytes: [UInt8]) {
        guard let digest = try await record(number, session).ghost else { throw .noGhost }
        let bytes = try await GroupChallengeError.translating { () throws(StoreError) in
            try await groups.directory.blob(digest)
        }
        guard let bytes else { throw .noGhost }
        return (digest.text, bytes)
    }

    /// All of a player's, for their export: newest first, a page at a time.
    public func all(
        of player: PlayerNumber, _ environment: Environment, before: GroupChallengeNumber?, limit: Int
    ) async throws(GroupChallengeError) -> [GroupChallenge] {
        var query = GroupChallengeQuery(player: player, environment: environment, before: before, limit: limit)
        query.includesLeft = true
        return try await GroupChallengeError.translating { [query] () throws(StoreError) in
            try await groups.directory.groupChallenges(query)
        }.map(\.challenge)
    }

    private func record(
        _ number: GroupChallengeNumber, _ session: Session
    ) async throws(GroupChallengeError) -> GroupChallengeRecord {
        let record = try await GroupChallengeError.translating { () throws(StoreError) in
            try await groups.directory.groupChallenge(number)
        }
        guard let record, session.maySee(record.challenge) else { throw .unknownChallenge }
        return record
    }
}

extension Session {
    fileprivate func maySee(_ challenge: GroupChallenge) -> Bool {
        guard let state = challenge[player]?.state, [.invited, .joined].contains(state) else { return false }
        switch binding {
        case .firstParty: return true
        case .game(let app, let environment): return app == challenge.app && environment == challenge.environment
        }
    }
}

/// Forgets challenges of groups long after their standings were final. To be called again and again.
public struct TidyGroupChallenges: Sendable {
    /// Deleted in one transaction.
    private static let countLimit = 256
    private let groups: GroupChallenges
    public init(_ groups: GroupChallenges) { self.groups = groups }

    public func callAsFunction() async throws(GroupChallengeError) {
        let moment = groups.now.advanced(by: -GroupChallenge.keptClosed)
        var count = Self.countLimit
        while count == Self.countLimit {
            count = try await GroupChallengeError.translating { () throws(StoreError) in
                try await groups.directory.deleteGroupChallenges(closedBefore: moment, limit: Self.countLimit)
            }
        }
    }
}
