/// A position in the queue of reviews.
public struct ReviewID: Hashable, Comparable, Sendable {
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: ReviewID, right: ReviewID) -> Bool { left.rawValue < right.rawValue }
}

/// Something for a moderator to decide on, before it is durable.
public struct NewReview: Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
        /// A row of a journal. A held one has no rank before it is accepted; a flagged one ranks until it is rejected.
        case score(StreamID, LeaderboardNumber, JournalSequence, value: Int64, date: Timestamp, isHeld: Bool)
        /// What a player wrote or showed.
        /// - id: which one of several, as the interface names it; empty for the one name and the one photo.
        case content(ReportedThing, id: String)
    }

    public var subject: Subject
    /// The game it is about, whose moderators see it; nil: administrators alone.
    public var app: AppNumber?
    /// Whose score or name it is.
    public var player: PlayerNumber
    /// At least one.
    public var reasons: [ReviewReason]
    public var created: Timestamp

    public init(
        _ subject: Subject, app: AppNumber?, player: PlayerNumber, reasons: [ReviewReason], created: Timestamp
    ) {
        self.subject = subject
        self.app = app
        self.player = player
        self.reasons = reasons
        self.created = created
    }
}

/// An item of the queue.
public struct Review: Hashable, Sendable {
    public let id: ReviewID
    public let content: NewReview
    /// How many players reported it.
    public var reportCount: Int
    public var state: ReviewState
    /// Nil: nobody has decided.
    public var decision: ReviewDecision?

    public init(
        id: ReviewID, content: NewReview, reportCount: Int = 0, state: ReviewState = .pending,
        decision: ReviewDecision? = nil
    ) {
        self.id = id
        self.content = content
        self.reportCount = reportCount
        self.state = state
        self.decision = decision
    }
}

/// Numbers are stored; a case is never renumbered.
public enum ReviewState: UInt8, CaseIterable, Hashable, Sendable {
    case pending = 0
    /// It stays, or came in.
    case accepted = 1
    /// It went.
    case rejected = 2

    public var name: String {
        switch self {
        case .pending: "pending"
        case .accepted: "accepted"
        case .rejected: "rejected"
        }
    }
}

/// Who decided, when, and what they noted.
public struct ReviewDecision: Hashable, Sendable {
    /// At most so many characters of ``note``.
    public static let noteLimit = 500

    /// Nil: the operator.
    public let author: PlayerNumber?
    public let time: Timestamp
    public let note: String

    public init(author: PlayerNumber?, time: Timestamp, note: String) {
        self.author = author
        self.time = time
        self.note = note
    }
}

/// What a player may report. Numbers are stored; a case is never renumbered.
public enum ReportedThing: UInt8, CaseIterable, Hashable, Sendable {
    case name = 1
    case photo = 2
    case message = 3
    /// The status line.
    case status = 4

    public var name: String {
        switch self {
        case .name: "name"
        case .photo: "photo"
        case .message: "message"
        case .status: "status"
        }
    }
}

/// Why they report it. Numbers are stored; a case is never renumbered.
public enum ReportReason: UInt8, CaseIterable, Hashable, Sendable {
    case offensive = 1
    case harassment = 2
    case impersonation = 3
    case personalInformation = 4
    case spam = 5
    case other = 6

    public var name: String {
        switch self {
        case .offensive: "offensive"
        case .harassment: "harassment"
        case .impersonation: "impersonation"
        case .personalInformation: "personalInformation"
        case .spam: "spam"
        case .other: "other"
        }
    }
}

/// One player's report of what another wrote or showed.
public struct Report: Hashable, Sendable {
    /// At most so many characters of ``text``.
    public static let textLimit = 1_000
    /// At most so many bytes of ``id``.
    public static let idLimit = 128
    /// What the message of a request for friendship is called: there is one between two players.
    public static let friendRequestID = "friendRequest"

    /// Nil: they have been erased. What they reported stays until it is decided.
    public var reporter: PlayerNumber?
    public var thing: ReportedThing
    /// Which message; empty for a name or photo.
    public var id: String
    /// Who wrote or shows it.
    public var player: PlayerNumber
    /// The game in which it was seen.
    public var app: AppNumber?
    public var reason: ReportReason
    /// In their own words; may be empty.
    public var text: String
    /// What it looked like at the moment of the report, as the server knows it; it may be changed since.
    public var evidence: String
    public var created: Timestamp

    public init(
        by reporter: PlayerNumber?, of thing: ReportedThing, id: String = "", player: PlayerNumber, app: AppNumber?,
        reason: ReportReason, text: String, evidence: String = "", created: Timestamp
    ) {
        self.reporter = reporter
        self.thing = thing
        self.id = id
        self.player = player
        self.app = app
        self.reason = reason
        self.text = text
        self.evidence = evidence
        self.created = created
    }
}
