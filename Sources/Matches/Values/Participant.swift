public import LaurelDomain

/// Somebody at the table of a match, or a seat that is still free.
public struct Participant: Hashable, Sendable {
    /// - Source: `GKTurnBasedParticipant.Status`.
    public enum Status: UInt8, Hashable, Sendable {
        case invited = 1
        case declined = 2
        /// Nobody sits there yet.
        case matching = 3
        case active = 4
        case done = 5
    }

    public internal(set) var status: Status
    /// Nil: nobody yet, or an erased player.
    public internal(set) var player: PlayerNumber?
    public internal(set) var outcome = MatchOutcome.none
    /// When they last ended a turn.
    public internal(set) var lastTurn: Timestamp?
    /// When the turn first came to the seat: then an invitation goes out, and the search for a stranger begins
    /// (rule 12.4).
    public internal(set) var called: Timestamp?
    public internal(set) var attributes: UInt32 = 0
    public internal(set) var reminded: Timestamp?
    /// When the player asked to quit, from outside of the game and with the turn (rule 12.8).
    public internal(set) var askedToQuit: Timestamp?
    /// Whether the player took the match out of their list.
    public internal(set) var isRemoved = false
    /// The last writes, the latest last.
    public internal(set) var done: [DoneWrite] = []

    init(status: Status, player: PlayerNumber?) {
        self.status = status
        self.player = player
    }

    /// One that was kept, as it was.
    public init(
        status: Status, player: PlayerNumber?, outcome: MatchOutcome, lastTurn: Timestamp?, called: Timestamp?,
        attributes: UInt32, reminded: Timestamp?, askedToQuit: Timestamp?, isRemoved: Bool, done: [DoneWrite]
    ) {
        self.status = status
        self.player = player
        self.outcome = outcome
        self.lastTurn = lastTurn
        self.called = called
        self.attributes = attributes
        self.reminded = reminded
        self.askedToQuit = askedToQuit
        self.isRemoved = isRemoved
        self.done = done
    }

    /// Whether a turn can be handed to the seat.
    var canPlay: Bool {
        switch status {
        case .invited, .matching, .active: true
        case .declined, .done: false
        }
    }
    /// Whether somebody has played at the seat: they sit there, or ended a turn before they went. Who was invited and
    /// never came hasn't, whatever the others say of them.
    public var hasPlayed: Bool { status == .active || lastTurn != nil }
    /// Whether an invitation to the seat was never answered. Once the match is over, the seat's writes tell: then
    /// nothing but taking it out of the list can be one of who didn't come.
    var isUnanswered: Bool {
        switch status {
        case .invited: true
        case .done: lastTurn == nil && done.count <= (isRemoved ? 1 : 0)
        case .declined, .matching, .active: false
        }
    }
    /// Whether nothing is otherwise than it was but the last turn and the last writes.
    public func keepsAllButTurn(of before: Participant) -> Bool {
        var same = before
        same.lastTurn = lastTurn
        same.done = done
        return same == self
    }
    /// Whether the player knows of the match.
    public var isTold: Bool {
        switch status {
        // A match that ended before the turn came to an invited player told them nothing.
        case .invited, .declined, .done: called != nil
        case .matching: false
        case .active: true
        }
    }
}
