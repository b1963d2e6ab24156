public import LaurelDomain
import LaurelScores
import LaurelStorage
import Synchronization

/// Hears a player's notices as they come: an open event stream.
public protocol NoticeListener: AnyObject, Sendable {
    /// Whether it can take some more that it missed; asked before each few of them.
    var hasRoom: Bool { get }
    /// Called by one task, in order: one that keeps it waiting keeps all others waiting.
    func hear(_ event: NoticeEvent) async
}

public enum NoticeEvent: Hashable, Sendable {
    /// In order, all of the listener's player.
    case notices([Notice])
    /// Where the inbox stands, once all before `last` was heard: at the beginning, and after each change.
    case inbox(unread: Int, last: NoticeID, change: InboxChange?)
}

/// What one device did and the others hear of.
public enum InboxChange: Hashable, Sendable {
    case read(NoticeSelection)
    case deleted(NoticeID)
}

/// Tells open streams what their players are told, in order, without polling.
///
/// One task reads on in the store from the last notice that it saw, whenever somebody is told who listens, and a few
/// times a second if others are. A listener that resumes is first registered, then told from the store what it missed,
/// then goes on live; all by the same task, so nothing is lost and nothing heard twice.
public final class NoticeFeed: Sendable {
    /// Notices read at a time.
    static let batchLimit = 500
    /// Missed notices told to one listener at a time.
    static let catchUpLimit = 50

    private struct Entry {
        let listener: any NoticeListener
        let binding: Binding
        let device: DeviceNumber
        /// It has heard all of its own up to here.
        var cursor: NoticeID?
        /// It has missed nothing: what is new is told at once.
        var isLive = false
    }

    private struct Change {
        let player: PlayerNumber
        /// Whose notices it was about.
        let binding: Binding
        /// Nil: what it was resolved by tells more.
        let change: InboxChange?

        /// "All up to here" means a game's own when its session said it, and nothing to a listener who sees more.
        func isTrue(for other: Binding) -> Bool {
            if case .read(.upTo) = change { binding == .firstParty || binding == other } else { true }
        }
    }

    private struct State {
        var entries: [PlayerNumber: [Entry]] = [:]
        /// Players with a listener that is not live.
        var behind: Set<PlayerNumber> = []
        var changes: [Change] = []
        var told: Set<PlayerNumber> = []
        /// All up to here was read and told; nil before the first reading.
        var position: NoticeID?
        /// There are notices after it, which nobody may hear.
        var isBehindStore = false
        /// The store did not answer; the next ``tick()`` tries again.
        var hasFailed = false
    }

