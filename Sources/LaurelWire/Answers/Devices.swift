public import LaurelDomain

/// What a device shows and keeps while it waits for its player (RFC 8628, section 3.2). It has two names for all: the
/// standard's, and those from before, which stay for a release.
public struct DeviceAuthorizationAnswer: Answer, Hashable {
    public var deviceCode: String
    public var userCode: String
    public var verificationURI: String
    /// With the code in it, for a link or a QR code.
    public var verificationURIComplete: String
    public var expiresInSeconds: Int
    public var intervalSeconds: Int

    public init(
        deviceCode: String, userCode: String, verificationURI: String, verificationURIComplete: String,
        expiresInSeconds: Int, intervalSeconds: Int
    ) {
        self.deviceCode = deviceCode
        self.userCode = userCode
        self.verificationURI = verificationURI
        self.verificationURIComplete = verificationURIComplete
        self.expiresInSeconds = expiresInSeconds
        self.intervalSeconds = intervalSeconds
    }

    private static let code = Shape<String>.text(43...43, example: String(repeating: "a", count: 43))
    private static let typed = Shape<String>.text(9...9, example: "WDJB-MJHT")
    private static let page = Shape<String>.text(1...500, example: "https://games.example/device/")
    private static let link = Shape<String>.text(
        1...600, example: "https://games.example/device/?code=WDJB-MJHT")
    public static let name = "DeviceAuthorization"
    public static let fields = Fields(
        AnswerField("deviceCode", code, \.deviceCode), AnswerField("userCode", typed, \.userCode),
        AnswerField("verificationURI", page, \.verificationURI),
        AnswerField("verificationURIComplete", link, \.verificationURIComplete),
        AnswerField("expiresIn", .integer(1...86_400), \.expiresInSeconds),
        AnswerField("interval", .integer(1...3_600), \.intervalSeconds),
        AnswerField("device_code", code, \.deviceCode), AnswerField("user_code", typed, \.userCode),
        AnswerField("verification_uri", page, \.verificationURI),
        AnswerField("verification_uri_complete", link, \.verificationURIComplete),
        AnswerField("expires_in", .integer(1...86_400), \.expiresInSeconds)
    ) { deviceCode, userCode, page, link, expires, interval, _, _, _, _, _ in
        DeviceAuthorizationAnswer(
            deviceCode: deviceCode, userCode: userCode, verificationURI: page, verificationURIComplete: link,
            expiresInSeconds: expires, intervalSeconds: interval)
    }
}

/// A device's token, as the standard has it (RFC 6749, section 5.1).
public struct DeviceTokenAnswer: Answer, Hashable {
    public var token: String
    public var environment: Environment
    public var player: PlayerAnswer

    public init(token: String, environment: Environment, player: PlayerAnswer) {
        self.token = token
        self.environment = environment
        self.player = player
    }

    /// There is one type.
    private enum TokenType: Sendable { case bearer }
    private var type: TokenType { .bearer }

    public static let name = "DeviceToken"
    public static let fields = Fields(
        AnswerField("access_token", .token, \.token), AnswerField("token_type", .word([("Bearer", .bearer)]), \.type),
        AnswerField("scope", .environment, \.environment), AnswerField("player", PlayerAnswer.shape, \.player)
    ) { token, _, environment, player in
        DeviceTokenAnswer(token: token, environment: environment, player: player)
    }
}

/// Why there is no token, as the standard has it (RFC 6749, section 5.2; RFC 8628, section 3.5).
public struct GrantError: Hashable, Sendable {
    public enum Code: String, CaseIterable, Sendable {
        case authorizationPending = "authorization_pending"
        case slowDown = "slow_down"
        case accessDenied = "access_denied"
        case expiredToken = "expired_token"
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidScope = "invalid_scope"
        case unsupportedGrantType = "unsupported_grant_type"
        case temporarilyUnavailable = "temporarily_unavailable"
        case serverError = "server_error"
    }

    public let code: Code
    public let problem: Problem

    public init(_ problem: Problem) {
        self.problem = problem
        code =
            switch problem.kind {
            case .authorizationPending: .authorizationPending
            case .slowDown: .slowDown
            case .accessDenied: .accessDenied
            case .expiredCode: .expiredToken
            case .unknownGame, .gameCenterDisabled, .notReleased: .invalidClient
            case .tooManyAttempts, .tooManyRequests, .unavailable: .temporarilyUnavailable
            case .internalError: .serverError
            default:
                switch problem.field {
                case "grant_type": .unsupportedGrantType
                case "scope": .invalidScope
                default: .invalidRequest
                }
            }
    }

    /// 400 for all that the device can do something about.
    public var status: Int {
        switch code {
        case .temporarilyUnavailable, .serverError: problem.kind.status
        default: 400
        }
    }

    /// Printable ASCII without quotation marks, as the standard wants it.
    var sentence: String {
        let text = problem.detail.map { problem.kind.title + ". " + $0 } ?? problem.kind.title
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar -> Unicode.Scalar in
                    switch scalar {
                    case "\"", "\\", "\u{201C}", "\u{201D}": "'"
                    case " "..."~": scalar
                    default: "?"
                    }
                }))
    }
}

/// Why there is no token, as it is answered.
public struct DeviceGrantErrorAnswer: Answer, Hashable {
    public var code: GrantError.Code
    public var sentence: String
    public var requestID: String

    public init(code: GrantError.Code, sentence: String, requestID: String) {
        self.code = code
        self.sentence = sentence
        self.requestID = requestID
    }

    public init(_ error: GrantError, requestID: String) {
        self.init(code: error.code, sentence: error.sentence, requestID: requestID)
    }

    public static let name = "DeviceGrantError"
    public static let fields = Fields(
        AnswerField("error", .word(GrantError.Code.allCases.map { ($0.rawValue, $0) }), \.code),
        AnswerField("error_description", .text(1...2_200, example: "Waiting for the player"), \.sentence),
        AnswerField("requestID", .text(1...200, example: "4f1c2d"), \.requestID),
        make: Self.init(code:sentence:requestID:))
}

/// What a player is asked before they say yes.
public struct PendingDeviceAnswer: Answer, Hashable {
    public var userCode: String
    public var bundleID: BundleID?
    public var game: String?
    public var environment: Environment?
    public var device: String?
    public var expires: Timestamp

    public init(
        userCode: String, bundleID: BundleID?, game: String?, environment: Environment?, device: String?,
        expires: Timestamp
    ) {
        self.userCode = userCode
        self.bundleID = bundleID
        self.game = game
        self.environment = environment
        self.device = device
        self.expires = expires
    }

    public static let name = "PendingDevice"
    public static let fields = Fields(
        AnswerField("userCode", .text(1...64, example: "WDJB-MJHT"), \.userCode),
        AnswerField(orNull: "bundleID", .bundleID, \.bundleID),
        AnswerField(orNull: "game", .text(1...500, example: "MonkeyJump"), \.game),
        AnswerField(orNull: "environment", .environment, \.environment),
        AnswerField(orNull: "device", .text(1...960, example: "Living room"), \.device),
        AnswerField("expires", .timestamp, \.expires),
        make: Self.init(userCode:bundleID:game:environment:device:expires:))
}
