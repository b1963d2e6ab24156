import LaurelClient
import LaurelDomain
import LaurelWire

// Parties by code, for games that show who waits. Ours, not Apple's: Apple's GameKit has the code alone
// (`GKGameActivity.partyCode`), and tells nobody whether it is wrong.
extension Laurel {
    /// The code in what a player has typed, in lower case, with spaces or without the dash, or in the link of its page.
    ///
    /// - Returns: nil: there is none.
    public static func partyCode(in text: String) -> String? { PartyCode(in: text)?.text }

    // MARK: Making, entering, leaving

    /// Begins a party of one of the game's activities, with a code that is drawn. The local player is in it.
    public static func beginParty(activityID: String) async throws -> GameCenterParty {
        try await current.beginParty(activityID: activityID)
    }

    @preconcurrency public static func beginParty(
        activityID: String, completionHandler: @escaping @Sendable (GameCenterParty?, (any Error)?) -> Void
    ) {
        current.answer(completionHandler) { (center) throws(GKError) in
            try await center.beginParty(activityID: activityID)
        }
    }

    /// Enters the party of a code, or once more: that keeps the local player in it.
    ///
    /// - Parameter code: as ``partyCode(in:)`` reads it.
    /// - Throws: `invalidParameter` for a code that is wrong or has ended; `communicationsFailure` after too many.
    public static func enterParty(code: String) async throws -> GameCenterParty {
        try await current.enterParty(code: code)
    }

    @preconcurrency public static func enterParty(
        code: String, completionHandler: @escaping @Sendable (GameCenterParty?, (any Error)?) -> Void
    ) {
        current.answer(completionHandler) { (center) throws(GKError) in try await center.enterParty(code: code) }
    }

    /// The local player doesn't wait any more.
    public static func leaveParty(code: String) async throws { try await current.leaveParty(code: code) }

    @preconcurrency public static func leaveParty(
        code: String, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        current.answer(completionHandler) { (center) throws(GKError) in try await center.leaveParty(code: code) }
    }

    // MARK: Looking

    /// Who is in a party. Nobody enters it by looking.
    public static func loadParty(code: String) async throws -> GameCenterParty {
        try await current.loadParty(code: code)
    }

    @preconcurrency public static func loadParty(
        code: String, completionHandler: @escaping @Sendable (GameCenterParty?, (any Error)?) -> Void
    ) {
        current.answer(completionHandler) { (center) throws(GKError) in try await center.loadParty(code: code) }
    }

    /// The local player's matches with those who have the code.
    public static func loadMatches(in party: GameCenterParty) async throws -> [GKTurnBasedMatch] {
        try await current.loadMatches(in: party)
    }

    @preconcurrency public static func loadMatches(
        in party: GameCenterParty, completionHandler: @escaping @Sendable ([GKTurnBasedMatch]?, (any Error)?) -> Void
    ) {
        current.answer(completionHandler) { (center) throws(GKError) in try await center.loadMatches(in: party) }
    }

    /// The link to the code's page as a QR code, for the cameras of others.
    public static func loadImage(of party: GameCenterParty) async throws -> UIImage {
        try await current.image(of: party)
    }

    @preconcurrency public static func loadImage(
        of party: GameCenterParty, completionHandler: @escaping @Sendable (UIImage?, (any Error)?) -> Void
    ) {
        current.answer(completionHandler) { (center) throws(GKError) in try await center.image(of: party) }
    }
}

extension Laurel {
    private func beginParty(activityID: String) async throws(GKError) -> GameCenterParty {
        var body = PartyBody()
        do throws(InvalidIdentifier) { body.activity = try ActivityID(activityID) } catch {
            throw GKError(.invalidParameter, detail: "“\(activityID)” isn't an activity's ID.")
        }
        let made = body
        return try await party { (client, game) throws(ClientError) in try await client.makeParty(made, in: game) }
    }

    private func enterParty(code: String) async throws(GKError) -> GameCenterParty {
        let code = try Self.read(code)
        return try await party { (client, game) throws(ClientError) in try await client.enterParty(code, in: game) }
    }

    private func loadParty(code: String) async throws(GKError) -> GameCenterParty {
        let code = try Self.read(code)
        return try await party { (client, game) throws(ClientError) in try await client.party(code, in: game) }
    }

    private func leaveParty(code: String) async throws(GKError) {
        let (code, game) = (try Self.read(code), try configuration.game.get().bundleID)
        try await asPlayer { (client, _) throws(ClientError) in try await client.leaveParty(code, in: game) }
    }

    private func loadMatches(in party: GameCenterParty) async throws(GKError) -> [GKTurnBasedMatch] {
        await made(try await matchAnswers().filter { $0.group == party.partyCode.matchGroup })
    }

    private func image(of party: GameCenterParty) async throws(GKError) -> UIImage {
        let game = try configuration.game.get()
        let bytes: [UInt8]
        do throws(ClientError) {
            bytes = try await client(game, token: nil).picture(of: party.partyCode)
        } catch {
            throw GKError(error)
        }
        guard let image = UIImage(data: Data(bytes)) else {
            throw GKError(.communicationsFailure, detail: "The server didn't send a valid image.")
        }
        return image
    }

    // MARK: Parts

    /// What can't be a code is told as a wrong one is.
    private static func read(_ text: String) throws(GKError) -> PartyCode {
        guard let code = PartyCode(in: text) else { throw GKError(.invalidParameter, like: .unknownParty) }
        return code
    }

    private func party(
        _ ask: (Client, BundleID) async throws(ClientError) -> PartyAnswer
    ) async throws(GKError) -> GameCenterParty {
        let game = try configuration.game.get().bundleID
        let answer = try await asPlayer { (client, _) throws(ClientError) in try await ask(client, game) }
        guard let url = URL(string: answer.url), ["http", "https"].contains(url.scheme) else {
            throw GKError(.communicationsFailure)
        }
        return GameCenterParty(answer, players: await players(answer.players.map { PlayerRecord($0) }), url: url)
    }
}

extension GKTurnBasedMatch {
    /// The code by which those met who play it, such as `7K3Q-XW2P`: friends who have it take a free seat.
    ///
    /// - Returns: nil: the match is in no party's ``GKMatchRequest/playerGroup``.
    public var partyCode: String? { PartyCode(matchGroup: answer.group)?.text }
}

extension PartyCode {
    private static let folder = "/join/"

    /// As typed, or in a link of its page.
    fileprivate init?(in text: String) {
        guard let link = text.range(of: Self.folder) else {
            self.init(typed: text)
            return
        }
        self.init(typed: String(text[link.upperBound...].prefix { !"/?#".contains($0) && !$0.isWhitespace }))
    }
}
