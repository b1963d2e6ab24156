public import LaurelDomain

/// Somebody who has just come in.
public struct SessionAnswer: Answer, Hashable {
    public var player: PlayerAnswer
    /// Nil when the token went into a cookie.
    public var token: String?
    /// The game that the session is bound to; nil: none.
    public var bundleID: BundleID?
    public var environment: Environment

    public init(player: PlayerAnswer, token: String?, bundleID: BundleID?, environment: Environment) {
        self.player = player
        self.token = token
        self.bundleID = bundleID
        self.environment = environment
    }

    public static let name = "Session"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.player), AnswerField(orNull: "token", .token, \.token),
        AnswerField(orNull: "bundleID", .bundleID, \.bundleID), AnswerField("environment", .environment, \.environment),
        make: Self.init(player:token:bundleID:environment:))
}

/// Somebody who has just signed up.
public struct NewPlayerAnswer: Answer, Hashable {
    public var session: SessionAnswer
    /// Shown now, and never again.
    public var recoveryCodes: [String]

    public init(session: SessionAnswer, recoveryCodes: [String]) {
        self.session = session
        self.recoveryCodes = recoveryCodes
    }

    public static let name = "NewPlayer"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.session.player),
        AnswerField(orNull: "token", .token, \.session.token),
        AnswerField("recoveryCodes", RecoveryCodesAnswer.list, \.recoveryCodes),
        AnswerField(orNull: "bundleID", .bundleID, \.session.bundleID),
        AnswerField("environment", .environment, \.session.environment)
    ) { player, token, codes, bundleID, environment in
        NewPlayerAnswer(
            session: SessionAnswer(player: player, token: token, bundleID: bundleID, environment: environment),
            recoveryCodes: codes)
    }
}

/// A guest who has an alias and a password now. Their session goes on.
public struct UpgradedGuestAnswer: Answer, Hashable {
    public var player: PlayerAnswer
    /// Shown now, and never again.
    public var recoveryCodes: [String]

    public init(player: PlayerAnswer, recoveryCodes: [String]) {
        self.player = player
        self.recoveryCodes = recoveryCodes
    }

    public static let name = "UpgradedGuest"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.player),
        AnswerField("recoveryCodes", RecoveryCodesAnswer.list, \.recoveryCodes),
        make: Self.init(player:recoveryCodes:))
}

extension Shape where Value == String {
    /// 256 random bits in base64url.
    static let token = text(43...43, example: String(repeating: "a", count: 43))
}

/// One-time codes for who has lost a secret.
public enum RecoveryCodesAnswer {
    static let list = Shape<String>.text(1...64, example: "7QK2-M9XA-0TBC-41ZE-8RWD-5HNF").list(countLimit: 16)
    public static let shape = list.held(by: "recoveryCodes", of: "RecoveryCodes")
}

/// Who the caller is.
public struct CurrentPlayerAnswer: Answer, Hashable {
    public var player: PlayerAnswer
    public var bundleID: BundleID?
    public var environment: Environment
    public var isAdministrator: Bool
    /// Has no password yet. Other players don't see it.
    public var isGuest: Bool
    public var limits: PlayerLimitsAnswer

    public init(
        player: PlayerAnswer, bundleID: BundleID?, environment: Environment, isAdministrator: Bool, isGuest: Bool,
        limits: PlayerLimitsAnswer
    ) {
        self.isGuest = isGuest
        self.player = player
        self.bundleID = bundleID
        self.environment = environment
        self.isAdministrator = isAdministrator
        self.limits = limits
    }

    public static let name = "CurrentPlayer"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.player), AnswerField(orNull: "bundleID", .bundleID, \.bundleID),
        AnswerField("environment", .environment, \.environment),
        AnswerField("isAdministrator", .boolean, \.isAdministrator), AnswerField("isGuest", .boolean, \.isGuest),
        AnswerField(PlayerLimitsAnswer.fields, \.limits),
        make: Self.init(player:bundleID:environment:isAdministrator:isGuest:limits:))
}

/// A session, as its player sees it in the list of all.
public struct ListedSessionAnswer: Answer, Hashable {
    public var id: SessionID
    public var isCurrent: Bool
    public var device: DeviceName?
    public var bundleID: BundleID?
    public var environment: Environment?
    public var created: Timestamp
    public var lastUsed: Timestamp

    public init(
        id: SessionID, isCurrent: Bool, device: DeviceName?, bundleID: BundleID?, environment: Environment?,
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

    public static let name = "ListedSession"
    public static let fields = Fields(
        AnswerField("id", .sessionID, \.id), AnswerField("isCurrent", .boolean, \.isCurrent),
        AnswerField(orNull: "device", .device, \.device), AnswerField(orNull: "bundleID", .bundleID, \.bundleID),
        AnswerField(orNull: "environment", .environment, \.environment), AnswerField("created", .timestamp, \.created),
        AnswerField("lastUsed", .timestamp, \.lastUsed),
        make: Self.init(id:isCurrent:device:bundleID:environment:created:lastUsed:))
    public static let listShape = shape.list(countLimit: 500).held(by: "sessions", of: "Sessions")
}

extension Shape where Value == SessionID {
    fileprivate static let sessionID = Shape<String>.text(1...19, example: "17").map(expected: "a session ID") {
        Int64($0).map { SessionID($0) }
    } back: {
        String($0.rawValue)
    }
}

/// What signs a guest in elsewhere, once.
public struct GuestCodeAnswer: Answer, Hashable {
    public var code: String
    public var expires: Timestamp

    public init(code: String, expires: Timestamp) {
        self.code = code
        self.expires = expires
    }

    public static let name = "GuestCode"
    public static let fields = Fields(
        AnswerField("code", .token, \.code), AnswerField("expires", .timestamp, \.expires),
        make: Self.init(code:expires:))
}
