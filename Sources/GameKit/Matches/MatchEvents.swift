import LaurelDomain
import LaurelWire
import Synchronization

/// What of matches' events has to be remembered for as long as the game runs and the player stays.
final class MatchEvents: Sendable {
    private struct State: Sendable {
        /// Whose game was told, and who wrote.
        var player: String?
        /// Matches whose game was told that their player wants to quit, and when the player asked.
        var quits: [String: Timestamp] = [:]
        /// Exchanges that the game was told of, and how far they were.
        var exchanges: [String: GKTurnBasedExchangeStatus] = [:]
        /// Matches, and the version of each that the game was told of.
        var told: [String: Int64] = [:]
        /// Matches, and the versions of each that this program's own writes made lately: an event that comes late finds
        /// them, and tells nothing new by it.
        var written: [String: [Int64]] = [:]
        /// Matches, and how many writes of this program to each are under way.
        var writing: [String: Int] = [:]
        /// Matches of which the game is told something once those are done.
        var postponed: Set<String> = []
        /// Matches whose end the game was told of.
        var ended: Set<String> = []
        /// Of this program's last writes: it needs no event of them.
        var ownKeys: [WriteKey] = []
        /// Turns that came too late and that the game was told of, by the marks of their submissions.
        var handedBack: Set<String> = []
        var isHandingBack = false
        var isAskedAgain = false
    }

    private let state = Mutex(State())
    /// As the games of iOS 5 and 6 listen.
    let handler = Mutex<GKTurnBasedEventHandler?>(nil)

    private static let keysLimit = 256
    private static let writesLimit = 16

    /// Forgets what another player of this device was told and wrote. Turns that are handed back stay: no two have one
    /// mark.
    func belong(to player: String) {
        state.withLock { state in
            guard state.player != player else { return }
            state = State(
                player: player, handedBack: state.handedBack, isHandingBack: state.isHandingBack,
                isAskedAgain: state.isAskedAgain)
        }
    }

    /// - Returns: whether the game hasn't been told of the match as it is now, or a later one (rule 12.18). What was
    ///   loaded as somebody who isn't signed in any more is no news.
    func isNews(_ match: MatchAnswer) -> Bool {
        state.withLock { state in
            guard match.isRead(by: state.player) else { return false }
            let told = state.told[match.id]
            guard told.map({ $0 < match.version }) ?? true else { return false }
            state.told[match.id] = match.version
            guard let own = state.written[match.id] else { return true }
            guard let told else { return !own.contains(match.version) }
            return !(told + 1...match.version).allSatisfy(own.contains)
        }
    }

    /// - Returns: whether the game was told of this version, or of a later one.
    func hasTold(_ match: String, _ version: Int64) -> Bool {
        state.withLock { $0.told[match].map { version <= $0 } ?? false }
    }

    /// - Returns: whether a write of this program to the match is under way. Before its answer nobody knows which
    ///   version it made, so what there is to tell waits for ``endWriting(_:)``.
    func postpones(_ match: String) -> Bool {
        state.withLock { state in
            guard state.writing[match] != nil else { return false }
            state.postponed.insert(match)
            return true
        }
    }

    func beginWriting(_ match: String) { state.withLock { $0.writing[match, default: 0] += 1 } }

    /// - Returns: whether something was postponed, and no write is under way any more.
    func endWriting(_ match: String) -> Bool {
        state.withLock { state in
            let count = (state.writing[match] ?? 0) - 1
            state.writing[match] = count > 0 ? count : nil
            guard count <= 0 else { return false }
            return state.postponed.remove(match) != nil
        }
    }

    /// The answer to a write of this program's.
    func noteWritten(_ match: MatchAnswer) {
        state.withLock { state in
            guard match.isRead(by: state.player) else { return }
            state.written[match.id] = (state.written[match.id] ?? []).suffix(Self.writesLimit - 1) + [match.version]
        }
    }

    /// - Returns: whether the game hasn't been told yet that the match is over.
    func isFirstEnd(of match: String) -> Bool { state.withLock { $0.ended.insert(match).inserted } }

    func note(_ key: WriteKey) {
        state.withLock { $0.ownKeys = $0.ownKeys.suffix(Self.keysLimit - 1) + [key] }
    }

    func isOwn(_ key: WriteKey) -> Bool { state.withLock { $0.ownKeys.contains(key) } }

    /// The same as ``isFirst(_:of:)``, before it is told.
    func isNew(_ asked: Timestamp, of match: String) -> Bool { state.withLock { $0.quits[match] != asked } }

    /// - Returns: whether the game hasn't been told of this yet.
    func isFirst(_ asked: Timestamp, of match: String) -> Bool {
        state.withLock { $0.quits.updateValue(asked, forKey: match) != asked }
    }

    /// - Returns: whether the game wasn't told of this turn yet in this run.
    func isFirst(_ mark: String) -> Bool { state.withLock { $0.handedBack.insert(mark).inserted } }

    /// It couldn't be told after all.
    func forget(_ mark: String) { _ = state.withLock { $0.handedBack.remove(mark) } }

    /// - Returns: whether the game wasn't told yet that the exchange is so far.
    func isFirst(_ exchange: GKTurnBasedExchange) -> Bool {
        let (name, status) = (exchange.match.matchID + exchange.exchangeID, exchange.status)
        return state.withLock { $0.exchanges.updateValue(status, forKey: name) != status }
    }

    /// One at a time hands back what came too late: nobody is told twice.
    ///
    /// - Returns: whether the caller is the one.
    func beginHandingBack() -> Bool {
        state.withLock { state in
            state.isAskedAgain = state.isHandingBack
            defer { state.isHandingBack = true }
            return !state.isHandingBack
        }
    }

    /// - Returns: whether somebody asked meanwhile: the caller does it once more.
    func endHandingBack() -> Bool {
        state.withLock { state in
            defer { state.isAskedAgain = false }
            if !state.isAskedAgain { state.isHandingBack = false }
            return state.isAskedAgain
        }
    }
}

extension MatchAnswer {
    /// Whether it is as this player sees it.
    fileprivate func isRead(by player: String?) -> Bool {
        participants.indices.contains(seat) && participants[seat].player?.id == player
    }

    /// When its reader, who has the turn, asked to quit, and the game hasn't answered.
    var askedToQuit: Timestamp? {
        guard turn?.seat == seat, participants.indices.contains(seat) else { return nil }
        return participants[seat].askedToQuit
    }
}
