public import LaurelDomain

/// What a device shows and keeps while it waits for its player (RFC 8628, section 3.2). It has two names for all: the
/// standard's, and those from before, which stay for a release.
public struct DeviceAuthorizationAnswer: Hashable, Sendable {
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

    public static let schema = Schema.object(
        "DeviceAuthorization",
        [
            .init("deviceCode", .string(.init(length: 43...43, example: String(repeating: "a", count: 43)))),
            .init("userCode", .string(.init(length: 9...9, example: "WDJB-MJHT"))),
            .init("verificationURI", .string(.init(length: 1...500, example: "https://games.example/device/"))),
            .init(
                "verificationURIComplete",
                .string(.init(length: 1...600, example: "https://games.example/device/?code=WDJB-MJHT"))),
            .init("expiresIn", .integer(1...86_400)), .init("interval", .integer(1...3_600)),
            .init("device_code", .string(.init(length: 43...43, example: String(repeating: "a", count: 43)))),
            .init("user_code", .string(.init(length: 9...9, example: "WDJB-MJHT"))),
            .init("verification_uri", .string(.init(length: 1...500, example: "https://games.example/device/"))),
            .init(
                "verification_uri_complete",
                .string(.init(length: 1...600, example: "https://games.example/device/?code=WDJB-MJHT"))),
            .init("expires_in", .integer(1...86_400)),
        ])
}

/// A device's token, as the standard has it (RFC 6749, section 5.1).
public struct DeviceTokenAnswer: Hashable, Sendable {
    public var token: String
    public var environment: Environment
    public var player: PlayerAnswer

    public init(token: String, environment: Environment, player: PlayerAnswer) {
        self.token = token
        self.environment = environment
        self.player = player
    }

    public static let schema = Schema.object(
        "DeviceToken",
        [
            .init("access_token", .string(.init(length: 43...43, example: String(repeating: "a", count: 43)))),
            .init("token_type", .enumeration(["Bearer"])), .init("scope", Shape<Environment>.environment.schema),
            .init("player", PlayerAnswer.schema),
        ])
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

    public static let schema = Schema.object(
        "DeviceGrantError",
        [
            .init("error", .enumeration(Code.allCases.map(\.rawValue))),
            .init("error_description", .string(.init(length: 1...2_200, example: "Waiting for the player"))),
            .init("requestID", .string(.init(length: 1...200, example: "4f1c2d"))),
        ])

    public func json(requestID: String) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.field("error", code.rawValue)
        writer.field("error_description", sentence)
        writer.field("requestID", requestID)
        writer.endObject()
        return writer.finish()
    }
}

/// What a player is asked before they say yes.
public struct PendingDeviceAnswer: Hashable, Sendable {
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

    public static let schema = Schema.object(
        "PendingDevice",
        [
            .init("userCode", .string(.init(length: 1...64, example: "WDJB-MJHT"))),
            .init("bundleID", .nullable(Shape<BundleID>.bundleID.schema)),
            .init("game", .nullable(.string(.init(length: 1...500, example: "MonkeyJump")))),
            .init("environment", .nullable(Shape<Environment>.environment.schema)),
            .init("device", .nullable(.string(.init(length: 1...960, example: "Living room")))),
            .init("expires", Shape<Timestamp>.timestamp.schema),
        ])
}

extension JSONWriter {
    public mutating func value(_ answer: DeviceAuthorizationAnswer) {
        beginObject()
        field("deviceCode", answer.deviceCode)
        field("userCode", answer.userCode)
        field("verificationURI", answer.verificationURI)
        field("verificationURIComplete", answer.verificationURIComplete)
        field("expiresIn", answer.expiresInSeconds)
        field("interval", answer.intervalSeconds)
        field("device_code", answer.deviceCode)
        field("user_code", answer.userCode)
        field("verification_uri", answer.verificationURI)
        field("verification_uri_complete", answer.verificationURIComplete)
        field("expires_in", answer.expiresInSeconds)
        endObject()
    }

    public mutating func value(_ answer: DeviceTokenAnswer) {
        beginObject()
        field("access_token", answer.token)
        field("token_type", "Bearer")
        field("scope", answer.environment.name)
        key("player")
        value(answer.player)
        endObject()
    }

    public mutating func value(_ answer: PendingDeviceAnswer) {
        beginObject()
        field("userCode", answer.userCode)
        field("bundleID", answer.bundleID?.text)
        field("game", answer.game)
        field("environment", answer.environment?.name)
        field("device", answer.device)
        field("expires", answer.expires)
        endObject()
    }
}
