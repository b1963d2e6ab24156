public import LaurelDomain
public import LaurelScores
import LaurelStorage
import Synchronization

/// Sessions that were used lately, in memory, so that a request is authenticated without a wait.
///
/// The store is the truth; this is a copy of at most ``countLimit`` of it. Ending a session ends it in the store
/// first and here second, before the caller is told.
public final class ActiveSessions: Sendable {
    /// About 200 bytes each.
    public static let countLimit = 65_536
    /// A session ends when it has not been used for so long (OWASP ASVS 5.0, 7.3.1). A game is put away for a
    /// season and taken up again; its scores wait on the device meanwhile.
    public static let idleLimit = Timestamp.Span.days(90)
    /// An administrator's own pages: they can do more harm.
    public static let administratorIdleLimit = Timestamp.Span.days(7)
    /// A session ends at this age however much it is used (OWASP ASVS 5.0, 7.3.2): what was stolen once is not stolen
    /// for ever. Once a year a player types their password again.
    public static let lifetime = Timestamp.Span.days(365)
    public static let administratorLifetime = Timestamp.Span.days(30)
    /// Sessions of one player; a new one ends the one that was used longest ago (OWASP ASVS 5.0, 7.1.2). A household's
    /// devices with a dozen games each fit in.
    public static let countLimitPerPlayer = 50
    /// The time of last use in the store may lag behind by so much; the idle time is exact to that.
    public static let lastUsedResolution = Timestamp.Span.hours(1)

    private struct Entry {
        let session: Session
        let created: Timestamp
        var lastUsed: Timestamp

        func isOver(at now: Timestamp) -> Bool {
            ActiveSessions.isOver(session.isAdministrator, created: created, lastUsed: lastUsed, at: now)
        }
    }

    private struct State {
        /// Two generations: what is used moves to the young one; when that is full, the old one is dropped.
        var young: [SecretDigest: Entry] = [:]
        var old: [SecretDigest: Entry] = [:]
        var unsaved: [SessionID: Timestamp] = [:]
        /// How many times something was ended; what was read from the store before an ending may be out of date.
        var endings: UInt64 = 0
    }

    private let state = Mutex(State())
    private let listeners = Mutex<[@Sendable (_ isEnded: (Session) -> Bool) -> Void]>([])
    private let contacts: DeviceContacts
    private let generationLimit: Int

    public init(contacts: DeviceContacts, countLimit: Int = ActiveSessions.countLimit) {
        self.contacts = contacts
        self.generationLimit = max(countLimit / 2, 1)
    }

    /// How many sessions are in memory.
    public var count: Int { state.withLock { $0.young.count + $0.old.count } }

    // MARK: Finding

    enum Lookup {
        case found(Session)
        /// Too old, or not used for too long.
        case ended
        case notHere
    }

    /// Using a session keeps it alive. O(1).
    func use(_ digest: SecretDigest, at now: Timestamp) -> Lookup {
        state.withLock { state in
            var index = state.young.index(forKey: digest)
            if index == nil {
                guard let entry = state.old.removeValue(forKey: digest) else { return .notHere }
                add(entry, digest, to: &state)
                index = state.young.index(forKey: digest)
            }
            guard let index else { return .notHere }
            let entry = state.young.values[index]
            if entry.isOver(at: now) {
                state.young.remove(at: index)
                return .ended
            }
            if entry.lastUsed.advanced(by: Self.lastUsedResolution) <= now {
                state.young.values[index].lastUsed = now
                state.unsaved[entry.session.id] = now
            }
            return .found(entry.session)
        }
    }

    static func isOver(
        _ isAdministrator: Bool, created: Timestamp, lastUsed: Timestamp, at now: Timestamp
    ) -> Bool {
        lastUsed.advanced(by: isAdministrator ? administratorIdleLimit : idleLimit) <= now
            || created.advanced(by: isAdministrator ? administratorLifetime : lifetime) <= now
    }

    /// To be read before the store is, and handed to ``insert(_:_:ifStill:)``.
    public var endings: UInt64 { state.withLock { $0.endings } }

    /// - Returns: false, with nothing kept, when something has ended since: the record may be out of date.
    func insert(_ record: SessionRecord, _ digest: SecretDigest, ifStill endings: UInt64) -> Bool {
        contacts.remember(record.emptyQueue, of: DeviceQueue(device: record.device, of: record.binding))
        let displaced = Set(record.displaced)
        defer { if !displaced.isEmpty { end { displaced.contains($0.id) } } }
        return state.withLock { state in
            guard state.endings == endings else { return false }
            add(
                Entry(session: Session(record), created: record.created, lastUsed: record.lastUsed), digest, to: &state)
            return true
        }
    }

    private func add(_ entry: Entry, _ digest: SecretDigest, to state: inout State) {
        if state.young.count >= generationLimit {
            let kept = Set(state.young.values.map(\.session.device))
            contacts.forget(Set(state.old.values.map(\.session.device)).subtracting(kept))
            state.old = state.young
            state.young = [:]
        }
        state.young[digest] = entry
    }

    // MARK: Ending

    /// Calls `body` at each ending, before the caller of it is told, with what tells whether a session has ended: for
    /// whatever lives as long as a session does, such as an event stream.
    public func onEnd(_ body: @escaping @Sendable (_ isEnded: (Session) -> Bool) -> Void) {
        listeners.withLock { $0.append(body) }
    }

    /// O(sessions in memory).
    func end(_ id: SessionID) { end { $0.id == id } }

    /// O(sessions in memory).
    func end(of player: PlayerNumber) { end { $0.player == player } }

    /// All of a player but one. O(sessions in memory).
    func end(of player: PlayerNumber, except kept: SessionID) { end { $0.player == player && $0.id != kept } }

    private func end(where isEnded: (Session) -> Bool) {
        state.withLock { state in
            state.endings &+= 1
            for (digest, entry) in state.young where isEnded(entry.session) { state.young[digest] = nil }
            for (digest, entry) in state.old where isEnded(entry.session) { state.old[digest] = nil }
        }
        for listener in listeners.withLock({ $0 }) { listener(isEnded) }
    }

    // MARK: Saving

    /// The times of last use not yet in the store, which the caller now has to put there.
    func takeUnsaved() -> [SessionID: Timestamp] {
        state.withLock { state in
            defer { state.unsaved = [:] }
            return state.unsaved
        }
    }

    /// The store did not take them.
    func putBack(_ unsaved: [SessionID: Timestamp]) {
        state.withLock { $0.unsaved.merge(unsaved) { max($0, $1) } }
    }
}

extension Session {
    init(_ record: SessionRecord) {
        self.init(
            id: record.id, player: record.player, device: record.device, binding: record.binding,
            isAdministrator: record.isAdministrator)
    }
}

extension SessionRecord {
    func isOver(at now: Timestamp) -> Bool {
        ActiveSessions.isOver(isAdministrator, created: created, lastUsed: lastUsed, at: now)
    }
}
