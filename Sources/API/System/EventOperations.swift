import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// `GET /v1/events`.
extension APIHandler {
    func events(
        _ request: Request, _ names: [LeaderboardName], _ environment: Environment?, after last: NoticeID?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let sessions = services.accounts.sessions
        let endings = sessions.endings
        if let session = caller.session { _ = try self.environment(environment, of: session) }
        let last = try Self.lastEvent(request) ?? last
        var topics: [LeaderboardVersions.Key: LeaderboardName] = [:]
        for name in names {
            let (app, environment) = try place(name.bundleID, environment, caller)
            topics[LeaderboardVersions.Key(try find(name.leaderboard, of: app).number, environment)] = name
        }
        let owner: EventStreams.Owner = caller.player.map { .player($0) } ?? .address(request.peer.description)
        // HEAD gets no body, so nobody would give the place back.
        if request.method == .head { return .now(ServerSentEvent.stream { $0.close() }) }
        guard events.reserve(owner) else { throw Problem(.tooManyRequests, retryAfterSeconds: 30) }
        // Whoever drops the answer unsent drops this, and gives the place back.
        let place = EventPlace(events, owner)
        let wishes = languages(nil, request)
        return .now(
            ServerSentEvent.stream { [self, topics] writer in
                // Something at once: proxies and browsers then know that the stream is open.
                writer.write(ServerSentEvent.comment("open"))
                let follower = events.open(writer, place, topics, caller.session)
                if let session = caller.session { playerStreams.open(writer, session) }
                for (key, name) in topics {
                    // Its client comes again, and hears then where it stands.
                    guard let version = services.version(key) else { return writer.close() }
                    follower.greet(key, name, version)
                }
                guard let session = caller.session else { return }
                let feed = services.inboxes.feed
                let listener = NoticeStream(
                    writer, noticeEncoding, PlayerIDs.Scope(session.binding), wishes)
                feed.add(listener, of: session, after: last)
                writer.onClose { feed.remove(listener, of: session.player) }
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
    ///
    /// - Parameter sleep: a parameter, so that tests need not wait.
    public func runEvents(
        sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) async {
        // Cancelled and awaited at the end of this scope.
        async let _: Void = services.inboxes.feed.run()
        await tickEvents(sleep: sleep)
    }

    private func tickEvents(sleep: @Sendable (Duration) async throws -> Void) async {
        var ticks = 0
        do {
            while true {
                try await sleep(EventStreams.interval)
                events.tick()
                services.inboxes.feed.tick()
                ticks += 1
                if ticks % EventStreams.ticksPerHeartbeat == 0 { events.heartbeat() }
            }
        } catch {
            // Cancelled: the server ends, and ends the streams itself.
        }
    }
}
