public import LaurelDomain
public import LaurelWire

// What players can challenge groups of friends to, as a game's session sees it.
extension Client {
    /// - Returns: in order of creation, in the client's language.
    public func challengeDefinitions(of game: BundleID) async throws(ClientError) -> [ChallengeDefinitionAnswer] {
        try await ask(
            .challengeDefinitions(.list(game, language: nil, nil)), as: ChallengeDefinitionAnswer.list)
    }

    /// A page of the challenges of groups that the player made, joined or is invited to, newest first.
    ///
    /// - Parameter before: the last one of the page before.
    public func groupChallenges(before: GroupChallengeID?) async throws(ClientError) -> GroupChallengesAnswer {
        try await ask(.groupChallenges(.list(before: before, count: nil, language: nil, nil)))
    }

    public func groupChallenge(_ id: GroupChallengeID) async throws(ClientError) -> GroupChallengeAnswer {
        try await ask(.groupChallenges(.challenge(id, language: nil)))
    }

    /// - Returns: the winner's replay of the challenge that this one is a rematch of.
    /// - Throws: the problem `not-found` where there is none.
    public func ghost(of id: GroupChallengeID) async throws(ClientError) -> [UInt8] {
        try await exchange(.groupChallenges(.ghost(id)), bytesLimit: ClientLimits.blobBytes).body
    }
}
