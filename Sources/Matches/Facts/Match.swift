public import LaurelDomain

/// A turn-based match as it stands: what its facts together say. It changes by ``apply(_:)`` alone.
public struct Match: Hashable, Sendable {
    /// - Source: `GKTurnBasedMatch.Status`.
    public enum Status: UInt8, Hashable, Sendable {
        case open = 1
        case ended = 2
        /// A free seat has had the turn, or has it: strangers may take it.
        case matching = 3
    }

    public let number: MatchNumber
    public let group: Int64
    public let created: Timestamp
    public let origin: MatchChange.Origin
    public private(set) var participants: [Participant]
    public private(set) var version: MatchVersion
    /// The version that changed turn or data last. Who has seen it may write (rule 12.22).
    public private(set) var turnVersion: MatchVersion
    /// Nil once the match is over.
    public private(set) var turn: Turn?
    public private(set) var turnsEnded: UInt32 = 0
    public private(set) var dataBytes = 0
    /// Who wrote the match's message.
    public private(set) var messageSeat: Seat?
    /// Those that are active, or complete and not resolved.
    public private(set) var exchanges: [Exchange] = []
    public private(set) var lastExchange = ExchangeNumber(0)
    public private(set) var ended: Timestamp?
    public private(set) var rematch: Rematch?
    /// What the inviter says to those who haven't answered yet (rule 11.10). Nil: nothing, all have answered, or the
    /// inviter has left. Who may read it is for the reader to ask.
    public private(set) var invitation: String?
    /// Deleted or archived: in no book any more.
    public private(set) var isGone = false

    public struct Rematch: Hashable, Sendable {
        public let match: MatchNumber
        public let asked: Timestamp

        public init(match: MatchNumber, asked: Timestamp) {
            self.match = match
            self.asked = asked
        }
    }

    /// - Returns: nil unless the fact is of a creation.
    public init?(_ fact: MatchFact) {
        guard case .created(let group, let seats, let origin, let invitation) = fact.change else { return nil }
        number = fact.match
        self.group = group
        self.origin = origin
        created = fact.time
        participants = seats
        version = fact.version
        turnVersion = fact.version
        self.invitation = invitation
    }

    /// One that was kept, as it was, with seats and exchanges in order.
    public init(
        number: MatchNumber, group: Int64, created: Timestamp, origin: MatchChange.Origin,
        participants: [Participant], version: MatchVersion, turnVersion: MatchVersion, turn: Turn?,
        turnsEnded: UInt32, dataBytes: Int, messageSeat: Seat?, exchanges: [Exchange], lastExchange: ExchangeNumber,
        ended: Timestamp?, rematch: Rematch?, invitation: String?
    ) {
        self.number = number
        self.group = group
        self.created = created
        self.origin = origin
        self.participants = participants
        self.version = version
        self.turnVersion = turnVersion
        self.turn = turn
        self.turnsEnded = turnsEnded
        self.dataBytes = dataBytes
        self.messageSeat = messageSeat
        self.exchanges = exchanges
        self.lastExchange = lastExchange
        self.ended = ended
        self.rematch = rematch
        self.invitation = invitation
    }

    /// Without the size of its data, which says something of a state that players may not see.
    public func hidingData() -> Match {
        var match = self
        match.dataBytes = 0
        return match
    }

    /// Without what its inviter says.
    public func hidingInvitation() -> Match {
        var match = self
        match.invitation = nil
        return match
    }

    /// Whether nothing is otherwise than it was but what each turn changes: whose turn it is, the versions, how many
    /// turns have ended, and how much data there is. Seats and exchanges aren't looked at: they are kept apart.
    public func keepsAllButTurn(of before: Match) -> Bool {
        var same = before
        same.version = version
        same.turnVersion = turnVersion
        same.turn = turn
        same.turnsEnded = turnsEnded
        same.dataBytes = dataBytes
        same.participants = participants
        same.exchanges = exchanges
        return same == self
    }

    /// Who asked for the match. Nil: an erased player.
    public var inviter: PlayerNumber? { participants.first?.player }

    public var status: Status {
        if ended != nil { return .ended }
        return participants.contains { $0.status == .matching && $0.called != nil } ? .matching : .open
    }

    public subscript(seat: Seat) -> Participant? {
        participants.indices.contains(seat.index) ? participants[seat.index] : nil
    }
    public var seats: [Seat] { participants.indices.map(Seat.init(checked:)) }

    public func seat(of player: PlayerNumber) -> Seat? {
        participants.firstIndex { $0.player == player }.map(Seat.init(checked:))
    }

    /// The seats of an ended match whose players took part in it: who ended a turn, accepted an invitation, took a free
    /// seat or made the match. Not who declined, or was invited and never answered: after its end they can do no more
    /// than take it out of their list. Who sits at none of them any more isn't asked.
    public var playedSeats: [Seat] {
        seats.filter { seat in
            guard let participant = self[seat] else { return false }
            if participant.hasPlayed { return true }
            // Nothing changes turn or data after the end. Of a seat's writes before it, one at least is still known.
            return participant.status == .done && participant.done.contains { $0.version <= turnVersion }
        }
    }

    /// Seats that strangers may take now.
    var waitingSeats: Int { participants.count { $0.status == .matching && $0.called != nil } }

