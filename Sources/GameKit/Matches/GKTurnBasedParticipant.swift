import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// A seat of a turn-based match, and who sits there.
// SAFETY: what changes is in `state`, behind its lock.
open class GKTurnBasedParticipant: NSObject, @unchecked Sendable {
    /// How a participant stands in the match.
    // SAFETY: an enumeration of integers; Apple's has the same mark.
    public enum Status: Int, @unchecked Sendable {
        case unknown = 0
        case invited = 1
        case declined = 2
        /// Nobody sits there yet.
        case matching = 3
        case active = 4
        case done = 5
    }

    struct State: Sendable {
        var answer: MatchParticipantAnswer
        /// When the turn ends, of the one who has it.
        var due: Timestamp?
        /// Set by the game, and not sent yet.
        var chosenOutcome: Int?
    }

    let matchID: String
    let seat: Int
    private let state: Mutex<State>
    private let center: Laurel

    init(_ answer: MatchParticipantAnswer, seat: Int, of match: MatchAnswer, in center: Laurel) {
        self.seat = seat
        self.center = center
        matchID = match.id
        state = Mutex(State(answer: answer, due: match.turn?.seat == seat ? match.turn?.due : nil))
    }

    var known: State { state.withLock(\.self) }

    /// - Parameter keepsOutcome: one that the game has set stays.
    func learn(_ answer: MatchParticipantAnswer, due: Timestamp?, keepsOutcome: Bool) {
        state.withLock { state in
            state = State(answer: answer, due: due, chosenOutcome: keepsOutcome ? state.chosenOutcome : nil)
        }
    }

    /// Nil: nobody sits there yet, or the player's account was erased.
    open var player: GKPlayer? { known.answer.player.map { center.player(PlayerRecord($0)) } }
    /// Nil: the participant has had no turn yet.
    open var lastTurnDate: Date? { known.answer.lastTurn.map { Date(milliseconds: $0.milliseconds) } }

    open var status: GKTurnBasedParticipant.Status {
        switch known.answer.status {
        case .invited: .invited
        case .declined: .declined
        case .matching: .matching
        case .active: .active
        case .done: .done
        }
    }

    /// How the match went for the participant. The game sets it before it ends the match; a number of the game's own
    /// reads as `customRange`: see ``outcomeValue``.
    open var matchOutcome: GKTurnBasedMatch.Outcome {
        get { GKTurnBasedMatch.Outcome(rawValue: outcomeValue) ?? .customRange }
        set { outcomeValue = newValue.rawValue }
    }

    /// The outcome as a number: 0 to 9 as in ``GKTurnBasedMatch/Outcome``, or one of the game's own, whose bits are
    /// within 0x00FF0000. Laurel's, not Apple's: Swift's enumerations hold no other numbers than their cases'.
    open var outcomeValue: Int {
        get {
            let known = known
            return known.chosenOutcome ?? known.answer.outcome
        }
        set { state.withLock { $0.chosenOutcome = newValue } }
    }

    /// When the participant's turn ends by itself. Nil: somebody else has the turn, or it has no timeout.
    open var timeoutDate: Date? { known.due.map { Date(milliseconds: $0.milliseconds) } }

    @available(iOS, deprecated: 8.0)
    open var playerID: String? { known.answer.player?.id }

    /// Objects for the same seat of a match are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? GKTurnBasedParticipant else { return false }
        return other.matchID == matchID && other.seat == seat
    }

    open override var hash: Int { matchID.hashValue ^ seat }

    open override var description: String {
        "<\(type(of: self)) player: \(player?.displayName ?? "(null)"), status: \(status), "
            + "matchOutcome: \(matchOutcome)>"
    }
}

/// The name before Swift 4.2.
@available(iOS, deprecated: 11.0, renamed: "GKTurnBasedParticipant.Status")
public typealias GKTurnBasedParticipantStatus = GKTurnBasedParticipant.Status
