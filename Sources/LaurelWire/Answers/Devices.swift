public import LaurelDomain

/// What a device shows and keeps while it waits for its player (RFC 8628, section 3.2).
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
        ])
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
