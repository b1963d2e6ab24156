/// Where a game's own server is told what happens in the game (rule 7.2).
public struct Webhook: Hashable, Sendable {
    public static let urlBytesLimit = 2_048
    /// Of a secret that signs (Standard Webhooks: 24 to 64).
    public static let secretByteCount = 32
    /// How long a secret signs beside the one that took its place, so that the game's server can change it in peace.
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
    /// What a webhook is found by: an app has one in each environment.
    public struct Place: Hashable, Sendable {
        public let app: AppNumber
        public let environment: Environment

        public init(app: AppNumber, environment: Environment) {
            self.app = app
            self.environment = environment
        }
    }

    /// A secret that another has taken the place of.
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

    /// Puts a new secret in place of the one that signs now, which goes on beside it for ``secretOverlap``.
    public mutating func renew(_ new: [UInt8], at moment: Timestamp) {
        let old = OldSecret(bytes: secret, until: moment.advanced(by: Self.secretOverlap))
        oldSecrets = [old] + oldSecrets.filter { moment < $0.until }.prefix(Self.oldSecretsLimit - 1)
        secret = new
    }

    public var place: Place { Place(app: app, environment: environment) }
}

/// One event on its way to a game's server. It names everybody by number: names are looked up when it is sent.
public struct WebhookDelivery: Hashable, Sendable {
    public let id: WebhookDeliveryID
    public let app: AppNumber
    public let environment: Environment
    public let event: WebhookEvent
    public let created: Timestamp
    /// From when on it is tried: from its creation, or from when somebody said that it be sent again.
    public var since: Timestamp
    public var state: State
    public var attempts: Int
    /// When it is (or was) next tried.
    public var due: Timestamp
    public var last: Attempt?

    public init(
        id: WebhookDeliveryID, app: AppNumber, environment: Environment, event: WebhookEvent, created: Timestamp,
        since: Timestamp? = nil, state: State = .waiting, attempts: Int = 0, due: Timestamp, last: Attempt? = nil
    ) {
        self.id = id
        self.app = app
        self.environment = environment
        self.event = event
        self.created = created
        self.since = since ?? created
        self.state = state
        self.attempts = attempts
        self.due = due
        self.last = last
    }

    /// Numbers are stored; a case is never renumbered.
    public enum State: UInt8, CaseIterable, Hashable, Sendable {
        case waiting = 0
        case delivered = 1
        /// Given up: it is kept in the log, and sent again when somebody says so.
        case dead = 2

        public var name: String {
            switch self {
            case .waiting: "waiting"
            case .delivered: "delivered"
            case .dead: "dead"
            }
        }
    }

    /// How the last attempt went.
    public struct Attempt: Hashable, Sendable {
        public let time: Timestamp
        /// Of the answer; nil when there was none.
        public let status: Int?
        /// Why there was none, in words; empty when there was one.
        public let failure: String

        public init(time: Timestamp, status: Int?, failure: String = "") {
            self.time = time
            self.status = status
            self.failure = failure
        }
    }
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
