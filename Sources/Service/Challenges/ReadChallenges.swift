public import LaurelDomain
import LaurelScores
import LaurelStorage

/// Reads a player's challenges. A session of a game sees that game's in its environment, a first-party one all.
public struct ReadChallenges: Sendable {
    private let challenges: Challenges
    public init(_ challenges: Challenges) { self.challenges = challenges }

    /// A page, newest first.
    ///
    /// - Parameters:
    ///   - state: as it is now; nil: any.
    ///   - before: the last one of the page before.
    public func callAsFunction(
        _ role: ChallengeRole, _ state: ChallengeState?, before: ChallengeNumber?, limit: Int,
        _ environment: Environment, as session: Session
    ) async throws(ChallengeError) -> [ChallengeDetails] {
        let now = challenges.keeper.now()
        let query = ChallengeQuery(
            player: session.player, role: role, state: state, app: session.app, environment: environment,
            before: before, limit: limit, now: now)
        let records = try await ChallengeError.translating { () throws(StoreError) in
            try await challenges.directory.challenges(query)
        }
        return records.map { details($0, at: now) }
    }

    /// - Throws: ``ChallengeError/unknownChallenge`` unless the session may see it.
    public func callAsFunction(
        _ number: ChallengeNumber, as session: Session
    ) async throws(ChallengeError) -> ChallengeDetails {
        details(try await record(number, session), at: challenges.keeper.now())
    }

    /// The bytes of its replay, and their SHA-256 in hexadecimal digits.
    public func replay(
        of number: ChallengeNumber, as session: Session
    ) async throws(ChallengeError) -> (sha256: String, bytes: [UInt8]) {
        guard let digest = try await record(number, session).replay else { throw .noReplay }
        let bytes = try await ChallengeError.translating { () throws(StoreError) in
            try await challenges.directory.blob(digest)
        }
        // Settled in between: it was let go of.
        guard let bytes else { throw .noReplay }
        return (digest.text, bytes)
    }

    /// In no order.
    public func mutes(of player: PlayerNumber) async throws(ChallengeError) -> [ChallengeMute] {
        try await ChallengeError.translating { () throws(StoreError) in
            try await challenges.directory.mutes(of: player)
        }
    }

    private func record(
        _ number: ChallengeNumber, _ session: Session
    ) async throws(ChallengeError) -> ChallengeRecord {
        let record = try await ChallengeError.translating { () throws(StoreError) in
            try await challenges.directory.challenge(number)
        }
        guard let record, session.maySee(record.challenge) else { throw .unknownChallenge }
        return record
    }

    private func details(_ record: ChallengeRecord, at now: Timestamp) -> ChallengeDetails {
        var record = record
        record.challenge.state = record.challenge.state(at: now)
        // A restriction made later holds back what was written before it.
        let challenge = record.challenge
        if !challenges.keeper.ports.mayMessage(challenge.sender, challenge.receiver, now) { record.message = "" }
        return ChallengeDetails(record)
    }
}

extension Session {
    /// The game it is bound to.
    var app: AppNumber? {
        if case .game(let app, _) = binding { app } else { nil }
    }

    func maySee(_ challenge: Challenge) -> Bool {
        guard player == challenge.sender || player == challenge.receiver else { return false }
        switch binding {
        case .firstParty: return true
        case .game(let app, let environment): return app == challenge.app && environment == challenge.environment
        }
    }
}
