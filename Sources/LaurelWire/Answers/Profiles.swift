public import LaurelDomain

/// Where a player's photo is, in two sizes; PNG, squares of 128 and 512 pixels. The addresses name the bytes, so what
/// was loaded once never changes.
public struct PhotoAnswer: Hashable, Sendable {
    public var small: String
    public var normal: String

    public init(smallID: String, normalID: String) {
        small = Route.players(.photo(smallID)).target
        normal = Route.players(.photo(normalID)).target
    }

    private static let address = Schema.string(
        .init(length: 75...75, example: "/v1/photos/" + String(repeating: "0a", count: 32)))
    public static let schema = Schema.object(
        "Photo", [.init("small", address), .init("normal", address)])
}

/// What a player may not do (rule 1.1), named as GameKit names it.
public struct PlayerLimitsAnswer: Hashable, Sendable {
    public var isUnderage: Bool
    public var isMultiplayerGamingRestricted: Bool
    public var isPersonalizedCommunicationRestricted: Bool

    public init(
        isUnderage: Bool, isMultiplayerGamingRestricted: Bool, isPersonalizedCommunicationRestricted: Bool
    ) {
        self.isUnderage = isUnderage
        self.isMultiplayerGamingRestricted = isMultiplayerGamingRestricted
        self.isPersonalizedCommunicationRestricted = isPersonalizedCommunicationRestricted
    }

    static let properties: [Schema.Property] = [
        .init("isUnderage", .boolean), .init("isMultiplayerGamingRestricted", .boolean),
        .init("isPersonalizedCommunicationRestricted", .boolean),
    ]
}

/// A player's whole profile, for themselves.
public struct ProfileAnswer: Hashable, Sendable {
    public var player: PlayerAnswer
    public var profile: Profile
    public var limits: PlayerLimitsAnswer

    public init(player: PlayerAnswer, profile: Profile, limits: PlayerLimitsAnswer) {
        self.player = player
        self.profile = profile
        self.limits = limits
    }

    public static let schema = Schema.object(
        "Profile",
        [
            .init("player", PlayerAnswer.schema),
            .init("realName", .nullable(.string(.init(length: 1...960, example: "James Tarzan")))),
            .init("status", .nullable(.string(.init(length: 1...2_240, example: "In the trees")))),
            .init("audience", Shape<Privacy.Audience>.audience.schema),
            .init("isFindable", .boolean), .init("takesRequests", .boolean),
            .init("birthYear", .nullable(.integer(1_900...9_999))), .init("forbidsStrangers", .boolean),
            .init("forbidsMessages", .boolean), .init("hasGuardian", .boolean),
        ] + PlayerLimitsAnswer.properties)
}

/// A session, as its player sees it in the list of all.
public struct ListedSessionAnswer: Hashable, Sendable {
    public var id: SessionID
    public var isCurrent: Bool
    public var device: String?
    public var bundleID: BundleID?
    public var environment: Environment?
    public var created: Timestamp
    public var lastUsed: Timestamp

    public init(
        id: SessionID, isCurrent: Bool, device: String?, bundleID: BundleID?, environment: Environment?,
        created: Timestamp, lastUsed: Timestamp
    ) {
        self.id = id
        self.isCurrent = isCurrent
        self.device = device
        self.bundleID = bundleID
        self.environment = environment
        self.created = created
        self.lastUsed = lastUsed
    }

    static let schema = Schema.object(
        "ListedSession",
        [
            .init("id", .string(.init(length: 1...19, example: "17"))), .init("isCurrent", .boolean),
            .init("device", .nullable(Shape<DeviceName>.device.schema)),
            .init("bundleID", .nullable(Shape<BundleID>.bundleID.schema)),
            .init("environment", .nullable(Shape<Environment>.environment.schema)),
            .init("created", Shape<Timestamp>.timestamp.schema), .init("lastUsed", Shape<Timestamp>.timestamp.schema),
        ])
    public static let listSchema = Schema.object(
        "Sessions", [.init("sessions", .array(schema, countLimit: 500))])
}

public enum RecoveryCodesAnswer {
    public static let schema = Schema.object(
        "RecoveryCodes", [.init("recoveryCodes", SessionAnswer.recoveryCodes)])
}

/// A player in the operator's list.
public enum FoundPlayersAnswer {
    public static let countLimit = 100
    static let player = Schema.object(
        "FoundPlayer",
        [
            .init("player", PlayerAnswer.schema), .init("created", Shape<Timestamp>.timestamp.schema),
            .init("isAdministrator", .boolean),
        ])
    public static let schema = Schema.object(
        "FoundPlayers",
        [
            .init("players", .array(player, countLimit: countLimit)),
            .init("next", .nullable(.string(.init(length: 3...41, example: "G:1000001")))),
        ])
}

/// Proof that a player was erased.
public enum ErasureAnswer {
    public static let schema = Schema.object(
        "Erasure",
        [
            .init("receipt", .string(.init(length: 1...64, example: "7QK2-M9XA-0TBC-41ZE"))),
            .init("requested", Shape<Timestamp>.timestamp.schema), .init("isFinished", .boolean),
            .init("erased", .array(.string(.init(length: 1...200, example: "profile")), countLimit: 64)),
        ])
}

extension JSONWriter {
    public mutating func value(_ photo: PhotoAnswer) {
        beginObject()
        field("small", photo.small)
        field("normal", photo.normal)
        endObject()
    }

    mutating func fields(_ limits: PlayerLimitsAnswer) {
        field("isUnderage", limits.isUnderage)
        field("isMultiplayerGamingRestricted", limits.isMultiplayerGamingRestricted)
        field("isPersonalizedCommunicationRestricted", limits.isPersonalizedCommunicationRestricted)
    }

    public mutating func value(_ answer: ProfileAnswer) {
        let restrictions = answer.profile.restrictions
        beginObject()
        key("player")
        value(answer.player)
        field("realName", answer.profile.realName)
        field("status", answer.profile.status)
        field("audience", answer.profile.privacy.audience.name)
        field("isFindable", answer.profile.privacy.isFindable)
        field("takesRequests", answer.profile.privacy.takesRequests)
        if let year = restrictions.birthYear {
            field("birthYear", year)
        } else {
            key("birthYear")
            null()
        }
        field("forbidsStrangers", restrictions.forbidsStrangers)
        field("forbidsMessages", restrictions.forbidsMessages)
        field("hasGuardian", restrictions.hasGuardian)
        fields(answer.limits)
        endObject()
    }

    public mutating func value(_ session: ListedSessionAnswer) {
        beginObject()
        field("id", String(session.id.rawValue))
        field("isCurrent", session.isCurrent)
        field("device", session.device)
        field("bundleID", session.bundleID?.text)
        field("environment", session.environment?.name)
        field("created", session.created)
        field("lastUsed", session.lastUsed)
        endObject()
    }
}
