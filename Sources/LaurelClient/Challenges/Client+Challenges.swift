public import LaurelDomain
public import LaurelWire

// Challenges. A game's session sees those of its own game and environment.
extension Client {
    /// Challenges all of these players or none. With a key, the same challenge sent again arrives once.
    ///
    /// - Returns: one a receiver: the new one, or the harder one that stands.
    public func challenge(_ body: ChallengeBody, in game: BundleID) async throws(ClientError) -> [ChallengeRecord] {
        do throws(ClientError) { return try await issue(body, in: game) } catch {
            guard body.key != nil, error.refusesKey else { throw error }
            var plain = body
            plain.key = nil
            return try await issue(plain, in: game)
        }
    }

    private func issue(_ body: ChallengeBody, in game: BundleID) async throws(ClientError) -> [ChallengeRecord] {
        try await ask(.challenges(.issue(game, nil)), body.json, as: IssuedChallengeAnswer.listShape)
            .map { ChallengeRecord($0.challenge) }
    }

    /// - Parameter state: nil: any.
    /// - Returns: all of them, newest first.
    public func challenges(
        _ role: ChallengeRole, _ state: ChallengeState?
    ) async throws(ClientError) -> [ChallengeRecord] {
        var found: [ChallengeRecord] = []
        var before: ChallengeID?
        repeat {
            let page: ChallengesAnswer = try await ask(
                .challenges(.list(ChallengesQuery(role: role, state: state, before: before))))
            found += page.challenges.map { ChallengeRecord($0) }
            before = page.next.flatMap { ChallengeID($0) }
        } while before != nil && found.count < Challenge.pendingOfPlayerLimit
        return found
    }

    public func challenge(_ id: ChallengeID) async throws(ClientError) -> ChallengeRecord {
        ChallengeRecord(try await ask(.challenges(.challenge(id, language: nil))))
    }

    public func decline(_ id: ChallengeID) async throws(ClientError) { try await tell(.challenges(.decline(id))) }

    /// - Returns: the moves that the sender sent along.
    public func replay(of id: ChallengeID) async throws(ClientError) -> [UInt8] {
        try await exchange(.challenges(.replay(id)), bytesLimit: ClientLimits.blobBytes).body
    }

    public func challengeMutes() async throws(ClientError) -> [ChallengeMuteAnswer] {
        try await ask(.challenges(.mutes(nil)), as: ChallengeMuteAnswer.listShape)
    }

    /// - Returns: all mutes as they are now.
    public func muteChallenges(_ body: ChallengeMuteBody) async throws(ClientError) -> [ChallengeMuteAnswer] {
        try await ask(.challenges(.mute(nil)), body.json, as: ChallengeMuteAnswer.listShape)
    }
}

extension ClientError {
    /// An older server doesn't know the field, and has done nothing.
    fileprivate var refusesKey: Bool {
        guard case .problem(let problem) = self else { return false }
        return problem.kind == .invalidParameter && problem.field == "key"
    }
}
