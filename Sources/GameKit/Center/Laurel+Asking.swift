import LaurelClient
import LaurelDomain
import Synchronization

// How every member of the interface asks the server, in Apple's two forms.
extension Laurel {
    /// Asks as the player who is signed in.
    ///
    /// - Throws: `notAuthenticated` when nobody is; else what ``GKError/init(_:)`` makes of the failure. A session that
    ///   the server no longer knows ends here.
    func asPlayer<Value>(
        _ body: (Client, StoredSession) async throws(ClientError) -> Value
    ) async throws(GKError) -> Value {
        let game = try configuration.game.get()
        guard let session else { throw GKError(.notAuthenticated) }
        do throws(ClientError) {
            let value = try await body(client(game, token: session.token), session)
            if queueMayHold.withLock(\.self) { await queue.flush(in: self) }
            return value
        } catch {
            if error.endsSession { await authentication.sessionEnded(session, in: self) }
            throw GKError(error)
        }
    }

    /// The same for a request about one leaderboard, which the error names if the server doesn't know it.
    func asPlayer<Value>(
        naming leaderboard: LeaderboardID, _ body: (Client, StoredSession) async throws(ClientError) -> Value
    ) async throws(GKError) -> Value {
        do throws(GKError) { return try await asPlayer(body) } catch {
            throw error.naming(leaderboards: [leaderboard.text])
        }
    }

    /// Does `body` and tells `handler`, on the main thread, what came of it: a value or an error.
    ///
    /// - Parameter handler: nil: nobody wants to know, and it is done all the same.
    func answer<Value: Sendable>(
        _ handler: ((Value?, (any Error)?) -> Void)?,
        _ body: @escaping @Sendable (Laurel) async throws(GKError) -> Value
    ) {
        let handler = MainThreadOnly(handler)
        perform { [self] in
            do throws(GKError) {
                let value = try await body(self)
                tell { handler.value?(value, nil) }
            } catch {
                tell { handler.value?(nil, error) }
            }
        }
    }

    /// The same for what has no value.
    func answer(
        _ handler: (((any Error)?) -> Void)?, _ body: @escaping @Sendable (Laurel) async throws(GKError) -> Void
    ) {
        let handler = MainThreadOnly(handler)
        perform { [self] in
            do throws(GKError) {
                try await body(self)
                tell { handler.value?(nil) }
            } catch {
                tell { handler.value?(error) }
            }
        }
    }

    /// Runs `body` in a task of the engine's.
    func perform(_ body: @escaping @Sendable () async -> Void) { tasks.start(body) }

    /// Runs `body` on the main thread, soon, in the name of this engine.
    func tell(_ body: @escaping @Sendable () -> Void) {
        callbacks.add { [self] in Self.$override.withValue(self) { body() } }
    }
}
