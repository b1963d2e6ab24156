import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService
import Synchronization

/// The open event streams, and who hears of what.
///
/// A change only marks a leaderboard; ``tick()`` writes. So a leaderboard with a thousand submissions a second costs
/// each stream at most as many events as there are ticks.
final class EventStreams: Sendable {
    typealias Topic = LeaderboardVersions.Key

    /// Four events a second for each leaderboard.
    static let interval = Duration.milliseconds(250)
    /// A comment every 20 seconds.
    static let ticksPerHeartbeat = 80
    /// A stream ends after twelve hours, and its client comes again: a session that was left alone for too long does
    /// not live on in a stream.
    static let heartbeatsPerStream = 2_160

    /// Who pays for a stream.
    enum Owner: Hashable, Sendable {
        case player(PlayerNumber)
        /// Of one IPv4 address or one IPv6 /64.
        case address(Peer)
    }

    private struct Listeners {
        var names: [UInt64: LeaderboardName] = [:]
        var subscription: LeaderboardVersions.Subscription?
        var version: JournalSequence = .start
    }

    private struct Stream {
        let listener: Listener
        /// It ends with the stream's session.
        let session: Session?
        var heartbeats = 0
    }

    /// One stream, and what it was told. Its listener never sees a version go back, though the greeting and the
    /// ticks come from different threads, and a leaderboard's last change is older than what others have greeted with.
    final class Listener: Sendable {
        let writer: StreamWriter
        private let told = Mutex<[Topic: JournalSequence]>([:])

        fileprivate init(_ writer: StreamWriter) { self.writer = writer }

        /// Says where a leaderboard stands, unless it has heard of something newer meanwhile.
        func greet(_ topic: Topic, _ name: LeaderboardName, _ version: JournalSequence) {
            told.withLock { told in
                guard told[topic].map({ $0 < version }) ?? true else { return }
                told[topic] = version
                // Under the lock, so that events are in the order of their versions.
                writer.write(EventStreams.event(name, topic.environment, version))
            }
        }

        fileprivate func tell(_ topic: Topic, _ news: News) {
            told.withLock { told in
                let version = max(told[topic] ?? .start, news.version)
                told[topic] = version
                writer.write(version == news.version ? news.bytes : news.encoded(topic, version))
            }
        }
    }

    /// A change of a leaderboard, for all that listen.
    fileprivate struct News {
        let name: LeaderboardName
        let version: JournalSequence
        let scopes: Set<TimeScope>
        /// Most streams get the same.
        private(set) var bytes: [UInt8] = []

        init(_ name: LeaderboardName, _ topic: Topic, _ version: JournalSequence, _ scopes: Set<TimeScope>) {
            self.name = name
            self.version = version
            self.scopes = scopes
            bytes = encoded(topic, version)
        }

        func encoded(_ topic: Topic, _ version: JournalSequence) -> [UInt8] {
            EventStreams.event(name, topic.environment, version, scopes)
        }
    }

    private struct State {
        var nextID: UInt64 = 0
        var streams: [UInt64: Stream] = [:]
        var topics: [Topic: Listeners] = [:]
        var changed: [Topic: Set<TimeScope>] = [:]
        var perOwner: [Owner: Int] = [:]
        var reserved = 0
        var reservedByAddresses = 0
    }

    private let state = Mutex(State())
    private let versions: LeaderboardVersions
    private let limits: APILimits

    init(_ versions: LeaderboardVersions, limits: APILimits) {
        self.versions = versions
        self.limits = limits
    }

    var count: Int { state.withLock { $0.streams.count } }

    /// Reserves a stream.
    /// - Returns: false when a limit is reached.
    func reserve(_ owner: Owner) -> Bool {
        let limit =
            switch owner {
            case .player: limits.eventStreamsPerPlayer
            case .address: limits.eventStreamsPerAddress
            }
        return state.withLock { state in
            guard state.reserved < limits.eventStreams, state.perOwner[owner, default: 0] < limit else { return false }
            if case .address = owner {
                // Those who sign in always find some.
                guard state.reservedByAddresses < limits.eventStreams / 2 else { return false }
                state.reservedByAddresses += 1
            }
            state.perOwner[owner, default: 0] += 1
            state.reserved += 1
            return true
        }
    }

    func release(_ owner: Owner) {
        state.withLock { state in
            state.reserved -= 1
            if case .address = owner { state.reservedByAddresses -= 1 }
            let left = state.perOwner[owner, default: 1] - 1
            state.perOwner[owner] = left > 0 ? left : nil
        }
    }

