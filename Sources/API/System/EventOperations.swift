import HTTPServer
import LaurelDomain
import LaurelWire
import Service

// `GET /v1/events`.
extension APIHandler {
    func events(
        _ request: Request, _ names: [LeaderboardName], _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
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
        return .now(
            ServerSentEvent.stream { [self, topics] writer in
                // Something at once: proxies and browsers then know that the stream is open.
                writer.write(ServerSentEvent.comment("open"))
                events.open(writer, place, topics)
                for (key, name) in topics {
                    writer.write(EventStreams.event(name, key.environment, services.version(key)))
                }
            })
    }

    /// Writes events and heartbeats until it is cancelled.
    ///
    /// - Parameter sleep: a parameter, so that tests need not wait.
    public func runEvents(
        sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) async {
        var ticks = 0
        do {
            while true {
                try await sleep(EventStreams.interval)
                events.tick()
                ticks += 1
                if ticks % EventStreams.ticksPerHeartbeat == 0 { events.heartbeat() }
            }
        } catch {
            // Cancelled: the server ends, and ends the streams itself.
        }
    }
}
