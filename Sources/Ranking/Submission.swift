public import LaurelDomain

/// One accepted score as the index needs it; also the form in which a player's history is handed back.
///
/// - Range: `sequence` in 1 ..< 2^48. A row outside is refused by ``Board/apply(_:)`` as a repeat would be.
public struct Submission: Hashable, Sendable {
    public var player: PlayerNumber
    public var value: Int64
    public var date: Timestamp
    public var context: Int64
    /// The journal row that carries this score.
    public var sequence: JournalSequence
    public var flags: SubmissionFlags

    public init(
        player: PlayerNumber, value: Int64, date: Timestamp, context: Int64 = 0, sequence: JournalSequence,
        flags: SubmissionFlags = []
    ) {
        self.player = player
        self.value = value
        self.date = date
        self.context = context
        self.sequence = sequence
        self.flags = flags
    }
}

/// Marks that travel with a score. The index stores all eight bits and reads none.
public struct SubmissionFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The date was changed by rule 4.7.
    public static let isDateClamped = SubmissionFlags(rawValue: 1)
    /// Its replay gives this score.
    public static let isVerified = SubmissionFlags(rawValue: 2)
    /// And was made between a ticket of the server and the score's arrival.
    public static let isLive = SubmissionFlags(rawValue: 4)
}

/// A few of the three time scopes.
public struct ScopeSet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public init(_ scope: TimeScope) { rawValue = 1 << scope.rawValue }
    public static let all = ScopeSet(rawValue: 7)
    public func contains(_ scope: TimeScope) -> Bool { contains(ScopeSet(scope)) }
}

/// What one row did to a board.
public struct ApplyOutcome: Hashable, Sendable {
    public enum Status: UInt8, Hashable, Sendable {
        /// Folded in; it need not have changed a rank.
        case applied
        /// A row of this player that is not newer than their latest: nothing happened.
        case repeated
        /// Kept out of the ranks by the range (rule 4.5).
        case outOfRange
        /// The player is banned: the row waits for ``Board/unhide(_:version:)`` (rule 4.12).
        case hidden
        /// The player's other rows must be read again first; this row is to be among them.
        case awaitingHistory
    }

    public let status: Status
    /// The player's all-time entry is now this row.
    public let isNewBest: Bool
    /// The scopes in which the player's entry is another than before.
    public let changedScopes: ScopeSet

    public init(status: Status, isNewBest: Bool = false, changedScopes: ScopeSet = []) {
        self.status = status
        self.isNewBest = isNewBest
        self.changedScopes = changedScopes
    }
}

/// A player's entry on a board, with its rank.
public struct RankedEntry: Hashable, Sendable {
    /// 1 is best; ranks are distinct (rule 4.6).
    public let rank: Int
    public let player: PlayerNumber
    public let value: Int64
    public let date: Timestamp
    public let context: Int64
    public let sequence: JournalSequence
    public let flags: SubmissionFlags

    public init(
        rank: Int, player: PlayerNumber, value: Int64, date: Timestamp, context: Int64, sequence: JournalSequence,
        flags: SubmissionFlags
    ) {
        self.rank = rank
        self.player = player
        self.value = value
        self.date = date
        self.context = context
        self.sequence = sequence
        self.flags = flags
    }
}

/// A player whose rows the board must be given again before it is exact.
public struct HistoryNeed: Hashable, Sendable {
    public let player: PlayerNumber
    /// The head of their chain on this board.
    public let latest: JournalSequence
    /// Nil: hand all their remaining rows to ``Board/replaceHistory(of:rows:)``. A moment: those dated after it, to
    /// ``Board/refill(_:rows:)``, suffice. No date is after its arrival, so the walk along the chain may stop at the
    /// first row that arrived at or before that moment.
    public let after: Timestamp?
}