    /// Starts a stream: it hears of changes from now on, until its writer closes.
    func open(
        _ writer: StreamWriter, _ reservation: EventReservation, _ topics: [Topic: LeaderboardName], _ session: Session?
    ) -> Listener {
        let listener = Listener(writer)
        let (id, fresh) = state.withLock { state in
            state.nextID += 1
            state.streams[state.nextID] = Stream(listener: listener, session: session)
            var fresh: [Topic] = []
            for (topic, name) in topics {
                if state.topics[topic] == nil { fresh.append(topic) }
                state.topics[topic, default: Listeners()].names[state.nextID] = name
            }
            return (state.nextID, fresh)
        }
        // Outside the lock: the writer of scores calls `note` under a lock of theirs.
        for topic in fresh {
            let subscription = versions.subscribe(to: [topic]) { [weak self] topic, version, scopes in
                self?.note(topic, version, scopes)
            }
            state.withLock { $0.topics[topic]?.subscription = subscription }
        }
        let names = Array(topics.keys)
        writer.onClose { [self] in
            close(id, names)
            withExtendedLifetime(reservation) {}
        }
        return listener
    }

    private func close(_ id: UInt64, _ topics: [Topic]) {
        let ended = state.withLock { state in
            state.streams[id] = nil
            var ended: [LeaderboardVersions.Subscription] = []
            for topic in topics {
                state.topics[topic]?.names[id] = nil
                guard state.topics[topic]?.names.isEmpty == true else { continue }
                if let subscription = state.topics[topic]?.subscription { ended.append(subscription) }
                state.topics[topic] = nil
                state.changed[topic] = nil
            }
            return ended
        }
        for subscription in ended { subscription.cancel() }
    }

    /// A leaderboard has a new version, or the clock has changed some of its scopes. The writer of scores calls it:
    /// O(1).
    func note(_ topic: Topic, _ version: JournalSequence, _ scopes: Set<TimeScope>) {
        state.withLock { state in
            guard let known = state.topics[topic]?.version, known < version || !scopes.isEmpty else { return }
            state.topics[topic]?.version = max(known, version)
            state.changed[topic, default: []].formUnion(scopes)
        }
    }

    /// Tells every stream of what has changed since the last tick: one event a leaderboard.
    func tick() {
        let work = state.withLock { state -> [(Topic, [Listener], News)] in
            defer { state.changed = [:] }
            return state.changed.compactMap { topic, scopes in
                guard let listeners = state.topics[topic], let name = listeners.names.values.first else { return nil }
                return (
                    topic, listeners.names.keys.compactMap { state.streams[$0]?.listener },
                    News(name, topic, listeners.version, scopes)
                )
            }
        }
        for (topic, listeners, news) in work {
            for listener in listeners { listener.tell(topic, news) }
        }
    }

    /// Keeps quiet streams alive and finds out who has gone.
    func heartbeat() {
        let bytes = ServerSentEvent.comment()
        let (writers, old) = state.withLock { state in
            var old: [StreamWriter] = []
            for id in state.streams.keys {
                state.streams[id]?.heartbeats += 1
                guard let stream = state.streams[id], stream.heartbeats >= Self.heartbeatsPerStream else { continue }
                old.append(stream.listener.writer)
            }
            return (state.streams.values.map(\.listener.writer), old)
        }
        for writer in writers { writer.write(bytes) }
        for writer in old { writer.close() }
    }

    /// Ends all of them. Their clients come again, and find who answers then.
    func endAll() {
        for writer in state.withLock({ $0.streams.values.map(\.listener.writer) }) { writer.close() }
    }

    /// Ends the streams of sessions that have ended.
    func end(where isEnded: (Session) -> Bool) {
        let ended = state.withLock { state in
            state.streams.values.filter { $0.session.map(isEnded) ?? false }.map(\.listener.writer)
        }
        for writer in ended { writer.close() }
    }

    /// A ``LaurelWire/LeaderboardEvent``, written by hand: every change of a leaderboard makes one.
    ///
    /// - Parameter scopes: those that changed; nil: nothing has, this is where the leaderboard stands.
    static func event(
        _ name: LeaderboardName, _ environment: Environment, _ version: JournalSequence, _ scopes: Set<TimeScope>? = nil
    ) -> [UInt8] {
        var writer = JSONWriter(capacity: 160)
        writer.beginObject()
        writer.field("bundleID", name.bundleID.text)
        writer.field("leaderboard", name.leaderboard.text)
        writer.field("environment", environment.name)
        if let scopes {
            writer.key("scopes")
            writer.beginArray()
            for scope in TimeScope.allCases where scopes.contains(scope) { writer.value(scope.name) }
            writer.endArray()
        }
        writer.field("version", version.rawValue)
        writer.endObject()
        return ServerSentEvent(event: "leaderboard", data: String(decoding: writer.finish(), as: UTF8.self)).encoded
    }
}

/// Counts one stream against the limits until the last reference goes, whatever became of the stream.
final class EventReservation: Sendable {
    private let streams: EventStreams
    private let owner: EventStreams.Owner

    init(_ streams: EventStreams, _ owner: EventStreams.Owner) {
        self.streams = streams
        self.owner = owner
    }

    deinit { streams.release(owner) }
}
