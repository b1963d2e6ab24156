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

    /// Enters a party that is there, or once more.
    public func enterParty(_ code: PartyCode, in game: BundleID) async throws(ClientError) -> PartyAnswer {
        try await ask(.activities(.joinParty(game, code, nil)))
    }

    /// - Returns: who is in it now.
    public func party(_ code: PartyCode, in game: BundleID) async throws(ClientError) -> PartyAnswer {
        try await ask(.activities(.party(game, code, nil)))
    }

    /// - Returns: the QR code of the party's page, in PNG.
    public func picture(of code: PartyCode) async throws(ClientError) -> [UInt8] {
        try await exchange(path: "/join/\(code.text).png", bytesLimit: ClientLimits.blobBytes).body
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
