import LaurelDomain
import LaurelScores
import LaurelStorage
import Synchronization

/// Which sessions have lately shown a secret of their player's: a password, or a code of the second factor.
///
/// A session alone can be stolen, or left open. What gives somebody power over others, or over the account itself,
/// needs one that has proved itself within ``lifetime``; see docs/decisions/0022-proof.md. In memory and by the steady
/// clock: neither a restart nor a clock that is set back makes a proof last longer.
final class Proofs: Sendable {
    /// As long as a task of an administrator takes, and shorter than somebody leaves a screen alone.
    static let lifetime = Timestamp.Span.minutes(10)
    /// Sessions at a time, about 50 bytes each. Beyond it the oldest half is forgotten, and asked again.
    static let countLimit = 65_536

    private let moments = Mutex<[SessionID: Timestamp]>([:])

    func note(_ session: SessionID, at now: Timestamp) {
        moments.withLock { moments in
            if moments.count >= Self.countLimit {
                moments = moments.filter { Self.holds($0.value, at: now) }
                if moments.count >= Self.countLimit {
                    let middle = moments.values.sorted()[moments.count / 2]
                    moments = moments.filter { $0.value > middle }
                }
            }
            moments[session] = now
        }
    }

    func holds(_ session: SessionID, at now: Timestamp) -> Bool {
        moments.withLock { $0[session].map { Self.holds($0, at: now) } } ?? false
    }

    private static func holds(_ proved: Timestamp, at now: Timestamp) -> Bool {
        proved <= now && now < proved.advanced(by: lifetime)
    }
}

extension Accounts {
    /// Whether a session has shown a secret of its player's within the last ten minutes.
    public func hasProof(_ session: Session) -> Bool { proofs.holds(session.id, at: elapsed) }

    /// For a session that just has. A game's cannot do anything with it.
    func noteProof(_ session: Session) {
        if session.binding == .firstParty { proofs.note(session.id, at: elapsed) }
    }
}
