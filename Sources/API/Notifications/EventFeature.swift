import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// The event streams: `GET /v1/events`.
struct EventFeature: Sendable {
    let accounts: Accounts
    let keeper: ScoreKeeper
    let feed: NoticeFeed
    let streams: EventStreams
    let playerStreams: PlayerStreams
    let notices: NoticeEncoding

    func events(
        _ request: Request, _ names: [LeaderboardName], _ environment: Environment?, after last: NoticeID?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let sessions = accounts.sessions
        let endings = sessions.endings
        if let session = caller.session { _ = try session.environment(environment) }
        let last = try Self.lastEvent(request) ?? last
        var topics: [LeaderboardVersions.Key: LeaderboardName] = [:]
        for name in names {
            let (app, environment) = try accounts.catalogue.resolve(name.bundleID, environment, caller)
            let leaderboard = try accounts.catalogue.find(name.leaderboard, of: app)
            topics[LeaderboardVersions.Key(leaderboard.number, environment)] = name
        }
        let owner: EventStreams.Owner = caller.player.map { .player($0) } ?? .address(request.peer.subscriber)
        // HEAD gets no body, so nobody would release the reservation.
        if request.method == .head { return .now(ServerSentEvent.stream { $0.close() }) }
        guard streams.reserve(owner) else { throw Problem(.tooManyRequests, retryAfterSeconds: 30) }
        // An answer that is dropped unsent releases this reservation.
        let reservation = EventReservation(streams, owner)
        let languages = request.languages()
        return .now(
            ServerSentEvent.stream { [topics] writer in
                // Something at once: proxies and browsers then know that the stream is open.
                writer.write(ServerSentEvent.comment("open"))
                let follower = streams.open(writer, reservation, topics, caller.session)
                if let session = caller.session { playerStreams.open(writer, session) }
                for (key, name) in topics {
                    // Its client comes again, and hears then where it stands.
                    guard let version = keeper.version(key) else { return writer.close() }
                    follower.greet(key, name, version)
                }
                guard let session = caller.session else { return }
                let listener = NoticeStream(writer, notices, PlayerIDs.Scope(session.binding), languages)
                feed.add(listener, of: session, after: last)
                writer.onClose { [feed] in feed.remove(listener, of: session.player) }
                // It registered too late to hear that its session ended; the client reconnects and is checked again.
                if sessions.endings != endings { writer.close() }
            })
    }

    /// What a browser sends by itself when it connects again (WHATWG HTML, section 9.2.4).
    private static func lastEvent(_ request: Request) throws(Problem) -> NoticeID? {
        guard let text = request.headers["last-event-id"], !text.isEmpty else { return nil }
        guard let id = NoticeID(eventID: text) else {
            throw Problem(.invalidParameter, "This isn't an event ID from this server.", field: "Last-Event-ID")
        }
        return id
    }

    /// Writes events and heartbeats until it is canceled. To be run once.
    func run(sleep: @Sendable (Duration) async throws -> Void) async {
        // Cancelled and awaited at the end of this scope.
        async let _: Void = feed.run()
        await tick(sleep: sleep)
    }

    private func tick(sleep: @Sendable (Duration) async throws -> Void) async {
        var ticks = 0
        do {
            while true {
                try await sleep(EventStreams.interval)
                streams.tick()
                feed.tick()
                ticks += 1
                if ticks % EventStreams.ticksPerHeartbeat == 0 { streams.heartbeat() }
            }
        } catch {
            // Cancelled: the server ends, and ends the streams itself.
        }
    }
}

extension ScoreKeeper {
    /// The version that a leaderboard has now; nil while it cannot be read.
    func version(_ key: LeaderboardVersions.Key) -> JournalSequence? {
        guard let leaderboard = catalogue.leaderboard(key.leaderboard), let app = catalogue.app(leaderboard.app) else {
            return nil
        }
        // Of the stream, whose rows have one order: the board need not be in memory for it.
        let version = self.version(of: app, key.environment)
        // Looked at after it: one that was read while memory is made anew is the first one, and older than those told.
        return isReady ? version : nil
    }
}