    private let directory: any InboxDirectory
    private let outbox: Outbox
    private let state = Mutex(State())
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    /// - Parameter outbox: the one that writers of notices signal.
    init(_ directory: any InboxDirectory, _ outbox: Outbox) {
        self.directory = directory
        self.outbox = outbox
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: Listening

    /// - Parameter last: the last notice that the listener heard before; nil: it wants what comes from now on. One that
    ///   is ahead of the store, as after a restored backup, counts as nil.
    public func add(_ listener: any NoticeListener, of session: Session, after last: NoticeID?) {
        let entry = Entry(listener: listener, binding: session.binding, device: session.device, cursor: last)
        state.withLock { state in
            state.entries[session.player, default: []].append(entry)
            state.behind.insert(session.player)
        }
        wake()
    }

    /// Whether a device of the player's listens.
    public func isListening(_ player: PlayerNumber, _ device: DeviceNumber) -> Bool {
        state.withLock { $0.entries[player]?.contains { $0.device == device } ?? false }
    }

    public func remove(_ listener: any NoticeListener, of player: PlayerNumber) {
        state.withLock { state in
            state.entries[player]?.removeAll { $0.listener === listener }
            if state.entries[player]?.isEmpty == true {
                state.entries[player] = nil
                state.behind.remove(player)
            }
        }
    }

    /// A player's inbox was changed; their other devices are told.
    func note(_ change: InboxChange, by session: Session) {
        let player = session.player
        let isHeard = state.withLock { state in
            guard state.entries[player] != nil else { return false }
            state.changes.append(Change(player: player, binding: session.binding, change: change))
            return true
        }
        if isHeard { wake() }
    }

    /// Some of a player's notices ask for nothing any more; on any thread, and returns at once.
    func noteResolved(_ player: PlayerNumber) {
        let isHeard = state.withLock { state in
            guard state.entries[player] != nil else { return false }
            state.changes.append(Change(player: player, binding: .firstParty, change: nil))
            return true
        }
        if isHeard { wake() }
    }

    /// Notices are durable. On any thread; returns at once. Those that nobody hears wait for the next ``tick()``, or
    /// for one that somebody hears: most turns go to players who have no stream open.
    ///
    /// - Parameter players: whom they tell. Nil: anybody.
    /// - Returns: whether somebody may hear of them, and now.
    @discardableResult
    func noteTold(_ players: [PlayerNumber]?) -> Bool {
        let isHeard = state.withLock { state in
            state.isBehindStore = true
            return players?.contains { state.entries[$0] != nil } ?? true
        }
        if isHeard { wake() }
        return isHeard
    }

    /// Something may be there to tell. On any thread; returns at once.
    public func wake() { waker.yield() }

    /// To be called a few times a second: goes on with listeners that were full, with what nobody hears, and after a
    /// failure of the store.
    public func tick() {
        if state.withLock({ $0.hasFailed || $0.isBehindStore || !$0.behind.isEmpty }) { wake() }
    }

    /// The players that were told something since the last call.
    func takeTold() -> [PlayerNumber] {
        state.withLock { state in
            defer { state.told = [] }
            return Array(state.told)
        }
    }

    func putBack(_ told: [PlayerNumber]) { state.withLock { $0.told.formUnion(told) } }

    // MARK: Telling

    /// Tells until it is cancelled. To be run once.
    public func run() async {
        wake()
        for await _ in wakes {
            do throws(StoreError) {
                try await readOn()
                try await catchUp()
                try await tellChanges()
                state.withLock { $0.hasFailed = false }
            } catch {
                state.withLock { $0.hasFailed = true }
            }
        }
    }

    private func readOn() async throws(StoreError) {
        // What is committed from here on says so again.
        let known = state.withLock { state in
            state.isBehindStore = false
            return state.position
        }
        guard var position = known else {
            let last = try await directory.lastNotice()
            await outbox.publishes()
            state.withLock { $0.position = last }
            return
        }
        while true {
            let notices = try await directory.notices(after: position, limit: Self.batchLimit)
            guard let last = notices.last else { return }
            await outbox.publishes()
            for notice in notices { await tell(notice) }
            position = last.id
            state.withLock { $0.position = last.id }
            if notices.count < Self.batchLimit { return }
        }
    }

    private func tell(_ notice: Notice) async {
        let player = notice.content.player
        let listeners = state.withLock { state -> [any NoticeListener] in
            state.told.insert(player)
            guard !notice.isSilent, let entries = state.entries[player] else { return [] }
            var listeners: [any NoticeListener] = []
            for (index, entry) in entries.enumerated() where entry.isLive && notice.isSeen(by: entry.binding) {
                guard entry.cursor.map({ $0 < notice.id }) ?? true else { continue }
                state.entries[player]?[index].cursor = notice.id
                listeners.append(entry.listener)
            }
            return listeners
        }
        for listener in listeners { await listener.hear(.notices([notice])) }
    }

    /// Listeners that are new, or were full.
    private func catchUp() async throws(StoreError) {
        guard let position = state.withLock({ $0.position }) else { return }
        for player in state.withLock({ $0.behind }) {
            let entries = state.withLock { $0.entries[player]?.filter { !$0.isLive } ?? [] }
            for entry in entries { try await catchUp(entry, of: player, to: position) }
            state.withLock { state in
                if state.entries[player]?.allSatisfy(\.isLive) ?? true { state.behind.remove(player) }
            }
        }
    }

    private func catchUp(_ entry: Entry, of player: PlayerNumber, to position: NoticeID) async throws(StoreError) {
        var cursor = entry.cursor.map { min($0, position) } ?? position
        while cursor < position {
            guard entry.listener.hasRoom else { return }
            let missed = try await directory.notices(
                of: player, seenBy: entry.binding, after: cursor, limit: Self.catchUpLimit)
            // What is after the position is told to all by ``readOn()``.
            let due = missed.prefix { $0.id <= position }
            if !due.isEmpty { await entry.listener.hear(.notices(Array(due))) }
            cursor = due.count < Self.catchUpLimit ? position : due.last?.id ?? position
            move(entry.listener, of: player, to: cursor, isLive: false)
        }
        let unread = try await directory.unreadCount(of: player, seenBy: entry.binding)
        await entry.listener.hear(.inbox(unread: unread, last: position, change: nil))
        move(entry.listener, of: player, to: position, isLive: true)
    }

    private func move(_ listener: any NoticeListener, of player: PlayerNumber, to cursor: NoticeID, isLive: Bool) {
        state.withLock { state in
            guard let index = state.entries[player]?.firstIndex(where: { $0.listener === listener }) else { return }
            state.entries[player]?[index].cursor = cursor
            state.entries[player]?[index].isLive = isLive
        }
    }

    private func tellChanges() async throws(StoreError) {
        guard let position = state.withLock({ $0.position }) else { return }
        while let change = state.withLock({ $0.changes.first }) {
            // Who is behind hears the number when they have caught up.
            let entries = state.withLock { $0.entries[change.player]?.filter(\.isLive) ?? [] }
            for binding in Set(entries.map(\.binding)) {
                let unread = try await directory.unreadCount(of: change.player, seenBy: binding)
                let told = change.isTrue(for: binding) ? change.change : nil
                for entry in entries where entry.binding == binding {
                    await entry.listener.hear(.inbox(unread: unread, last: position, change: told))
                }
            }
            state.withLock { _ = $0.changes.removeFirst() }
        }
    }
}