    /// A free one to which no turn was handed yet, so that no stranger is sought for it.
    var firstUntakenSeat: Seat? {
        guard ended == nil, !isGone else { return nil }
        return participants.firstIndex { $0.status == .matching && $0.called == nil }.map(Seat.init(checked:))
    }

    /// Whether the player sees the match, in a list or by its ID (rule 12.14).
    public func isVisible(to player: PlayerNumber) -> Bool {
        participants.contains { $0.player == player && $0.isTold && !$0.isRemoved }
    }

    /// As ``isVisible(to:)``, also of a match that the player took out of their list.
    public func isKnown(to player: PlayerNumber) -> Bool {
        participants.contains { $0.player == player && $0.isTold }
    }

    public func exchange(_ number: ExchangeNumber) -> Exchange? { exchanges.first { $0.number == number } }

    /// Those that are complete: the turn's holder has to resolve them (rule 12.17).
    public var completedExchanges: [ExchangeNumber] { exchanges.filter { !$0.isActive }.map(\.number) }

    /// The write that had the key, if it is one of the seat's last, or the last that ended its turn.
    func write(_ key: MatchKey, by seat: Seat) -> DoneWrite? {
        self[seat]?.done.first { $0.key.hasBits(of: key) }
    }

    /// What a fact says becomes so.
    public mutating func apply(_ fact: MatchFact) {
        version = fact.version
        switch fact.change {
        case .created: break
        case .exchangeSent, .exchangeReplied, .exchangeCompleted, .exchangeResolved, .exchangeCanceled:
            applyToExchange(fact)
        case .turnBegan(let began):
            turn = began
            turnVersion = fact.version
        case .turnEnded(let seat):
            turnsEnded &+= 1
            change(seat) {
                $0.lastTurn = fact.time
                $0.askedToQuit = nil
            }
        case .timeoutNears: turn?.isWarned = true
        case .timedOut: turn?.isOverdue = true
        case .dataSaved(let data):
            dataBytes = data.count
            turnVersion = fact.version
        case .messageSet(let seat, _): messageSeat = seat
        case .takenDown(_, let kind): if kind == .invitation { invitation = nil }
        case .ended: end(at: fact.time)
        case .rematched(let match): rematch = Rematch(match: match, asked: fact.time)
        case .deleted, .archived: isGone = true
        case .joined, .accepted, .takenOver, .declined, .called, .askedToQuit, .left, .outcomeSet, .reminded, .removed,
            .erased,
            .written:
            applyToSeat(fact)
        }
        if invitation != nil, !participants.contains(where: { $0.status == .invited }) { invitation = nil }
    }

    private mutating func applyToSeat(_ fact: MatchFact) {
        switch fact.change {
        case .joined(let seat, let player, let attributes):
            change(seat) {
                $0.status = .active
                $0.player = player
                $0.attributes = attributes
            }
        case .accepted(let seat):
            change(seat) {
                $0.status = .active
                $0.called = $0.called ?? fact.time
            }
        case .takenOver(let seat, let player): change(seat) { $0.player = player }
        case .declined(let seat): change(seat) { $0.status = .declined }
        case .called(let seat): change(seat) { $0.called = fact.time }
        case .askedToQuit(let seat): change(seat) { $0.askedToQuit = fact.time }
        case .left(let seat, let outcome):
            change(seat) {
                $0.status = .done
                $0.outcome = outcome
                $0.askedToQuit = nil
            }
            // Who is gone says nothing to those who are called later, least of all a banned player (rule 12.26).
            if seat.index == 0 { invitation = nil }
        case .outcomeSet(let seat, let outcome): change(seat) { $0.outcome = outcome }
        case .reminded(let seat, _, _): change(seat) { $0.reminded = fact.time }
        case .removed(let seat): change(seat) { $0.isRemoved = true }
        case .erased(let seat):
            change(seat) {
                $0.player = nil
                $0.done = []
            }
            if messageSeat == seat { messageSeat = nil }
            if seat.index == 0 { invitation = nil }
        case .written(let seat, let write): change(seat) { $0.done = $0.done.adding(write) }
        default: break
        }
    }

    private mutating func applyToExchange(_ fact: MatchFact) {
        switch fact.change {
        case .exchangeSent(let exchange, _, _):
            exchanges.append(exchange)
            lastExchange = exchange.number
        case .exchangeReplied(let number, let seat, _, _): change(number) { $0.replies.append(seat) }
        case .exchangeCompleted(let number): change(number) { $0.completed = fact.time }
        case .exchangeResolved(let number), .exchangeCanceled(let number, _):
            exchanges.removeAll { $0.number == number }
        default: break
        }
    }

    private mutating func end(at time: Timestamp) {
        ended = time
        turn = nil
        turnVersion = version
        exchanges = []
        for index in participants.indices {
            if participants[index].canPlay { participants[index].status = .done }
            participants[index].askedToQuit = nil
        }
    }

    private mutating func change(_ seat: Seat, _ body: (inout Participant) -> Void) {
        if participants.indices.contains(seat.index) { body(&participants[seat.index]) }
    }

    private mutating func change(_ number: ExchangeNumber, _ body: (inout Exchange) -> Void) {
        if let index = exchanges.firstIndex(where: { $0.number == number }) { body(&exchanges[index]) }
    }
}
