import LaurelDomain
public import LaurelWire

/// A player, as this session sees them. Codable: devices keep names and photos.
public struct PlayerRecord: Hashable, Sendable, Codable {
    /// As this session sees it: of a game's session, the game's own id of the player.
    public var id: String
    /// Missing where the server named the player in passing.
    public var teamPlayerID: String?
    public var alias: String?
    public var displayName: String
    public var photo: Photo?

    /// Paths on the server; they name the bytes, so what was loaded once never changes.
    public struct Photo: Hashable, Sendable, Codable {
        public var small: String
        public var normal: String

        public init(small: String, normal: String) {
            self.small = small
            self.normal = normal
        }
    }

    public init(
        id: String, teamPlayerID: String? = nil, alias: String? = nil, displayName: String, photo: Photo? = nil
    ) {
        self.id = id
        self.teamPlayerID = teamPlayerID
        self.alias = alias
        self.displayName = displayName
        self.photo = photo
    }
}

extension PlayerRecord {
    public init(_ answer: PlayerAnswer) {
        self.init(
            id: answer.id, teamPlayerID: answer.teamPlayerID, alias: answer.alias, displayName: answer.displayName,
            photo: answer.photo.map { Photo(small: $0.small, normal: $0.normal) })
    }
}

extension PlayerAnswer {
    public init(_ record: PlayerRecord) {
        self.init(
            id: record.id, alias: record.alias, displayName: record.displayName,
            photo: record.photo.map { PhotoAnswer(small: $0.small, normal: $0.normal) },
            teamPlayerID: record.teamPlayerID)
    }
}

/// What a player may not do (rule 1.1).
public struct PlayerRestrictions: Hashable, Sendable, Codable {
    public var isUnderage = false
    public var isMultiplayerGamingRestricted = false
    public var isPersonalizedCommunicationRestricted = false
    public init() {}
}

/// Who is signed in.
public struct CurrentPlayer: Hashable, Sendable {
    public var player: PlayerRecord
    public var restrictions = PlayerRestrictions()
    /// Has no password yet.
    public var isGuest: Bool

    init(_ answer: CurrentPlayerAnswer) {
        isGuest = answer.isGuest
        player = PlayerRecord(answer.player)
        restrictions.isUnderage = answer.limits.isUnderage
        restrictions.isMultiplayerGamingRestricted = answer.limits.isMultiplayerGamingRestricted
        restrictions.isPersonalizedCommunicationRestricted = answer.limits.isPersonalizedCommunicationRestricted
    }
}

/// A session that was just opened.
public struct OpenedSession: Hashable, Sendable {
    public var player: PlayerRecord
    public var token: String
    public var bundleID: String?
    public var environment: String

    /// - Throws: where the answer has no token: it went into a cookie, which no client asks for.
    init(_ answer: SessionAnswer) throws(ClientError) {
        guard let token = answer.token else { throw .unreadable(UnreadableAnswer(reason: "The session has no token.")) }
        player = PlayerRecord(answer.player)
        self.token = token
        bundleID = answer.bundleID?.text
        environment = answer.environment.name
    }
}
