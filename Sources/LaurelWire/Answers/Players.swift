public import LaurelDomain

/// A player as a caller may see them.
public struct PlayerAnswer: Hashable, Sendable {
    public var id: String
    /// Left out where only the name counts.
    public var alias: String?
    public var displayName: String
    /// Left out where there is none, or the caller may not see it.
    public var photo: PhotoAnswer?
    public var status: String?
    /// For sessions of games alone: the same in all games of their team.
    public var teamPlayerID: String?

    public init(
        id: String, alias: String? = nil, displayName: String, photo: PhotoAnswer? = nil, status: String? = nil,
        teamPlayerID: String? = nil
    ) {
        self.teamPlayerID = teamPlayerID
        self.id = id
        self.alias = alias
        self.displayName = displayName
        self.photo = photo
        self.status = status
    }

    public static let schema = Schema.object(
        "Player",
        [
            .init("id", .string(.init(length: 1...80, example: "A:_00112233445566778899aabbccddeeff"))),
            .init("alias", .string(.init(length: 1...240, example: "jungle-jim")), isRequired: false),
            .init("displayName", .string(.init(length: 0...1_023, example: "jungle-jim"))),
            .init("photo", PhotoAnswer.schema, isRequired: false),
            .init("status", .string(.init(length: 1...140, example: "In the trees")), isRequired: false),
            .init(
                "teamPlayerID", .string(.init(length: 35...35, example: "T:_00112233445566778899aabbccddeeff")),
                isRequired: false),
        ])
}

/// Somebody who has just come in.
public struct SessionAnswer: Hashable, Sendable {
    public var player: PlayerAnswer
    /// Nil when the token went into a cookie.
    public var token: String?
    /// At sign-up alone, and never again.
    public var recoveryCodes: [String]?
    public var bundleID: BundleID?
    public var environment: Environment

    public init(
        player: PlayerAnswer, token: String?, recoveryCodes: [String]? = nil, bundleID: BundleID?,
        environment: Environment
    ) {
        self.player = player
        self.token = token
        self.recoveryCodes = recoveryCodes
        self.bundleID = bundleID
        self.environment = environment
    }

    static let token = Schema.nullable(.string(.init(length: 43...43, example: String(repeating: "a", count: 43))))
    static let binding = [
        Schema.Property("bundleID", .nullable(Shape<BundleID>.bundleID.schema)),
        Schema.Property("environment", Shape<Environment>.environment.schema),
    ]

    static let recoveryCodes = Schema.array(.string(.init(length: 1...64, example: "7QK2-M9XA")), countLimit: 16)

    public static let schema = Schema.object(
        "Session", [.init("player", PlayerAnswer.schema), .init("token", token)] + binding)
    public static let signUpSchema = Schema.object(
        "NewPlayer",
        [
            .init("player", PlayerAnswer.schema), .init("token", token),
            .init("recoveryCodes", recoveryCodes),
        ] + binding)
}

/// Who the caller is.
public struct CurrentPlayerAnswer: Hashable, Sendable {
    public var player: PlayerAnswer
    public var bundleID: BundleID?
    public var environment: Environment
    public var isAdministrator: Bool
    public var limits: PlayerLimitsAnswer

    public init(
        player: PlayerAnswer, bundleID: BundleID?, environment: Environment, isAdministrator: Bool,
        limits: PlayerLimitsAnswer
    ) {
        self.player = player
        self.bundleID = bundleID
        self.environment = environment
        self.isAdministrator = isAdministrator
        self.limits = limits
    }

    public static let schema = Schema.object(
        "CurrentPlayer",
        [.init("player", PlayerAnswer.schema)] + SessionAnswer.binding + [.init("isAdministrator", .boolean)]
            + PlayerLimitsAnswer.properties)
}

public enum PlayersAnswer {
    public static let schema = Schema.object(
        "Players", [.init("players", .array(PlayerAnswer.schema, countLimit: RankWindow.countLimit))])
}

/// What a player who lost their secrets sets a new password with; shown once.
public enum PasswordResetAnswer {
    public static let schema = Schema.object(
        "PasswordReset",
        [
            .init("player", PlayerAnswer.schema),
            .init("resetCode", .string(.init(length: 19...29, example: "7QK2-M9XA-0TBC-41ZE-8RWD-5HNF"))),
            .init("expires", Shape<Timestamp>.timestamp.schema),
        ])
}

public enum AdministratorLinkAnswer {
    public static let schema = Schema.object(
        "AdministratorLink",
        [.init("token", .string(.init(length: 43...43, example: String(repeating: "a", count: 43))))])
}

public enum InvitationAnswer {
    public static let schema = Schema.object(
        "Invitation",
        [
            .init("code", .string(.init(length: 1...64, example: "7QK2-M9XA-0TBC-41ZE"))),
            .init("expires", Shape<Timestamp>.timestamp.schema),
        ])
}

extension JSONWriter {
    public mutating func value(_ player: PlayerAnswer) {
        beginObject()
        field("id", player.id)
        if let alias = player.alias { field("alias", alias) }
        field("displayName", player.displayName)
        if let photo = player.photo {
            key("photo")
            value(photo)
        }
        if let status = player.status { field("status", status) }
        if let id = player.teamPlayerID { field("teamPlayerID", id) }
        endObject()
    }

    public mutating func value(_ session: SessionAnswer) {
        beginObject()
        key("player")
        value(session.player)
        field("token", session.token)
        if let codes = session.recoveryCodes {
            key("recoveryCodes")
            beginArray()
            for code in codes { value(code) }
            endArray()
        }
        field("bundleID", session.bundleID?.text)
        field("environment", session.environment.name)
        endObject()
    }

    public mutating func value(_ current: CurrentPlayerAnswer) {
        beginObject()
        key("player")
        value(current.player)
        field("bundleID", current.bundleID?.text)
        field("environment", current.environment.name)
        field("isAdministrator", current.isAdministrator)
        fields(current.limits)
        endObject()
    }
}
