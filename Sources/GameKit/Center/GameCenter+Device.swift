import LaurelClient

// The device's folder, read and written where a disk may take long.
extension GameCenter {
    func deviceState() async throws(GKError) -> DeviceState? {
        let device = device
        do throws(DeviceError) {
            return try await disk.run { () throws(DeviceError) in try device.state() }
        } catch {
            throw GKError(error)
        }
    }

    /// A device that cannot be written goes on without memory: that is logged.
    @discardableResult
    func changeDevice(_ body: @escaping @Sendable (inout DeviceState) -> Void) async -> DeviceState? {
        let device = device
        do throws(DeviceError) {
            return try await disk.run { () throws(DeviceError) in try device.change(body).1 }
        } catch {
            world.log("\(error)")
            return nil
        }
    }

    /// The server's words of now about who is signed in.
    func store(_ current: CurrentPlayer, of session: StoredSession) async -> StoredSession {
        var session = session
        session.player = current.player
        session.restrictions = current.restrictions
        let updated = session
        await changeDevice { $0.update(updated) }
        return updated
    }

    /// Drops a session, and no later one that somebody opened meanwhile.
    func forget(_ session: StoredSession, of game: DeviceGame) async {
        await changeDevice { if $0.session(of: game)?.token == session.token { $0.signOut(of: game) } }
    }

    func authenticate(
        _ cause: Authentication.Cause, completion: MainThreadOnly<((any Error)?) -> Void>? = nil
    ) {
        perform { await self.authentication.authenticate(cause, completion: completion, in: self) }
    }

    /// The player has signed in, and the server answers: what waited goes out.
    func playerIsReady() {
        perform { [self] in
            await events.adjust(in: self)
            await queue.flush(in: self)
            await playChosen()
        }
    }
}

extension GKError {
    init(_ error: DeviceError) { self.init(.unknown, detail: error.description) }
}

extension GameCenter {
    /// How many scores of this game wait on the device: said when it is not known yet who signs in (rule 4.7).
    func waitingScores() async -> Int? {
        await waiting { (game, device) throws(DeviceError) in try SubmissionQueue.waitingScores(of: game, on: device) }
    }

    /// How many scores, reports and challenges of this game wait on the device.
    func waitingSubmissions() async -> Int? {
        await waiting { (game, device) throws(DeviceError) in
            try SubmissionQueue.waitingSubmissions(of: game, on: device)
        }
    }

    private func waiting(
        _ count: @escaping @Sendable (DeviceGame, DeviceFolder) throws(DeviceError) -> Int
    ) async -> Int? {
        guard case .success(let game) = configuration.game else { return nil }
        let device = device
        do throws(DeviceError) {
            return try await disk.run { () throws(DeviceError) in try count(game, device) }
        } catch {
            world.log("\(error)")
            return nil
        }
    }
}
