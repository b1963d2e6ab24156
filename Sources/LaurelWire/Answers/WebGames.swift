public import LaurelDomain

/// Which game's page asks for a session, and from where.
public struct AuthorizationRequestAnswer: Answer, Hashable {
    public var bundleID: BundleID
    /// Of the game.
    public var gameName: String
    public var environment: Environment
    public var origin: WebOrigin

    public init(bundleID: BundleID, gameName: String, environment: Environment, origin: WebOrigin) {
        self.bundleID = bundleID
        self.gameName = gameName
        self.environment = environment
        self.origin = origin
    }

    public static let name = "AuthorizationRequest"
    public static let fields = Fields(
        AnswerField("bundleID", .bundleID, \.bundleID), AnswerField("name", .name, \.gameName),
        AnswerField("environment", .environment, \.environment), AnswerField("origin", .webOrigin, \.origin),
        make: Self.init(bundleID:gameName:environment:origin:))
}

/// What a game's page fetches its session with, once.
public struct AuthorizationAnswer: Answer, Hashable {
    public var code: String
    public var expires: Timestamp

    public init(code: String, expires: Timestamp) {
        self.code = code
        self.expires = expires
    }

    public static let name = "Authorization"
    public static let fields = Fields(
        AnswerField("code", .text(43...43, example: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"), \.code),
        AnswerField("expires", .timestamp, \.expires),
        make: Self.init(code:expires:))
}
