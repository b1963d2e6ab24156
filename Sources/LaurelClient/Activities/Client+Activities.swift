public import LaurelDomain
public import LaurelWire

// Activities of a game, and parties by code, as a game's session sees them.
extension Client {
    /// - Returns: in order of creation, in the client's language.
    public func activities(of game: BundleID) async throws(ClientError) -> [ActivityDefinitionAnswer] {
        try await ask(.activities(.list(game, language: nil, nil)), as: ActivityDefinitionAnswer.list)
    }

    /// Begins a party and enters it, or enters the one that has the code.
    public func makeParty(_ body: PartyBody, in game: BundleID) async throws(ClientError) -> PartyAnswer {
        try await ask(.activities(.makeParty(game, nil)), body.json)
    }

    public func leaveParty(_ code: PartyCode, in game: BundleID) async throws(ClientError) {
        try await tell(.activities(.leaveParty(game, code, nil)))
    }
}

extension LinkedActivityAnswer {
    public var propertyValues: [String: String] {
        Dictionary(properties.map { ($0.name, $0.value) }) { first, _ in first }
    }
}
