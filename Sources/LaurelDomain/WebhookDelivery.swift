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

extension WebhookDelivery.Attempt {
    /// What ``failure`` says of a delivery to a webhook that is off. It is kept, so it never changes.
    public static let off = "the webhook is off"
    /// The same, of an address that isn't allowed; what is wrong with it follows.
    public static let addressRefused = "the address isn't allowed: "

    /// Why there was no answer.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// The webhook is off, or was removed.
        case off
        /// Its address isn't allowed.
        case address
        /// The server didn't answer; ``WebhookDelivery/Attempt/failure`` tells more.
        case unreached
    }

    /// Nil: there was an answer.
    public var reason: Reason? {
        if failure.isEmpty { return nil }
        if failure == Self.off { return .off }
        return failure.hasPrefix(Self.addressRefused) ? .address : .unreached
    }
}
