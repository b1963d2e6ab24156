/// Where a game's own server is told what happens in the game (rule 7.2).
public struct Webhook: Hashable, Sendable {
    public static let urlBytesLimit = 2_048
    /// Of a secret that signs (Standard Webhooks: 24 to 64).
    public static let secretByteCount = 32
    /// How long a secret signs beside its successor, so that the game's server can change it in peace.
    public static let secretOverlap = Timestamp.Span.days(1)
    /// Of secrets that sign beside the newest; one more ends the oldest.
    public static let oldSecretsLimit = 3

    public let app: AppNumber
    public let environment: Environment
    public var url: String
    public var secret: [UInt8]
    /// The latest first.
    public var oldSecrets: [OldSecret]
    /// Which events it wants.
    public var kinds: Set<NoticeKind>
    /// False: nothing is sent, and nothing waits to be. A server that answers 410 turns it off.
    public var isEnabled: Bool

    public init(
        app: AppNumber, environment: Environment, url: String, secret: [UInt8], oldSecrets: [OldSecret] = [],
        kinds: Set<NoticeKind>, isEnabled: Bool = true
    ) {
        self.app = app
        self.environment = environment
        self.url = url
        self.secret = secret
        self.oldSecrets = oldSecrets
        self.kinds = kinds
        self.isEnabled = isEnabled
    }
}

extension Webhook {
    /// A secret that another has replaced.
    public struct OldSecret: Hashable, Sendable {
        public let bytes: [UInt8]
        /// It signs before this moment.
        public let until: Timestamp

        public init(bytes: [UInt8], until: Timestamp) {
            self.bytes = bytes
            self.until = until
        }
    }

    /// Those that sign, the newest first.
    public func secrets(at moment: Timestamp) -> [[UInt8]] {
        [secret] + oldSecrets.filter { moment < $0.until }.map(\.bytes)
    }

    /// Replaces the secret that signs now, which goes on beside the new one for ``secretOverlap``.
    public mutating func renew(_ new: [UInt8], at moment: Timestamp) {
        let old = OldSecret(bytes: secret, until: moment.advanced(by: Self.secretOverlap))
        oldSecrets = [old] + oldSecrets.filter { moment < $0.until }.prefix(Self.oldSecretsLimit - 1)
        secret = new
    }

    /// What it is found by: an app has one webhook in each environment.
    public var appEnvironment: AppEnvironment { AppEnvironment(app: app, environment: environment) }
}

public struct WebhookDeliveryID: Hashable, Comparable, Sendable {
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What a game's server is told.
public enum WebhookEvent: Hashable, Sendable {
    /// Somebody wants to see whether it works.
    case test
    /// A player was told something of the game. The id is that of the notice.
    case notice(NoticeID, NewNotice)
}
