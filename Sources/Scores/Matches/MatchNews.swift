public import LaurelDomain
public import LaurelMatches
import Synchronization

/// Writes to matches, for those who sit in them (rule 12.18): in order, each with the match as it was then. Nothing is
/// lost with an event that nobody hears: the match says the same.
public final class MatchNews: Sendable {
    public struct Event: Sendable {
        public let game: MatchGame
        /// As of the write.
        public let match: Match
        public let changes: Set<Change>
        /// Of the write. Nil: time did it, or the service.
        public let key: MatchKey?

        /// Those who see the match.
        public var players: [PlayerNumber] { match.participants.compactMap(\.player).filter(match.isVisible) }
    }

    /// What a write is about.
    public enum Change: CaseIterable, Hashable, Sendable {
        case data
        /// Whose turn it is.
        case turn
        /// Somebody came, declined, left or is asked to.
        case participants
        case exchanges
        case end
    }

    private let listeners = Mutex<[@Sendable (Event) -> Void]>([])

    init() {}

    /// - Parameter listener: called after the commit, on the writer's thread; must not block.
    public func listen(_ listener: @escaping @Sendable (Event) -> Void) { listeners.withLock { $0.append(listener) } }

    /// - Parameter match: as the facts have left it; nil: it is gone.
    func tell(_ facts: [MatchFact], of game: MatchGame, _ match: (MatchNumber) -> Match?) {
        let listeners = listeners.withLock { $0 }
        guard !listeners.isEmpty else { return }
        var numbers: [MatchNumber] = []
        var changes: [MatchNumber: Set<Change>] = [:]
        var keys: [MatchNumber: MatchKey] = [:]
        for fact in facts {
            if case .written(_, let write) = fact.change { keys[fact.match] = write.key }
            guard let change = Change(fact.change) else { continue }
            if changes[fact.match] == nil { numbers.append(fact.match) }
            changes[fact.match, default: []].insert(change)
        }
        for number in numbers {
            guard let match = match(number) else { continue }
            let event = Event(game: game, match: match, changes: changes[number] ?? [], key: keys[number])
            for listener in listeners { listener(event) }
        }
    }
}

extension MatchNews.Change {
    /// Nil: it concerns one player alone, who hears of it otherwise, or nobody.
    fileprivate init?(_ change: MatchChange) {
        switch change {
        case .takenDown(_, .exchange): self = .exchanges
        case .dataSaved, .messageSet, .takenDown: self = .data
        case .turnBegan, .turnEnded, .timedOut: self = .turn
        case .joined, .accepted, .takenOver, .declined, .left, .askedToQuit: self = .participants
        case .exchangeSent, .exchangeReplied, .exchangeCompleted, .exchangeResolved, .exchangeCanceled:
            self = .exchanges
        case .ended: self = .end
        case .created, .called, .timeoutNears, .outcomeSet, .reminded, .rematched, .removed, .erased, .deleted,
            .archived, .written:
            return nil
        }
    }
}
